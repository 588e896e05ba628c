// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/class_mapper_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: packets with a TTL at and beside ttl0, within the hops of a legal path, and arbitrary;
// settings and tables rewritten now and then, often just before, with or after a packet that depends on them. Aims by
// the block's registers.
class ClassMapperStimulus {
 public:
  ClassMapperStimulus(std::uint64_t seed, const reference::ClassMapperBlock& block);

  void fill(std::span<reference::ClassMapperInputs> cycles);

 private:
  void draw_point(std::uint64_t draw);
  std::uint8_t next_ttl(std::uint64_t& draw) const;

  RandomStream random_;
  reference::ClassMapperCycle block_;
  unsigned ttl_bits_;
  reference::ClassMapperInputs cycle_{};
};

}  // namespace weir::cosim
