// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Round robin among at most 64 members: the arithmetic of the crossbar's arbiters and of rtl/rr_arbiter.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace weir::reference {

// The first member at or after `from`, going round once, of those that ask; there is one that asks. from < 64.
[[gnu::always_inline]] inline std::size_t next_in_turn(std::uint64_t asking, std::size_t from) {
  const std::uint64_t turned = std::rotr(asking, static_cast<int>(from));  // no branch: turns are hard to guess
  return (from + static_cast<std::size_t>(std::countr_zero(turned))) % 64;
}

// Whose turn is next when `member` was served.
constexpr std::size_t turn_after(std::size_t member, std::size_t members) {
  return member + 1 == members ? 0 : member + 1;
}

}  // namespace weir::reference
