// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY's port level (section IV.B). The VIQ of the loop is lent `loan` of buffer and its peer is resumed. Every other
// ingress with a packet that waits at the loop's egress, or arrives for it, is kept paused until the resolution ends,
// because it would compete for the room. Its packets that are in the VEQ already leave in their order.
//
// No packet is lost: a loan leaves the headroom free, and an ingress that is kept paused is paused as by its own VIQ.
// Latency: none of its own; a RESUME and the pauses wait for their ports.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hw_model/mechanisms/deadlock/resolution.h"

namespace weir::deadlock {

class PortLevel : public LoopResolution {
 public:
  // `spared`: ingresses that are never kept paused; empty: none.
  PortLevel(const SwitchContext& context, SwitchActions& actions, std::vector<std::uint8_t> spared = {});

  bool act(const LoopPart& part, const reference::ItsyCausality& causality, Time now) override;
  void end(const LoopPart& part, Time now) override;
  void taken(const frame::Packet& packet, Time now) override;
  void bind_registers(const ledger::Binder& binder) const override;
  void reset() override {
    part_.reset();
    std::ranges::fill(blocked_, std::uint8_t{0});
  }

  bool blocked(PortId p) const { return blocked_[p.index()] != 0; }
  std::uint64_t refused() const { return refused_; }  // loans that the buffer had no room for

  static void check_declared(const ledger::Block& block);

 private:
  void block(PortId ingress, Time now);

  SwitchActions& actions_;
  Bytes loan_;
  std::vector<std::uint8_t> spared_;
  std::optional<LoopPart> part_;       // the part of the loop on which it acts
  std::vector<std::uint8_t> blocked_;  // by ingress: 1 while kept paused
  std::uint64_t refused_ = 0;
};

}  // namespace weir::deadlock
