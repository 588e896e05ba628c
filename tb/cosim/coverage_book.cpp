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

std::string coverage_csv(const BlockCoverage& block) {
  std::vector<CoverageGroup> groups = block.groups;
  CoverageGroup& cycles =
      groups.emplace_back("cycles", std::vector<CoverageDimension>{{"cycle", {"clocked", "passed_over"}}});
  cycles.hit(cycles.index({0}), block.cycles.clocked);
  cycles.hit(cycles.index({1}), block.cycles.passed_over);
  return coverage_csv(groups);
}

std::vector<BlockCoverage> CoverageBook::added_up() const {
  std::vector<BlockCoverage> blocks;
  for (const Page& page : pages_) {
    Taken taken = page.take();
    std::vector<CoverageGroup>& groups = taken.groups;
    const auto known = std::ranges::find_if(blocks, [&](const BlockCoverage& block) {
      return block.block == page.block && same_bins(block.groups, groups);
    });
    if (known == blocks.end()) {
      blocks.push_back({page.block, 1, taken.cycles, std::move(groups)});
      continue;
    }
    ++known->instances;
    known->cycles.clocked += taken.cycles.clocked;
    known->cycles.passed_over += taken.cycles.passed_over;
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
