// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the credits of InfiniBand into a given state and query it.

#pragma once

#include <algorithm>

#include "hw_model/cycle_models/ib_credits_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class IbCreditsWriter : public ScriptWriter<IbCreditsWriter, reference::IbCreditsInputs> {
 public:
  // What the registers are to hold.
  struct State {
    std::uint32_t fctbs = 0;
    std::uint32_t fccl = 0;
    std::uint32_t abr = 0;
    std::uint32_t occupied = 0;
  };

  explicit IbCreditsWriter(const reference::IbCreditsConfig& config) : config_(config), most_(config.most()) {}

  std::uint32_t most() const { return most_; }  // largest count
  std::uint32_t half() const { return config_.half(); }
  std::uint32_t longest() const { return (std::uint32_t{1} << config_.blocks_bits) - 1; }  // packet
  unsigned counter_bits() const { return config_.counter_bits; }
  unsigned blocks_bits() const { return config_.blocks_bits; }
  // Up to this bit a count is reached in few packets.
  unsigned walked_bits() const { return std::min(config_.counter_bits, config_.blocks_bits + 5); }
  bool walks_round() const { return walked_bits() == counter_bits(); }

  void idle(int cycles = 1) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), In{}); }

  // From a reset on. FCTBS and what is occupied are reached in packets, what is occupied from below or from above.
  void to(const State& state) {
    reset();
    const bool from_above = state.occupied > half();
    std::uint32_t sent = state.fctbs;
    std::uint32_t held = from_above ? most_ - state.occupied + 1 : state.occupied;
    while (sent > 0 || held > 0) {
      const std::uint32_t sent_blocks = std::min(sent, longest());
      const std::uint32_t held_blocks = std::min(held, longest());
      add({.sent = sent_blocks > 0,
           .sent_blocks = sent_blocks,
           .admitted = !from_above && held_blocks > 0,
           .admitted_blocks = from_above ? 0 : held_blocks,
           .released = from_above && held_blocks > 0,
           .released_blocks = from_above ? held_blocks : 0});
      sent -= sent_blocks;
      held -= held_blocks;
    }
    hear(state.fccl, state.abr);
  }
  // A message that sets ABR, too.
  void hear(std::uint32_t fccl, std::uint32_t abr) {
    add({.resync = true, .heard = true, .heard_fctbs = abr & most_, .heard_fccl = fccl & most_});
  }
  // Asks for a packet of so many blocks where so many are left: the limit is so many beyond what was sent.
  void ask(std::uint32_t fctbs, std::uint32_t left, std::uint32_t blocks) {
    add({.heard = true, .heard_fccl = (fctbs + left) & most_});
    add({.head_blocks = blocks});
  }
  // What a cycle may bring alone, in the order of the number; at last a reset beside everything.
  static constexpr unsigned kEvents = 9;
  In event(unsigned which) const {
    const In all{.rst_n = false,
                 .resync = true,
                 .sent = true,
                 .sent_blocks = 9,
                 .admitted = true,
                 .admitted_blocks = 6,
                 .heard = true,
                 .heard_fctbs = most_ - 20,
                 .heard_fccl = 3,
                 .released = true,
                 .released_blocks = 2,
                 .take = true,
                 .period = true,
                 .init = true};
    const In events[kEvents] = {{.sent = true, .sent_blocks = 9},
                                {.admitted = true, .admitted_blocks = 6},
                                {.heard = true, .heard_fctbs = most_ - 20, .heard_fccl = most_ - 21},
                                {.resync = true, .heard = true, .heard_fctbs = most_ - 4, .heard_fccl = 77},
                                {.released = true, .released_blocks = 2},
                                {.take = true},
                                {.period = true},
                                {.init = true},
                                all};
    return events[which];
  }
  // The registers, and a packet of a block.
  void show(std::uint32_t buffer) { add({.buffer = buffer, .head_blocks = 1}); }

 private:
  reference::IbCreditsConfig config_;
  std::uint32_t most_;
};

}  // namespace weir::cosim
