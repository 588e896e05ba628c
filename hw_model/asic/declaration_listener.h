// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A listener to the deadlocks that the unit of a switch declares. Hardware has a flag for software to read; when the
// flag rose, and whether rightly, is for listeners outside the chip.

#pragma once

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::asic {

class SwitchAsic;

class DeclarationListener {
 public:
  virtual ~DeclarationListener() = default;

  // Called at the picosecond of the declaration, before the switch acts on it.
  virtual void declared(const SwitchAsic& at, const deadlock::Declaration& declaration, Time now) = 0;

  // The unit is about to resolve the deadlock of that VIQ, which it has declared.
  virtual void resolves(const SwitchAsic&, PortId /*ingress*/, ClassId, Time) {}

  // The unit begins or ends to limit a flow of a host.
  virtual void limits(const SwitchAsic&, const deadlock::FlowLimit&, Time) {}

  // The unit tells of a storm of PFC frames at an egress queue, or of the storm's end.
  virtual void storm(const SwitchAsic&, PortId /*egress*/, ClassId, bool /*on*/, Time) {}

  // The unit resumes the peer at `ingress`, whatever the VIQ holds.
  virtual void resumed(const SwitchAsic&, PortId /*ingress*/, ClassId, Time) {}
};

}  // namespace weir::asic
