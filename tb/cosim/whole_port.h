// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The blocks of a whole port, and the blocks that each of them has.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace weir::cosim {

// The second has the first, and more.
inline constexpr std::array<std::string_view, 2> kWholePorts{"lossless_port", "equipped_port"};

constexpr bool is_whole_port(std::string_view block) {
  return std::ranges::find(kWholePorts, block) != kWholePorts.end();
}

// Of the port `whole`.
constexpr bool is_part_of_port(std::string_view block, std::string_view whole) {
  constexpr std::array<std::string_view, 3> kParts{"pfc_engine", "ib_credits", "egress_scheduler"};
  return std::ranges::find(kParts, block) != kParts.end() ||
         (whole == kWholePorts[1] && (block == kWholePorts[0] || block == "tcd_detector"));
}

}  // namespace weir::cosim
