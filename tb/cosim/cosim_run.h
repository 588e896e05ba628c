// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A whole lock-step run of one block: each mode of the block, directed and random stimulus or a recording, functional
// coverage, and the speed in comparison with the Verilated block alone.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/recording.h"

namespace weir::cosim {

class PortDut;

enum class Stimulus : std::uint8_t { kDirected, kRandom, kBoth };

struct CosimOptions {
  Stimulus stimulus = Stimulus::kBoth;
  std::uint64_t cycles = 10'000'000;  // in all modes together; directed stimulus may end earlier
  // In addition to directed stimulus: lengths of more than 2^k cycles, for k from `shortest` to `longest`; 0: none.
  unsigned shortest = 0;
  unsigned longest = 0;
  std::uint64_t seed = 1;
  const Recording* recording = nullptr;  // instead of `stimulus`: all cycles of the recording, in its mode
  std::filesystem::path wave_folder{};
  bool alone = true;  // also play one chunk in four on the Verilated block alone, to measure its speed
  std::function<std::unique_ptr<PortDut>()> rtl{};  // replaces the block's own RTL (port_dut.h)
};

struct CosimResult {
  std::vector<std::string> modes{};
  std::uint64_t directed_cycles = 0;
  std::uint64_t random_cycles = 0;
  std::uint64_t age_cycles = 0;  // of long waits and idle times, not counted in CosimOptions::cycles
  std::uint64_t recorded_cycles = 0;
  std::uint64_t outputs_as_recorded = 0;  // cycles whose outputs the recording states and both models repeated
  std::vector<CoverageGroup> coverage{};

  // CPU time.
  double lockstep_seconds = 0;  // of both models and the comparison
  double total_seconds = 0;     // with stimulus and coverage, in all threads
  std::uint64_t alone_cycles = 0;
  double alone_seconds = 0;  // of the Verilated block with the same stimulus

  std::uint64_t cycles() const { return directed_cycles + random_cycles + age_cycles + recorded_cycles; }
  double lockstep_rate() const { return lockstep_seconds > 0 ? static_cast<double>(cycles()) / lockstep_seconds : 0; }
  double total_rate() const { return total_seconds > 0 ? static_cast<double>(cycles()) / total_seconds : 0; }
  double alone_rate() const { return alone_seconds > 0 ? static_cast<double>(alone_cycles) / alone_seconds : 0; }
};

}  // namespace weir::cosim
