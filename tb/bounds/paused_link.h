// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The links into a switch of a scenario as the bound of PFC and PAUSE sees them (pause_headroom.h).

#pragma once

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/pause_headroom.h"

namespace weir::bounds {

// What `sender` can send on `link` into one of these switches, in any lossless class: sent_lengths(). Our frame is one
// of switch.max_frame; the response time is the sender's own.
PausedLink paused_link(const Alike& alike, const link::LinkConfig& link, const asic::SwitchConfig& sender);

// As the VIQs of a switch count lengths: bytes, or whole cells. With a hop label and without, if there are labels.
std::vector<Bytes> counted_lengths(const Alike& alike);

}  // namespace weir::bounds
