// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the credits, the division and the limiters of a port into a given state and show it.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/linear_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/limited_port.h"

namespace weir::cosim {

class LinearPortWriter : public LimitedPortWriter<LinearPortWriter, reference::LinearPortInputs> {
 public:
  explicit LinearPortWriter(const reference::LinearPortConfig& config)
      : LimitedPortWriter(config), config_(config), range_(bytes(64)) {}

  const reference::LinearPortConfig& config() const { return config_; }
  bool is_linear(std::uint32_t c) const { return (config_.linear >> c & 1U) != 0; }
  std::uint64_t bytes(std::uint64_t blocks) const { return blocks << config_.block_shift; }
  std::uint64_t most_range() const { return (std::uint64_t{1} << config_.rate().room_bits()) - 1; }
  std::uint32_t most() const { return config_.credits().most(); }
  std::uint32_t half() const { return config_.credits().half(); }
  std::uint32_t longest() const { return (std::uint32_t{1} << config_.blocks_bits) - 1; }

  // Bm - B0 from the next cycle on, of 1 byte or more.
  void set_range(std::uint64_t range) { range_ = range == 0 || range > most_range() ? most_range() : range; }
  void set(In& in) const { in.linear_range = range_; }

  // From the cycle behind the one that brings a message, to a port at rest, up to that before its rate is obeyed.
  std::uint64_t division() const { return config_.rate().steps() + 2; }
  void settle() { idle(division()); }

  // A message of the peer. FCTBS of this end is 0 after a reset.
  In heard(std::uint32_t c, std::uint32_t fccl) const { return shown(of(lossless().message(c, fccl & most())), c); }
  // What a division makes of this is obeyed by the limiter of class c.
  void rate(std::uint32_t c, std::uint32_t fccl) {
    add(heard(c, fccl));
    settle();
    show(c);
  }
  // A packet that counts: none of `sent` does.
  In counts(std::uint32_t c, std::uint32_t blocks) const {
    In in = sent(c, 0);
    in.sent_blocks = blocks;
    return in;
  }
  In sent(std::uint32_t c, std::uint32_t ticks, std::uint32_t subticks = 0, std::uint32_t phase = 0) const {
    In in = LimitedPortWriter::sent(c, ticks, subticks, phase);
    in.sent_blocks = 0;
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
  In admitted(std::uint32_t c, std::uint32_t blocks) const { return of(lossless().admitted(c, 64, blocks)); }
  In released(std::uint32_t c, std::uint32_t blocks) const { return of(lossless().released(c, 64, blocks)); }
  // What comes in one cycle comes in the next with this message.
  In with_message(In in, std::uint32_t c, std::uint32_t fccl) const {
    const In message = heard(c, fccl);
    in.heard_valid = in.heard_credit = true;
    in.heard_class = c;
    in.heard_fccl = message.heard_fccl;
    in.heard_fctbs = message.heard_fctbs;
    return in;
  }

 private:
  reference::LinearPortConfig config_;
  std::uint64_t range_;
};

// Directed cycles of the limiters.
void limit(LinearPortWriter& write);

}  // namespace weir::cosim
