// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What ITSY wants of the switch around it, and its times, which follow from cables and frames.

#pragma once

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// What a message lives at most, of the switch's own ports: `ttl` hops, each of a cable, the longest frame and the
// control frames that are before it, and t_r.
Time itsy_life(const SwitchConfig& config);

// Whether packets wait in one FIFO an input, in front of the crossbar.
bool waits_in_one_fifo(const SwitchConfig& config);

// A message over that cable at most, out of a port of this switch into one of it.
Time itsy_hop(const SwitchConfig& config, const link::LinkConfig& cable);

// After which an ingress that pauses says so again: the setting, or four times that.
Time itsy_t_re(const SwitchConfig& config);

void check_itsy(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic
