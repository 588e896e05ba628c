// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Golden vectors: for each RTL block what stands at its inputs in each cycle and what its outputs must then show, made
// by the C++ model. They are cut in segments, each of which begins with a reset and exercises one thing, so that a
// failure says what is wrong. docs/user_guide/golden_vectors.md tells how to play them on RTL of one's own.

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
  std::string name;       // a word, unique in its block
  std::string exercises;  // one sentence
  bool is_long = false;   // more cycles than an event-driven simulator plays in a minute; these come last
  std::size_t first_run = 0;
  std::size_t runs = 0;
  std::uint64_t first = 0;  // cycle, from 0
  std::uint64_t cycles = 0;
};

// Cycles with the same inputs, in each of which every output is that of the cycle before plus a step of its own, modulo
// what the port holds. A long wait is one of them.
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
  std::vector<CoverageGroup> coverage{};  // what they meet
  std::vector<std::string> left_out{};    // segments that these widths are too narrow for, each with the reason

  std::uint64_t cycles() const { return segments.empty() ? 0 : segments.back().first + segments.back().cycles; }
  std::size_t short_segments() const;
};

// Other widths than those of hw_model/reference/widths.h, and other reset values than the defaults, by the names of the
// RTL's parameters: one number, or one for each register of a table.
using OtherParameters = std::vector<std::pair<std::string, std::vector<std::uint64_t>>>;

struct VectorOptions {
  std::uint64_t seed = 1;
  std::uint64_t random_cycles = 20'000;  // in all segments of random stimulus together
  std::vector<BitRate> rates{BitRate(10'000'000'000), BitRate(40'000'000'000), BitRate(100'000'000'000)};
  OtherParameters parameters{};
  const Recording* recording = nullptr;  // in the place of all of ours: its cycles, in its mode and widths
};

// What lasts longer is a long segment, or left to lock-step: more than 2^20 cycles.
inline constexpr unsigned kShortAge = 20;

// The frame sizes of the packet segments, in bytes.
std::span<const unsigned> vector_packet_sizes();

// Takes the values that are asked for. Throws std::invalid_argument for one that cannot be set, with those that can.
void set_parameters(std::string_view block, const OtherParameters& others, std::span<const RtlParameter> parameters);

}  // namespace weir::cosim
