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
#include "tb/cosim/kind.h"

namespace weir::cosim {

struct VectorSegment {
  std::string name;       // a word, unique in its block
  std::string exercises;  // one sentence
  std::size_t first;      // cycle, from 0
  std::size_t cycles;
};

struct Vectors {
  std::string block;  // RTL module
  Time period;
  std::vector<std::pair<std::string, unsigned>> parameters{};  // of the module, in its order
  std::vector<Port> inputs{};
  std::vector<Port> outputs{};
  std::vector<std::vector<std::uint64_t>> stimulus{};  // one row a cycle, values in the order of the ports
  std::vector<std::vector<std::uint64_t>> expected{};  // just before the clock edge of that cycle
  std::vector<VectorSegment> segments{};
};

struct VectorOptions {
  std::uint64_t seed = 1;
  std::uint64_t random_cycles = 20'000;  // in all segments of random stimulus together
  std::vector<BitRate> rates{BitRate(10'000'000'000), BitRate(40'000'000'000), BitRate(100'000'000'000)};
  // Other widths than those of hw_model/reference/widths.h, by the names of the RTL's parameters.
  std::vector<std::pair<std::string, unsigned>> parameters{};
};

// The frame sizes of the packet segments, in bytes.
std::span<const unsigned> vector_packet_sizes();

// Takes the widths that are asked for. Throws std::invalid_argument for one that cannot be set, with those that can.
void set_parameters(std::string_view block, const VectorOptions& options, std::span<const RtlParameter> parameters);

}  // namespace weir::cosim
