// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of sums and differences: the bits into which each has a carry or a borrow, and where modular sums land.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/functional_coverage.h"

namespace weir::cosim {

class CarryGroup : public CoverageGroup {
 public:
  // Of numbers of `bits` bits.
  CarryGroup(std::vector<std::string> sums, unsigned bits)
      : CoverageGroup("carry", {{"sum", std::move(sums)}, numbers("into_bit", 1, bits - 1)}),
        into_((std::uint64_t{1} << bits) - 2) {}

  // `result`: left + right, or left - right, modulo the range or not. A carry or a borrow into a bit turns it around.
  void carried(std::size_t sum, std::uint32_t left, std::uint32_t right, std::uint32_t result) {
    for (std::uint64_t bits = (left ^ right ^ result) & into_; bits != 0; bits &= bits - 1) {
      hit(index({sum, static_cast<std::size_t>(std::countr_zero(bits)) - 1}));
    }
  }

 private:
  std::uint64_t into_;  // the bits into which there may be one: all but the lowest
};

// Sums modulo the range: at its highest number, at 0, and beyond.
class LandingGroup : public CoverageGroup {
 public:
  LandingGroup(std::vector<std::string> sums, std::uint32_t most)
      : CoverageGroup("lands", {{"sum", std::move(sums)}, {"at", {"most", "zero", "beyond"}}}), most_(most) {}

  // `result`: left and more, modulo the range.
  void landed(std::size_t sum, std::uint32_t left, std::uint32_t result) {
    if (result == most_) {
      hit(index({sum, 0}));
    } else if (result == 0) {
      hit(index({sum, 1}));
    } else if (result < left) {
      hit(index({sum, 2}));
    }
  }

 private:
  std::uint32_t most_;
};

}  // namespace weir::cosim
