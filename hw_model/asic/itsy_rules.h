// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's rules for the switch around it, and its times, which follow from cables and frames.

#pragma once

#include <string>

#include "hw_model/asic/switch_config.h"
#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "hw_model/ledger/complaints.h"

namespace weir::asic {

// The errors in a row that a message may meet on one hop with link-level retry: a hop has the time of as many repairs.
// As many replays as come before FLUSH; with more than 4, or endless ones, 4.
unsigned itsy_repairs(const SwitchConfig& config);

// The longest life of a message, by the switch's own ports: `ttl` hops, each of a cable, the longest frame and the
// control frames ahead of the message, t_r, and with link-level retry itsy_repairs().
Time itsy_life(const SwitchConfig& config);

// Whether packets wait in one FIFO an input, in front of the crossbar.
bool waits_in_one_fifo(const SwitchConfig& config);

// The longest hop of a message over that cable, from a port of such a switch to another. `retries`: the cable has
// link-level retry, whose repairs the message may wait for.
Time itsy_hop(const SwitchConfig& config, const link::LinkConfig& cable, bool retries);

// T_re, the time after which a pausing ingress initiates again: the setting, or four times the life of a message.
Time itsy_t_re(const SwitchConfig& config);

// Why the ITSY unit of this switch is not that of rtl/itsy_causality, of whatever widths. Empty: it is, or there is
// none.
std::string not_in_causality(const SwitchConfig& config);

// The widths that a switch with ITSY asks of that RTL.
reference::ItsyCausalityConfig causality_of(const SwitchConfig& config);

// The rules about other mechanisms of a switch with ITSY, and about settings.
void check_beside_itsy(const SwitchConfig& config, ledger::Complaints& complaints);
void check_itsy(const SwitchConfig& config, ledger::Complaints& complaints);

}  // namespace weir::asic
