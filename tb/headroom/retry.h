// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Link-level retry (LLR) of a link that is given by a few numbers: the window that the link asks for, or one of the
// user's.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/mechanisms/llr/llr_config.h"
#include "hw_model/mechanisms/llr/llr_loop.h"
#include "tb/bounds/retry_window.h"

namespace weir::headroom {

// Both directions have the same settings.
struct RetryRequest {
  std::optional<std::uint32_t> frames = {};  // OUTSTANDING_FRAMES_MAX; the least for full rate with the shortest frame
  std::optional<Bytes> bytes = {};           // OUTSTANDING_BYTES_MAX; for full rate with every length
  Bytes spacing = llr::LlrConfig{}.ctlos_target_spacing;
  std::optional<Time> processing = {};  // P_rx + P_tx; 0
  bool replay_first = false;            // MAC control waits for replays
  bool pause_eligible = false;          // PAUSE has a number
};

// A link as LLR sees it, with the lengths of all eligible frames.
struct RetryLink {
  llr::LlrLinkFacts facts;
  Bytes shortest;
  Bytes longest;
};

// Throws std::invalid_argument, one line that names the option, for a value beyond its range.
void check(const RetryRequest& request);

llr::LlrLinkFacts facts_of(const RetryRequest& request, BitRate rate, std::int64_t cable);

// What the request does not give is what the link asks for, as far as the registers go.
bounds::RetryWindow window_of(const RetryRequest& request, const RetryLink& link);

// What the user has to know of this link: a window that is too small for full rate, numbers or a timer that end before
// the loop does. One line each, which begins with `name`.
std::vector<std::string> notes_of(const RetryRequest& request, const RetryLink& link, const std::string& name);

}  // namespace weir::headroom
