// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The bounds of the three forms of GFC for a scenario: the fluid ones of the paper, and what whole packets add to them
// (gfc_packet_bound.h).

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/gfc_packet_bound.h"

namespace weir::bounds {

// Whether the scheme is one of the three.
bool is_gfc(flow_control::Scheme scheme);

// The loop of the lossless classes over this link, from a sender to a receiver.
GfcLoop gfc_loop(const scenario::Scenario& scenario, const link::LinkConfig& link, const asic::SwitchConfig& sender,
                 const asic::SwitchConfig& receiver);

// What a VIQ that this link fills may hold. Nothing where the scheme is no form of GFC, or where no bound is known
// (gfc_packet_bound.h; for credits, also where cells are counted).
std::optional<GfcBound> gfc_bound(const scenario::Scenario& scenario, const link::LinkConfig& link,
                                  const asic::SwitchConfig& sender, const asic::SwitchConfig& receiver);

// Most that a VIQ of any of their links holds in the scenario's duration; nothing as above.
std::optional<Bytes> gfc_room(const Alike& alike);
std::optional<Bytes> gfc_room(const scenario::Scenario& scenario);  // of all switches

// A line for each bound that they break. Nothing but for GFC.
std::vector<std::string> gfc_warnings(const Alike& alike);

}  // namespace weir::bounds
