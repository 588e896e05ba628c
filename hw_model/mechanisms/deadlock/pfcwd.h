// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PFC watchdog of commodity switches. The chip counts, for each egress queue of a lossless class, the PFC frames
// that name it, how long they paused it, what it holds and what it has sent (reference/pfc_counters.h). Software of the
// switch polls the counters, finds storms by the rule of the chip's vendor (reference/pfc_watchdog.h), and acts on the
// queue a while later. With `hardware`, the chip acts by itself: on a queue whose class has been paused without a break
// for DLD, during DLR, whatever comes meanwhile.
//
// Actions. drop: the queue's packets and those that come to it are dropped, and the class leaves the port's PFC mask.
// forward: the class leaves the mask, so that the queue sends like a lossy one. alert: nothing; detection goes on.
// Big red switch: all queues drop, and polls find nothing.
//
// Order of operations at an instant: packet work, polls (ports and classes in ascending order), actions of queues,
// drops. Between polls nothing runs.
// Latency: `action_delay` from what a poll tells to its effect.

#pragma once

#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/reference/pfc_counters.h"
#include "hw_model/reference/pfc_watchdog.h"

namespace weir::deadlock {

class Pfcwd final : public DeadlockUnit {
 public:
  Pfcwd(const SwitchContext& context, SwitchActions& actions);

  void decided(const frame::Packet& packet, bool taken, bool pauses, Time now) override;
  void queued(const frame::Packet& packet, std::size_t waiting, Time now) override;
  void left(const frame::Packet& packet, std::size_t waiting, Time now, Time end) override;
  void pfc_received(PortId port, ClassId c, std::uint16_t quanta, Time now) override;
  bool refuses(const frame::Packet& packet) override;
  void timer(PortId egress, ClassId c, Time now) override;
  void reset(Time now) override;
  void bind_registers(const ledger::Binder& binder) override;

  std::uint64_t dropped(PortId p, ClassId c) const override {
    return queues_.at(p, c).dropped + queues_.at(p, c).refused;
  }

  const reference::PfcWatchdog& watchdog(PortId p, ClassId c) const { return queues_.at(p, c).watchdog; }

  // All lossless queues drop from now on, or go on from a clean start.
  void set_big_red_switch(bool on, Time now);

  static ledger::Block declare(const SwitchContext& context);

 private:
  struct Rows;
  struct Queue {
    reference::PfcCounters counters;
    reference::PfcWatchdog watchdog;
    reference::PfcContinuous continuous = reference::PfcContinuous::kNotPaused;  // in the last poll interval
    reference::PfcNews pending = reference::PfcNews::kNone;                      // told, and not in effect yet
    Time acts_at = kNever;                                                       // when it is
    Time paused_since;                                                           // by what DLD is judged
    Time looks_at = kNever;      // the chip's own watchdog judges DLD, or DLR ends
    bool masked = false;         // obeys no PAUSE
    bool dropping = false;       // drops what it holds and what comes
    std::uint64_t storms = 0;    // told
    std::uint64_t restores = 0;  // likewise
    std::uint64_t refused = 0;   // packets that were not admitted
    std::uint64_t dropped = 0;   // packets that waited
  };

  template <class Visit>
  void for_each_queue(Visit visit);
  void poll(Time now);
  void tell(Queue& queue, PortId p, ClassId c, reference::PfcNews news, Time now);
  void act(Queue& queue, PortId p, ClassId c, reference::PfcNews news, Time now);
  void judge_pause(Queue& queue, PortId p, ClassId c, Time now);
  void begin(Queue& queue, PortId p, ClassId c, StormAction action, Time now);
  void end(Queue& queue, PortId p, ClassId c, Time now);
  void deafen(PortId p, Time now);
  void expect_poll(Time from);
  bool polls() const { return config_.hardware.dld == Time(0); }
  bool watches(ClassId c) const { return (lossless_ & mask_of(c)) != 0; }

  SwitchActions& actions_;
  PfcwdConfig config_;
  reference::PfcWatchdogTimes times_;
  ClassMask lossless_;
  std::vector<BitRate> rates_;
  RandomStream random_;
  Time last_poll_;
  Time next_poll_ = kNever;
  PerPortClass<Queue> queues_;
};

}  // namespace weir::deadlock
