// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/print_coverage.h"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace weir {

constexpr std::size_t kHolesShown = 12;  // of a group

void print_coverage(const std::vector<cosim::CoverageGroup>& coverage, bool holes_matter) {
  for (const cosim::CoverageGroup& group : coverage) {
    std::string cross;
    for (const cosim::CoverageDimension& dimension : group.dimensions()) {
      cross += (cross.empty() ? "" : " x ") + dimension.name;
    }
    const auto holes = group.holes();
    fmt::print("coverage  {:<9} {} of {} bins ({})\n", group.name(), group.bins_hit(), group.bins(), cross);
    for (std::size_t i = 0; holes_matter && i < std::min(holes.size(), kHolesShown); ++i) {
      fmt::print("  hole: {}\n", group.text_of(holes[i]));
    }
    if (holes_matter && holes.size() > kHolesShown) {
      fmt::print("  and {} more: coverage.csv\n", holes.size() - kHolesShown);
    }
    for (const std::size_t bin : group.impossible_hits()) {
      fmt::print("  met, though ruled out: {}\n", group.text_of(bin));
    }
  }
}

}  // namespace weir
