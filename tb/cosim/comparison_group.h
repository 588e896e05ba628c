// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of comparisons: at each bit, numbers one below and one above each other of which this is the highest bit
// that differs, and numbers that differ in this bit alone.

#pragma once

#include <string>
#include <vector>

#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class ComparisonGroup : public CoverageGroup {
 public:
  // In the order of the bins. NOLINTNEXTLINE(performance-enum-size)
  enum Difference : std::size_t { kOneAbove, kOneBelow, kOneBitMore, kOneBitLess };
  struct Comparison {
    std::string name;
    unsigned bits;  // that may differ
  };

  // `of` and `left` name the dimensions: the comparisons, and what the left number is. Without `of` there is one
  // comparison, and no dimension for it.
  ComparisonGroup(const std::string& of, const std::vector<Comparison>& comparisons, std::string left);

  // Numbers that differ above the comparison's bits are none of its bins.
  void compared(std::size_t comparison, std::uint64_t left, std::uint64_t right);

 private:
  std::size_t place(std::size_t comparison, std::size_t bit, Difference difference) const {
    return (comparison * widest_ + bit) * kDifferences + difference;
  }

  static constexpr std::size_t kDifferences = 4;
  std::size_t widest_;
  std::vector<unsigned> bits_;  // of each
};

}  // namespace weir::cosim
