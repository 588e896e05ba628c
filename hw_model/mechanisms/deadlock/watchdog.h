// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The watchdog of egress queues, as commodity switches have one for PFC: a head packet that has stood at a held queue
// for longer than `timeout` is dropped, and so is the next one when it has stood as long. The watchdog breaks deadlocks
// without recognising them: a queue behind a slow receiver loses packets just the same.
//
// With `lend_and_resume` it drops nothing: it lends buffer to each VIQ of the class whose peer this switch has paused
// and resumes that peer; the head stays and its time begins anew. The watchdog does not know which of these VIQs is in
// the circle of waits, and loans to the others do no harm. A circle moves when every switch of it does this.
//
// Registers, one of each (port, lossless class): stood_since (when the head began to stand, in ticks), standing (a head
// stands). Hardware sweeps them; the model has a timer. Wires from flow control say which peers are paused.
//
// A packet stands from the moment at which its queue is held and the packet is the queue's head, until it leaves or is
// dropped (then the next one stands) or until the queue may send.
// Latency: none; a drop takes effect at the instant at which the timeout ends.

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
  // Takes effect with the next head; heads that stand already are examined when the old timeout ends.
  void set_timeout(Time timeout) { timeout_ = timeout; }

  static ledger::Block declare(const SwitchContext& context);

 private:
  struct Rows;
  struct Queue {
    bool held = false;
    bool standing = false;   // a head stands at the held queue
    Time stood_since;        // valid while standing
    Time looks_at = kNever;  // the pending timer
    std::uint64_t dropped = 0;
    std::uint64_t loans = 0;  // VIQs that got a loan because of this queue's heads
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
  std::vector<ClassMask> pausing_;  // by ingress: classes in which this switch pauses the peer
  PerPortClass<Queue> queues_;
};

}  // namespace weir::deadlock
