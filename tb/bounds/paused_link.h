// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The links into a switch of a scenario as the bound of PFC and PAUSE sees them (pause_headroom.h).

#pragma once

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/pause_headroom.h"

namespace weir::bounds {

// What `sender` can send over `cable` into one of these switches, in any lossless class: sent_lengths(). Our frame is
// one of switch.max_frame; the response time is the sender's own. Where the cable has link-level retry, what the sender
// may send again counts, unless no lossless class is numbered, and so do the ordered sets that lengthen the gap behind
// our frame.
PausedLink paused_link(const Alike& alike, const network::Cable& cable, const asic::SwitchConfig& sender);

// The longest time of a replay of a switch on this link, with the ordered sets behind its frames.
Time replay_on(const asic::SwitchConfig& device, const link::LinkConfig& link);

// How long link-level retry of this switch holds up PAUSE on this link: our replay (replay_first, pause_eligible); with
// pause_eligible window_wait(), if that is longer, and on a link with errors the way of one NACK.
Time retry_before_pause(const asic::SwitchConfig& device, const asic::SwitchConfig& peer, const link::LinkConfig& link,
                        bool errors);

// As the VIQs of a switch count lengths: bytes, or whole cells. With the tag of a switch and without, if switches put
// on tags.
std::vector<Bytes> counted_lengths(const Alike& alike);

}  // namespace weir::bounds
