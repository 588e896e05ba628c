// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Golden vectors: the inputs of an RTL block in each cycle and the outputs that it must then show, made by the C++
// model. They are divided into segments, each of which begins with a reset and exercises one thing, so that a failure
// is informative. docs/user_guide/golden_vectors.md tells how to play them on the user's own RTL.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw_model/base/units.h"
#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/kind.h"

namespace weir::cosim {

struct Recording;

struct VectorSegment {
  std::string name;       // a word, unique within the block
  std::string exercises;  // one sentence
  bool is_long = false;   // too many cycles for a minute of an event-driven simulator; long segments come last
  std::size_t first_run = 0;
  std::size_t runs = 0;
  std::uint64_t first = 0;  // first cycle, counted from 0
  std::uint64_t cycles = 0;
};

// Cycles with equal inputs, in which each output changes by a constant step per cycle, modulo the port's range.
struct VectorRun {
  std::uint64_t cycles = 1;
  std::vector<std::uint64_t> inputs{};   // in the order of the ports
  std::vector<std::uint64_t> outputs{};  // just before the clock edge of the first cycle
  std::vector<std::uint64_t> steps{};
};

struct Vectors {
  std::string block;  // RTL module
  Time period;
  std::vector<ParameterValue> parameters{};  // of the module, in its order
  std::vector<Port> inputs{};
  std::vector<Port> outputs{};
  std::vector<VectorRun> runs{};
  std::vector<VectorSegment> segments{};
  std::vector<CoverageGroup> coverage{};  // of all segments
  std::vector<std::string> left_out{};    // segments that need wider ports, each with the reason

  std::uint64_t cycles() const { return segments.empty() ? 0 : segments.back().first + segments.back().cycles; }
  std::size_t short_segments() const;
};

// Widths other than those of hw_model/reference/widths.h, and reset values other than the defaults, by the names of the
// RTL's parameters: one number, or one for each register of a table.
using OtherParameters = std::vector<std::pair<std::string, std::vector<std::uint64_t>>>;

struct VectorOptions {
  std::uint64_t seed = 1;
  std::uint64_t random_cycles = 20'000;  // in all random segments together
  std::vector<BitRate> rates{BitRate(10'000'000'000), BitRate(40'000'000'000), BitRate(100'000'000'000)};
  OtherParameters parameters{};
  const Recording* recording = nullptr;  // replaces all segments: its cycles, in its mode and widths
};

// Durations of more than 2^20 cycles are in long segments, or left to lock-step.
inline constexpr unsigned kShortAge = 20;

// The frame sizes of the packet segments, in bytes.
std::span<const unsigned> vector_packet_sizes();

// Sets the requested values. For a parameter that cannot be set throws std::invalid_argument, listing settable ones.
void set_parameters(std::string_view block, const OtherParameters& others, std::span<const RtlParameter> parameters);

}  // namespace weir::cosim
