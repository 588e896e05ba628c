// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/comparison_group.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace weir::cosim {

namespace {

using Comparisons = std::vector<ComparisonGroup::Comparison>;

unsigned widest_of(const Comparisons& comparisons) {
  return std::ranges::max(comparisons, {}, &ComparisonGroup::Comparison::bits).bits;
}

std::vector<CoverageDimension> dimensions_of(const std::string& of, const Comparisons& comparisons, std::string left) {
  std::vector<CoverageDimension> dimensions = {
      numbers("bit", 0, widest_of(comparisons) - 1),
      {std::move(left), {"one_above", "one_below", "one_bit_more", "one_bit_less"}}};
  if (!of.empty()) {
    CoverageDimension names{of, {}};
    for (const ComparisonGroup::Comparison& comparison : comparisons) {
      names.bins.push_back(comparison.name);
    }
    dimensions.insert(dimensions.begin(), std::move(names));
  }
  return dimensions;
}

}  // namespace

ComparisonGroup::ComparisonGroup(const std::string& of, const Comparisons& comparisons, std::string left)
    : CoverageGroup("comparison", dimensions_of(of, comparisons, std::move(left))), widest_(widest_of(comparisons)) {
  for (const Comparison& comparison : comparisons) {
    for (std::size_t bit = comparison.bits; bit < widest_; ++bit) {
      for (const Difference difference : {kOneAbove, kOneBelow, kOneBitMore, kOneBitLess}) {
        rule_out(place(bits_.size(), bit, difference));
      }
    }
    bits_.push_back(comparison.bits);
  }
}

void ComparisonGroup::compared(std::size_t comparison, std::uint64_t left, std::uint64_t right) {
  const std::uint64_t differing = left ^ right;
  const auto bits = static_cast<unsigned>(std::bit_width(differing));
  if (bits == 0 || bits > bits_[comparison]) {
    return;
  }
  const bool more = left > right;
  if ((more ? left - right : right - left) == 1) {
    hit(place(comparison, bits - 1, more ? kOneAbove : kOneBelow));
  }
  if (std::has_single_bit(differing)) {
    hit(place(comparison, bits - 1, more ? kOneBitMore : kOneBitLess));
  }
}

}  // namespace weir::cosim
