// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A table of profiles of link-level retry (LLR) by line rate and cable, as SONiC reads one (llr_profile_lookup.ini):
// blank-separated columns, named by the first line that is no comment: speed in Mbps, cable ("40m"), then the settings
// of the port's LLR profile. Lines that begin with '#' are comments, and "-" leaves a setting as it is.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "hw_model/base/units.h"
#include "hw_model/mechanisms/llr/llr_config.h"
#include "tb/bounds/retry_window.h"

namespace weir::cost {

// What no link decides; nothing: the column is "-".
struct RetryProfileRequest {
  std::optional<Time> replay_timer = {};  // usual_replay_timer() of each link
  std::uint32_t replay_count = llr::LlrConfig{}.replay_count_max;
  std::optional<Time> pcs_lost_timeout = {};
  std::optional<Time> data_age_timeout = {};
  llr::FrameAction init_action = llr::LlrConfig{}.init_llr_frame_action;
  llr::FrameAction flush_action = llr::LlrConfig{}.flush_llr_frame_action;
  Bytes spacing = llr::LlrConfig{}.ctlos_target_spacing;
};

struct RetryProfile {
  BitRate rate;
  double cable = 0;  // metres
  bounds::RetryWindow window;
  Time loop;  // of the largest frame
};

// Three loops of the largest frame and 500 ns, in whole ns, at least 1 us: what a driver of a published chip sets.
// At most what the register holds, which may be less than the loop.
Time usual_replay_timer(Time loop);

// The table, a row for each profile in their order, below a comment line for each of `comments`. Throws
// std::invalid_argument, one line that names the option, for a value beyond its range, a replay timer that is not
// longer than the loop of a link, an age that the replay timer forestalls, and a rate that is no whole number of Mbps.
std::string retry_profiles_text(std::span<const RetryProfile> profiles, const RetryProfileRequest& request,
                                std::span<const std::string> comments);

}  // namespace weir::cost
