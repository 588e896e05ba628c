// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring a gradient gate into a given state and query it.

#pragma once

#include <algorithm>

#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class GradientWriter : public ScriptWriter<GradientWriter, reference::GradientGateInputs> {
 public:
  explicit GradientWriter(const reference::GradientGateConfig& config)
      : counter_bits_(config.counter_bits),
        blocks_bits_(config.blocks_bits),
        most_(static_cast<std::uint32_t>((std::uint64_t{1} << config.counter_bits) - 1)),
        longest_((std::uint32_t{1} << config.blocks_bits) - 1) {}

  std::uint32_t most() const { return most_; }        // largest count
  std::uint32_t longest() const { return longest_; }  // longest packet
  unsigned counter_bits() const { return counter_bits_; }
  unsigned blocks_bits() const { return blocks_bits_; }

  void idle(int cycles = 1) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), In{}); }

  // Resets, then sets H, all ahead of the reported count.
  void held(std::uint32_t blocks) {
    reset();
    add({.news = true, .news_freed = (0 - blocks) & most_});
  }

  // Advances every count by this many blocks.
  void walk(std::uint32_t blocks) {
    while (blocks > 0) {
      const std::uint32_t step = std::min(blocks, longest_);
      add({.wants = true,
           .admitted = true,
           .left = true,
           .blocks = step,
           .depth = most_,
           .admitted_blocks = step,
           .left_blocks = step});
      blocks -= step;
    }
  }

  // Up to this bit a walk is short enough.
  unsigned walked_bits() const { return std::min(counter_bits_, blocks_bits_ + 12); }

 private:
  unsigned counter_bits_;
  unsigned blocks_bits_;
  std::uint32_t most_;
  std::uint32_t longest_;
};

}  // namespace weir::cosim
