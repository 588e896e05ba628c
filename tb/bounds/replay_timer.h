// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The replay timer of links with retry beside the latest ACK of a frame that arrives.

#pragma once

#include <string>

#include "hw_model/asic/switch_config.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// From the first bit of our largest frame until its ACK is there, at the latest: a frame counts as arrived at the end
// of its gap, and frames and CF_Updates of the way back put off the ACK's slot.
Time latest_ack(const asic::SwitchConfig& ours, const asic::SwitchConfig& peer, const link::LinkConfig& link);

// A line for the link whose timer ends earliest before that, or "".
std::string replay_timer_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds
