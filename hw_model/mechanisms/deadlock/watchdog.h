// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A watchdog, as commodity switches have one for PFC: a head packet that has stood at a held egress queue for longer
// than `timeout` is dropped, and so is the next when it has stood as long. It breaks a deadlock and knows nothing of
// one: a queue behind a slow receiver loses packets just the same.
//
// Or it loses nothing: then it lends room to each VIQ of the class whose peer this switch has paused, and tells that
// peer to go on; the head goes on standing, and its time begins anew. It does not know which of these VIQs is in the
// circle, and the others do no harm. A circle moves when every switch of it does so.
//
// Registers, one of each (port, lossless class): stood_since (when the head began to stand, in ticks), standing (there
// is one). Hardware sweeps them; the model has a timer. Which peers are paused is on wires from flow control.
//
// A head stands from the moment at which its queue is held and it is the first in it. It no longer stands when it
// leaves, when the queue may send, or when it is dropped: then the next one begins.
// Latency: none; a drop takes effect at the instant at which the time is up.

#pragma once

#include <vector>

#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

class Watchdog final : public DeadlockUnit {
 public:
  Watchdog(const SwitchContext& context, SwitchActions& actions);

  void queued(const frame::Packet& packet, std::size_t waiting, Time now) override;
  void left(const frame::Packet& packet, std::size_t waiting, Time now, Time end) override;
  void held(PortId egress, ClassId c, bool on, std::size_t waiting, Time now) override;
  void pausing(PortId ingress, ClassId c, bool on, Time now) override;
  void timer(PortId egress, ClassId c, Time now) override;
  void reset(Time now) override;
  void bind_registers(const ledger::Binder& binder) override;

  std::uint64_t dropped(PortId p, ClassId c) const override { return queues_.at(p, c).dropped; }

  Time timeout() const { return timeout_; }
  Bytes loan() const { return loan_; }
  void set_loan(Bytes loan) { loan_ = loan; }
  // From the next head on; heads that stand already are looked at when their time by the old setting is up.
  void set_timeout(Time timeout) { timeout_ = timeout; }

  static ledger::Block declare(const SwitchContext& context);

 private:
  struct Queue {
    bool held = false;
    bool standing = false;   // a head stands at the held queue
    Time stood_since;        // valid while standing
    Time looks_at = kNever;  // the pending timer
    std::uint64_t dropped = 0;
    std::uint64_t loans = 0;  // VIQs that were let go because of its heads
  };

  void stand(Queue& queue, PortId egress, ClassId c, Time now);
  void lend_and_resume(Queue& queue, ClassId c, Time now);
  void look_at(Queue& queue, PortId egress, ClassId c, Time at);
  bool watches(ClassId c) const { return (lossless_ & mask_of(c)) != 0; }

  SwitchActions& actions_;
  ClassMask lossless_;
  Action action_;
  Time timeout_;
  Bytes loan_;
  std::vector<ClassMask> pausing_;  // of each ingress: classes that the peer stands told to pause
  PerPortClass<Queue> queues_;
};

}  // namespace weir::deadlock
