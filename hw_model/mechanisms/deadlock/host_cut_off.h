// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cut-off of a host that pauses for ever (ITSY, section V): the class becomes lossy at that port. A queue to a host
// that flow control has held for `cut_off` without a gap is cut off: the packets in the queue and those that arrive are
// dropped until the host lets the queue go.
//
// Registers, one of each (port, lossless class): host_held_for (a count of T_re / 128, up to the setting),
// host_cut_off. Latency: none; drops come after all other work of their instant.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {

class HostCutOff {
 public:
  HostCutOff(const SwitchContext& context, SwitchActions& actions);

  // As DeadlockUnit's functions of these names, for lossless classes only.
  void queued(PortId egress, ClassId c, Time now);
  void held(PortId egress, ClassId c, bool on, Time now);
  void timer(PortId egress, ClassId c, Time now);
  void reset();

  bool cut(PortId p, ClassId c) const { return queues_.at(p, c).cut; }
  std::uint64_t times(PortId p, ClassId c) const { return queues_.at(p, c).times; }

  static void declare(ledger::Block& block, const SwitchContext& context);
  void bind_registers(const ledger::Binder& binder, ClassMask lossless) const;

 private:
  struct Rows;
  struct Queue {
    bool cut = false;
    Time cuts_at = kNever;   // kNever: the host does not hold the queue, or the queue is cut off
    Time drops_at = kNever;  // packets that have come are dropped
    std::uint64_t times = 0;
  };

  void drop_all(PortId egress, ClassId c, Time now);

  SwitchActions& actions_;
  std::vector<std::uint8_t> hosts_;
  Time after_;
  PerPortClass<Queue> queues_;
};

}  // namespace weir::deadlock
