// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Helpers for constrained random stimulus. Each kind of block has its own stimulus (blocks/<kind>/stimulus.h), which
// gives the same cycles for the same seed and configuration, in batches of any size. It prefers risky cases:
// boundaries, coincidences, resets during operation.

#pragma once

#include <cstdint>

namespace weir::cosim {

// Takes `bits` bits from a draw, so that one 64-bit draw serves several fields.
inline std::uint64_t take(std::uint64_t& draw, unsigned bits) {
  const std::uint64_t value = draw & ((std::uint64_t{1} << bits) - 1);
  draw >>= bits;
  return value;
}

// The same, up to 32 bits.
inline std::uint32_t bits(std::uint64_t& draw, unsigned count) { return static_cast<std::uint32_t>(take(draw, count)); }

}  // namespace weir::cosim
