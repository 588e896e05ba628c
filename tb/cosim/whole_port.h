// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The blocks of a whole port, and the blocks that each of them has.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace weir::cosim {

// Each behind the first has the first, and those behind the second have the second, and more.
inline constexpr std::array<std::string_view, 5> kWholePorts{"lossless_port", "equipped_port", "gentle_port",
                                                             "gradient_port", "linear_port"};

constexpr bool is_whole_port(std::string_view block) {
  return std::ranges::find(kWholePorts, block) != kWholePorts.end();
}

// Of the port `whole`; by its key of fidelity, or as a block of RTL.
constexpr bool is_part_of_port(std::string_view block, std::string_view whole) {
  constexpr std::array<std::string_view, 3> kParts{"pfc_engine", "ib_credits", "egress_scheduler"};
  if (std::ranges::find(kParts, block) != kParts.end())
    return true;
  if (whole == kWholePorts[0] || block == whole)
    return false;
  if (block == kWholePorts[0])
    return true;
  if (whole == kWholePorts[1])
    return block == "tcd_detector";
  if (block == kWholePorts[1])
    return true;
  const bool limits = block.starts_with("rate_limiter");
  if (whole == kWholePorts[2])
    return limits || block.starts_with("stage_comparator");
  return whole == kWholePorts[3] ? block == "gradient_gate" : limits || block == "linear_rate";
}

}  // namespace weir::cosim
