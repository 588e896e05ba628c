// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/port_registers/register_words.h"

#include <algorithm>

namespace weir::cosim {

std::vector<KeptWord> kept_words(unsigned port) {
  std::vector<KeptWord> words;
  for (std::size_t which = 0; which < std::size(reference::kKeptRegisters); ++which) {
    const reference::KeptRegister& kept = reference::kKeptRegisters[which];
    for (unsigned low = 0; low < kept.width; low += 32) {
      words.push_back({.which = which,
                       .address = kept.address + port * kept.stride + low / 8,
                       .bits = std::min(kept.width - low, 32U),
                       .is_flags = kept.is_flags});
    }
  }
  return words;
}

std::vector<ValuePlace> value_places(unsigned port) {
  std::vector<ValuePlace> places;
  for (const reference::ValueRegister& row : reference::kValueRegisters) {
    for (unsigned element = 0; element < row.elements; ++element) {
      places.push_back({.number = static_cast<unsigned>(places.size()),
                        .address = row.address + port * row.stride + element * row.bytes,
                        .wide = row.bytes == 8});
    }
  }
  return places;
}

}  // namespace weir::cosim
