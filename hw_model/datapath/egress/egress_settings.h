// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table of the egress scheduler's settings, each declared once, and the rules between settings.

#pragma once

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/ledger/setting.h"

namespace weir::egress {

const ledger::SettingsOf<EgressConfig>& egress_settings();

// The settings that hardware built from `config` holds; the limit of VL arbitration only if the hardware has a VL
// arbiter.
const ledger::SettingsOf<EgressConfig>& held_settings(const EgressConfig& config);

// Whether the hardware has a VL arbiter at each port.
inline bool arbitrates_lanes(const EgressConfig& config) { return config.discipline == Discipline::kVlArbitration; }

// Classes that are served before all others, the highest first.
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
  return 0;  // of disciplines from outside of weir nobody knows
}

// The settings of one token bucket; a register for each port, and for each (port, class).
const ledger::SettingsOf<ShaperConfig>& shaper_settings();

// `max_frame`: the largest frame of the switch. The quantum is resolved.
void check(const EgressConfig& config, Bytes max_frame, ledger::Complaints& complaints);

}  // namespace weir::egress
