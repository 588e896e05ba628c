// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A whole lock-step run of one block: each mode that the block is set up in, directed and random stimulus or a
// recording, functional coverage, and how fast it went beside the Verilated block alone.

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
  std::uint64_t cycles = 10'000'000;  // in all modes together; directed stimulus ends earlier by itself
  // Beside directed stimulus: what lasts more than 2^k cycles, for k from `shortest` to `longest`, if that is not 0.
  unsigned shortest = 0;
  unsigned longest = 0;
  std::uint64_t seed = 1;
  const Recording* recording = nullptr;  // in the place of `stimulus`: all of its cycles, in its own mode
  std::filesystem::path wave_folder{};
  bool alone = true;  // plays one chunk in four on the Verilated block alone, too, to see how fast it is
  std::function<std::unique_ptr<PortDut>()> rtl{};  // in the place of the block's own (port_dut.h)
};

struct CosimResult {
  std::vector<std::string> modes{};
  std::uint64_t directed_cycles = 0;
  std::uint64_t random_cycles = 0;
  std::uint64_t age_cycles = 0;  // of long waits and long idle times, beside `cycles` of the options
  std::uint64_t recorded_cycles = 0;
  std::uint64_t outputs_as_recorded = 0;  // cycles whose outputs the recording states and the blocks repeated
  std::vector<CoverageGroup> coverage{};

  // CPU time.
  double lockstep_seconds = 0;  // both models and the comparison
  double total_seconds = 0;     // with making the stimulus and sampling coverage, in whatever thread
  std::uint64_t alone_cycles = 0;
  double alone_seconds = 0;  // the Verilated block with the same stimulus, nothing else

  std::uint64_t cycles() const { return directed_cycles + random_cycles + age_cycles + recorded_cycles; }
  double lockstep_rate() const { return lockstep_seconds > 0 ? static_cast<double>(cycles()) / lockstep_seconds : 0; }
  double total_rate() const { return total_seconds > 0 ? static_cast<double>(cycles()) / total_seconds : 0; }
  double alone_rate() const { return alone_seconds > 0 ? static_cast<double>(alone_cycles) / alone_seconds : 0; }
};

}  // namespace weir::cosim
