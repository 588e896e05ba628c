// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A waveform of clock cycles as an FST file, written when lock-step finds a difference.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/cosim/ports.h"

namespace weir::cosim {

// One group of signals, a scope below the top one. values[n]: the values of the n-th cycle, in port order.
struct WaveScope {
  std::string name;
  std::vector<Port> ports;
  std::vector<std::vector<std::uint64_t>> values;
};

struct CycleWaves {
  std::string top;  // name of the top scope
  Time period;
  std::vector<std::uint64_t> cycles;  // rising cycle numbers; between them the clock rests
  std::vector<WaveScope> scopes;

  // Writes `file`, with time in picoseconds. A cycle's values last for its whole period, at whose end the clock rises.
  // Throws std::runtime_error if the file cannot be written.
  void write(const std::filesystem::path& file) const;
};

}  // namespace weir::cosim
