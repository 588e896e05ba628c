// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the egress scheduler, each once, and what must hold between them.

#pragma once

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::egress {

const ledger::SettingsOf<EgressConfig>& egress_settings();

// Those that hardware built from this holds: the limit of VL arbitration where it can do that.
const ledger::SettingsOf<EgressConfig>& held_settings(const EgressConfig& config);

// Whether it is built with a VL arbiter a port.
inline bool arbitrates_lanes(const EgressConfig& config) { return config.discipline == Discipline::kVlArbitration; }

// Classes that are served before all others, and by number.
inline ClassMask strict_classes(const EgressConfig& config) {
  switch (config.discipline) {
    case Discipline::kStrictPriority:
      return kAllClasses;
    case Discipline::kStrictOverDwrr:
      return config.strict;
    case Discipline::kRoundRobin:
    case Discipline::kDwrr:
    case Discipline::kVlArbitration:
      break;
  }
  return 0;
}

// Of one token bucket; a register for each port, and for each (port, class).
const ledger::SettingsOf<ShaperConfig>& shaper_settings();

// `max_frame`: the largest frame of the switch. The quantum is resolved.
void check(const EgressConfig& config, Bytes max_frame, ledger::Complaints& complaints);

}  // namespace weir::egress
