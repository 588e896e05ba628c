// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The block of a whole port, and the blocks that it has.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace weir::cosim {

inline constexpr std::string_view kWholePort = "lossless_port";

constexpr bool is_part_of_port(std::string_view block) {
  constexpr std::array<std::string_view, 3> kParts{"pfc_engine", "ib_credits", "egress_scheduler"};
  return std::ranges::find(kParts, block) != kParts.end();
}

}  // namespace weir::cosim
