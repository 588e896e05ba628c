// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A waveform of clock cycles as an FST file: what lock-step leaves behind when two models differ.

#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/cosim/ports.h"

namespace weir::cosim {

// One group of signals, a scope below the top one. values[n] are those of the n-th cycle, in port order.
struct WaveScope {
  std::string name;
  std::vector<Port> ports;
  std::vector<std::vector<std::uint64_t>> values;
};

struct CycleWaves {
  std::string top;  // name of the top scope
  Time period;
  std::vector<std::uint64_t> cycles;  // their numbers, rising; the clock rests in those between
  std::vector<WaveScope> scopes;

  // Writes `file`, time in picoseconds. A cycle's values stand for its whole period, the clock rises at its end.
  // Throws std::runtime_error when the file cannot be written.
  void write(const std::filesystem::path& file) const;
};

}  // namespace weir::cosim
