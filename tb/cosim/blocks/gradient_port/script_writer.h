// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the gates of a port into a given state and show it.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/cycle_models/gradient_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/around_port.h"

namespace weir::cosim {

class GradientPortWriter : public AroundPortWriter<GradientPortWriter, reference::GradientPortInputs> {
 public:
  explicit GradientPortWriter(const reference::GradientPortConfig& config)
      : AroundPortWriter(config), config_(config) {}

  const reference::GradientPortConfig& config() const { return config_; }
  bool has_rule(std::uint32_t c) const { return (config_.gradient >> c & 1U) != 0; }
  std::uint32_t most() const { return config_.credits().most(); }
  std::uint32_t longest() const { return (std::uint32_t{1} << config_.blocks_bits) - 1; }

  // Bm from the next cycle on.
  void set_stop(std::uint32_t stop) { stop_ = stop; }
  std::uint32_t stop() const { return stop_; }
  void set(In& in) const { in.stop = stop_; }

  // An output would take a packet of class c out of a VIQ of this depth.
  In wants(std::uint32_t c, std::uint32_t blocks, std::uint32_t depth) const {
    return with_wants(still(), c, blocks, depth);
  }
  In with_wants(In in, std::uint32_t c, std::uint32_t blocks, std::uint32_t depth) const {
    in.wants = true;
    in.wants_class = c;
    in.wants_blocks = blocks;
    in.wants_depth = depth;
    return shown(in, c);
  }
  // A message of the peer: so many blocks have left its VIQ.
  In heard(std::uint32_t c, std::uint32_t freed) const { return with_message(still(), c, freed); }
  In with_message(In in, std::uint32_t c, std::uint32_t freed) const {
    in.heard_valid = in.heard_credit = true;
    in.heard_class = c;
    in.heard_fccl = freed & most();
    in.heard_fctbs = 9;
    return in;
  }
  // Brings H to so many blocks, where so many have been taken since a reset.
  void held(std::uint32_t c, std::uint32_t blocks, std::uint32_t sent = 0) { add(heard(c, sent - blocks)); }
  In admitted(std::uint32_t c, std::uint32_t blocks) const { return of(lossless().admitted(c, 64, blocks)); }
  In released(std::uint32_t c, std::uint32_t blocks) const { return with_release(still(), c, blocks); }
  In with_release(In in, std::uint32_t c, std::uint32_t blocks) const {
    in.released_valid = true;
    in.released_class = c;
    in.released_depth = 64;
    in.released_blocks = blocks;
    return in;
  }
  In taken(std::uint32_t c, std::uint32_t blocks) const { return with_taking(still(), c, blocks); }
  In with_taking(In in, std::uint32_t c, std::uint32_t blocks) const {
    in.taken_valid = true;
    in.taken_class = c;
    in.taken_blocks = blocks;
    return in;
  }
  // A message is due.
  In period(std::uint32_t classes) const {
    In in = still();
    in.period = classes;
    return in;
  }
  In init() const {
    In in = still();
    in.init = true;
    return in;
  }

  // Every count of class c goes on by so many blocks.
  void walk(std::uint32_t c, std::uint32_t blocks) {
    while (blocks > 0) {
      const std::uint32_t step = std::min(blocks, longest());
      In in = with_release(with_wants(admitted(c, step), c, step, most()), c, step);
      in.period = 1U << c;
      add(in);
      blocks -= step;
    }
  }

 private:
  reference::GradientPortConfig config_;
  std::uint32_t stop_ = 20;
};

}  // namespace weir::cosim
