// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A window of link-level retry that control frames can fill. Control frames with a number go ahead of data and take a
// place each until they are acknowledged. Where as many leave in the loop of one of them as the window has places, each
// place that becomes free is taken by the next, and data waits for ever once they have all of them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hw_model/asic/switch_config.h"
#include "tb/scenario/scenario.h"

namespace weir::bounds {

// Control frames with a number that a port sends again and again: at most so many in a period.
struct NumberedFrames {
  std::int64_t frames;
  Time period;
  std::string_view what;  // "CC_Updates"
  std::string_view key;   // of the period
};

// Those of this device at a port of this rate; nothing: none of its control frames is periodic and has a number.
std::optional<NumberedFrames> numbered_frames(const asic::SwitchConfig& device, BitRate line_rate);

// The places of the window for control frames: with so many of them outstanding, or more, a frame of this length waits.
std::int64_t places_beside(const llr::LlrConfig& retry, Bytes length);

// A line for the link with the fewest places a control frame, if those frames can take them all, or "".
std::string filled_window_warning(const scenario::Scenario& scenario);

}  // namespace weir::bounds
