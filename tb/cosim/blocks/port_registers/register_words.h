// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The words of the map that a port's register bank answers.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/port_registers_cycle.h"

namespace weir::cosim {

// A word that the bank keeps, and the bits of it that its register has.
struct KeptWord {
  std::size_t which = 0;  // of kKeptRegisters
  std::uint32_t address = 0;
  unsigned bits = 0;
  bool is_flags = false;

  std::uint32_t all() const { return bits == 32 ? ~0U : (1U << bits) - 1; }
};
std::vector<KeptWord> kept_words(unsigned port);

// A value that others hold.
struct ValuePlace {
  unsigned number = 0;
  std::uint32_t address = 0;
  bool wide = false;
};
std::vector<ValuePlace> value_places(unsigned port);

}  // namespace weir::cosim
