// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The gradient rule of flow control ("uphill waits, downhill flows"), and its counters, one pair a (port, class). It
// goes beyond GFC (SIGCOMM '19), which has no bound for all time on a VIQ; docs/reference/gradient_gate.md proves what
// is said here.
//
//   GradientSender    sent, blocks committed to the VIQ at the other end; freed, the count last heard;
//                     H = sent - freed: what that VIQ holds or may still come to hold
//   GradientReceiver  freed, blocks that have left the VIQ; depth, blocks in it that no output has taken yet
//
// An output may take the packet of VIQ u for VIQ v only if H_v < Bm or depth(u) >= H_v; a host, which has no VIQ, only
// if H_v < Bm - L. Decisions come one after the other: a packet that an output takes raises H_v and lowers depth(u)
// before the next is asked for, and then it leaves, whatever happens to H_v.
//   Theorem A: when nothing is on its way, waits go from a lower VIQ to a higher one, so none is circular.
//   Theorem B: where packets of n VIQs, itself included, can come into a VIQ over any number of hops, neither its depth
//   nor H passes Bm - 1 + L + n L with packets of one length, Bm - 1 + L + (2 n - 1) L with mixed ones.
//
// Both ends count whole blocks, the last one of a packet whole. The counts of sent and freed wrap, and so does the
// depth; freed never passes sent, so H is their difference modulo 2^width, up to 2^width - 1 blocks: twice what credits
// express in that width (cbfc_counters.h). Latency: none, one comparison of two numbers and one with a constant.

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

struct GradientConfig {
  Bytes bm{1'000'000};
  Bytes longest{1500};  // L
  Bytes block{64};
  unsigned counter_bits = 16;

  // Throws std::invalid_argument, one line: a width outside 2..32, a block or a longest packet of no bytes, Bm of not
  // more than L, or a bound for `fabric_viqs` VIQs (theorem B) that the counters cannot express.
  void validate(unsigned fabric_viqs) const;

  std::uint32_t modulo_mask() const { return static_cast<std::uint32_t>((std::uint64_t{1} << counter_bits) - 1); }

  // Blocks of a packet, the last one counted whole. 0 <= length.
  std::uint32_t blocks(Bytes length) const {
    return static_cast<std::uint32_t>((length.count() + block.count() - 1) / block.count());
  }

  // Blocks at which the rule begins: Bm, rounded down.
  std::uint32_t stop() const { return static_cast<std::uint32_t>(bm / block); }

  // Blocks at which a host stops: Bm - L.
  std::uint32_t host_stop() const { return stop() - blocks(longest); }

  // Theorem B: the most blocks in a VIQ, and in H, where packets of so many fabric VIQs can come into it, itself
  // included.
  std::uint64_t most_held(unsigned fabric_viqs, bool one_length) const {
    const std::uint64_t packets = one_length ? fabric_viqs : 2 * std::uint64_t{fabric_viqs} - 1;
    return std::uint64_t{stop()} - 1 + (packets + 1) * blocks(longest);
  }

  // The rule, in blocks. depth: of the VIQ that the packet leaves, the packet itself counted.
  bool fabric_may_start(std::uint32_t held, std::uint32_t depth) const { return held < stop() || depth >= held; }
  bool host_may_start(std::uint32_t held) const { return held < host_stop(); }

  bool operator==(const GradientConfig&) const = default;
};

class GradientSender {
 public:
  // The VIQ at the other end is empty.
  explicit GradientSender(const GradientConfig& config = {}) : mask_(config.modulo_mask()) {}

  // H, blocks.
  std::uint32_t held() const { return (sent_ - freed_) & mask_; }

  // An output has taken a packet for that VIQ.
  void committed(std::uint32_t blocks) { sent_ = (sent_ + blocks) & mask_; }

  // News of the VIQ. Reports come in the order in which they were made, so an older count never replaces a newer one.
  void heard(std::uint32_t freed) { freed_ = freed & mask_; }

  std::uint32_t sent() const { return sent_; }
  std::uint32_t freed() const { return freed_; }

 private:
  std::uint32_t mask_;
  std::uint32_t sent_ = 0;
  std::uint32_t freed_ = 0;
};

class GradientReceiver {
 public:
  explicit GradientReceiver(const GradientConfig& config = {}) : mask_(config.modulo_mask()) {}

  void admitted(std::uint32_t blocks) { depth_ = (depth_ + blocks) & mask_; }

  // An output has taken a packet of the VIQ: it stands in the buffer until it has left, and counts in no comparison.
  void committed(std::uint32_t blocks) { depth_ = (depth_ - blocks) & mask_; }

  // Such a packet has left the buffer.
  void released(std::uint32_t blocks) { freed_ = (freed_ + blocks) & mask_; }

  std::uint32_t depth() const { return depth_; }
  std::uint32_t freed() const { return freed_; }

 private:
  std::uint32_t mask_;
  std::uint32_t depth_ = 0;
  std::uint32_t freed_ = 0;
};

}  // namespace weir::reference
