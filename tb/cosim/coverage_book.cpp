// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/coverage_book.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace weir::cosim {

namespace {

bool same_bins(const std::vector<CoverageGroup>& some, const std::vector<CoverageGroup>& others) {
  return std::ranges::equal(some, others,
                            [](const CoverageGroup& one, const CoverageGroup& other) { return one.same_bins(other); });
}

}  // namespace

std::vector<BlockCoverage> CoverageBook::added_up() const {
  std::vector<BlockCoverage> blocks;
  for (const Page& page : pages_) {
    std::vector<CoverageGroup> groups = page.take();
    const auto known = std::ranges::find_if(blocks, [&](const BlockCoverage& block) {
      return block.block == page.block && same_bins(block.groups, groups);
    });
    if (known == blocks.end()) {
      blocks.push_back({page.block, 1, std::move(groups)});
      continue;
    }
    ++known->instances;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      known->groups[i].add(groups[i]);
    }
  }
  std::map<std::string, unsigned> widths;
  for (BlockCoverage& block : blocks) {
    const unsigned number = ++widths[block.block];
    block.file = "coverage_" + block.block + (number == 1 ? "" : "-" + std::to_string(number)) + ".csv";
  }
  return blocks;
}

}  // namespace weir::cosim
