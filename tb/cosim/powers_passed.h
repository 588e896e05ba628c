// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of how far something goes on: the bins of a group are the powers of two that a count has passed.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weir::cosim {

// k, if the count has just passed 2^k, and k is at most `most`. For a count that rises by one.
inline std::optional<std::size_t> power_passed(std::uint64_t count, unsigned most) {
  if (count < 2 || !std::has_single_bit(count - 1) || count - 1 > std::uint64_t{1} << most) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(std::countr_zero(count - 1));
}

}  // namespace weir::cosim
