// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What constrained random stimulus is made with. A kind of block has a stimulus of its own (blocks/<kind>/stimulus.h):
// the same cycles for the same seed and configuration, in batches of any size. It leans on what goes wrong: boundaries,
// coincidences, resets in mid-flight.

#pragma once

#include <cstdint>

namespace weir::cosim {

// Takes `bits` bits off a draw: one 64-bit draw serves several fields.
inline std::uint64_t take(std::uint64_t& draw, unsigned bits) {
  const std::uint64_t value = draw & ((std::uint64_t{1} << bits) - 1);
  draw >>= bits;
  return value;
}

}  // namespace weir::cosim
