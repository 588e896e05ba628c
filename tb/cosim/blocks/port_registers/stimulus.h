// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/port_registers/register_words.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: reads and writes of the words of the map, of few of them again and again, and of
// addresses beside them; halves of wide values in and out of order; data that fit and that do not; events beside
// clears.
class PortRegistersStimulus {
 public:
  PortRegistersStimulus(std::uint64_t seed, const reference::PortRegistersConfig& config);

  void fill(std::span<reference::PortRegistersInputs> cycles);

 private:
  std::uint32_t next_address();
  void next_write(reference::PortRegistersInputs& in);

  RandomStream random_;
  std::vector<KeptWord> kept_;
  std::vector<ValuePlace> values_;
  std::vector<ValuePlace> wide_;
  std::uint32_t favourite_ = 0;  // an address that comes again
};

}  // namespace weir::cosim
