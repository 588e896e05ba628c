// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Fields of equal width in a port of a block, the first in the lowest bits: one a class or a queue. `bits` is 1 to 63,
// and the field of this place lies within the word.

#pragma once

#include <cstddef>
#include <cstdint>

namespace weir::reference {

inline std::uint64_t field_at(std::uint64_t word, unsigned bits, std::size_t place) {
  return word >> (bits * place) & ((std::uint64_t{1} << bits) - 1);
}

// Of a value that is wider, its lowest bits.
inline void put_field(std::uint64_t& word, unsigned bits, std::size_t place, std::uint64_t value) {
  const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
  word = (word & ~(all << (bits * place))) | ((value & all) << (bits * place));
}

}  // namespace weir::reference
