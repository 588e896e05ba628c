// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host that pauses for ever, as section V of ITSY has it: its class is made lossy at that port. A queue to a host
// that flow control has held for `cut_off` without a gap is cut off: what waits in it is dropped, and so is what comes,
// until the host lets it go.
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

  // As the unit is told, of lossless classes.
  void queued(PortId egress, ClassId c, Time now);
  void held(PortId egress, ClassId c, bool on, Time now);
  void timer(PortId egress, ClassId c, Time now);
  void reset();

  bool cut(PortId p, ClassId c) const { return queues_.at(p, c).cut; }
  std::uint64_t times(PortId p, ClassId c) const { return queues_.at(p, c).times; }

  static void declare(ledger::Block& block, const SwitchContext& context);
  void bind_registers(const ledger::Binder& binder, ClassMask lossless) const;

 private:
  struct Queue {
    bool cut = false;
    Time cuts_at = kNever;   // kNever: the host does not hold it, or it is cut off
    Time drops_at = kNever;  // what has come is dropped
    std::uint64_t times = 0;
  };

  void drop_all(PortId egress, ClassId c, Time now);

  SwitchActions& actions_;
  std::vector<std::uint8_t> hosts_;
  Time after_;
  PerPortClass<Queue> queues_;
};

}  // namespace weir::deadlock
