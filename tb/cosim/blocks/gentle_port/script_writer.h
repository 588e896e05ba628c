// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring stages and limiters of a port into a given state and show it.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/script_writer.h"
#include "tb/cosim/blocks/lossless_port/script_writer.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class GentlePortWriter : public ScriptWriter<GentlePortWriter, reference::GentlePortInputs> {
 public:
  static constexpr std::uint32_t kAll = 255;
  static constexpr std::uint32_t kMostStage = 31;
  static constexpr std::uint32_t kSpan = 20;      // m
  static constexpr std::uint32_t kBm = 1U << 22;  // below XOFF after a reset
  static constexpr std::uint32_t kMostTicks = (1U << reference::kRLTickBits) - 1;
  static constexpr std::uint32_t kMostSubticks = reference::kSubticks - 1;

  explicit GentlePortWriter(const reference::GentlePortConfig& config) : lossless_(config), port_(config) {}

  // N from the next cycle on.
  void set_stages(std::uint32_t stages) { stages_ = stages; }
  std::uint32_t stages() const { return stages_; }

  // A cycle of the port, with the table and residual rounding.
  In of(const reference::EquippedPortInputs& port) const {
    In in;
    static_cast<reference::EquippedPortInputs&>(in) = port;
    in.rounding = 3;
    in.clamp = true;
    in.bm = kBm;
    in.log2_span = kSpan;
    in.stages = stages_;
    return in;
  }
  In of(const reference::LosslessPortInputs& port) const { return of(port_.of(port)); }
  In still() const { return of(port_.still()); }
  void idle(std::uint64_t cycles = 1) { cycles_.insert(cycles_.end(), cycles, still()); }
  void reset() {
    In in = still();
    in.rst_n = false;
    add(in);
  }
  // A reset and its release; PFC for these classes.
  void wake(std::uint32_t pfc = 0) {
    reset();
    idle(2);
    add(of(lossless_.written(LosslessPortWriter::kLossless, pfc)));
  }
  void show(std::uint32_t c, std::uint64_t cycles = 1) {
    In in = still();
    in.shown = c;
    cycles_.insert(cycles_.end(), cycles, in);
  }
  In ready(In in) const {
    in.mac_ready = true;
    return in;
  }
  // The MAC takes what is due.
  void drain(int cycles) { cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), ready(still())); }

  // The least depth of stage k, up to m; beyond that one of stage N.
  static std::uint32_t depth_of(std::uint32_t k) {
    return k == 0 ? 0 : k <= kSpan ? kBm - (1U << (kSpan + 1 - k)) : kBm;
  }
  In admitted(std::uint32_t c, std::uint32_t k) const { return of(lossless_.admitted(c, depth_of(k))); }
  In released(std::uint32_t c, std::uint32_t k) const { return of(lossless_.released(c, depth_of(k))); }
  // Both in one cycle.
  In both(std::uint32_t c, std::uint32_t k, std::uint32_t other, std::uint32_t released_k) const {
    In in = admitted(c, k);
    in.released_valid = true;
    in.released_class = other;
    in.released_depth = depth_of(released_k);
    return in;
  }
  // A depth, from which on the class is at stage k, and its stage is due.
  void at(std::uint32_t c, std::uint32_t k) {
    set_stages(k > kSpan ? k : kMostStage);
    idle();
    add(admitted(c, k));
    idle();
  }

  // The peer tells class c its stage; the times of the other classes are 8 apart, and do not count.
  In heard(std::uint32_t c, std::uint16_t time) const {
    In in = of(port_.heard(c, time));
    in.shown = c;
    return in;
  }
  // A packet of class c has left that took so long.
  In sent(std::uint32_t c, std::uint32_t ticks, std::uint32_t subticks = 0, std::uint32_t phase = 0) const {
    In in = of(lossless_.sent(c));
    in.sent_ticks = ticks;
    in.sent_subticks = subticks;
    in.sent_phase = phase;
    in.shown = c;
    return in;
  }
  In waits(std::uint32_t classes) const { return of(port_.waits(classes)); }
  In goes(std::uint32_t c) const {
    In in = ready(waits(1U << c));
    in.shown = c;
    return in;
  }
  // Class c waits for its limiter, for (2^k - 1) x ticks ticks.
  void hold(std::uint32_t c, std::uint16_t k, std::uint32_t ticks, std::uint32_t subticks = 0) {
    add(heard(c, k));
    add(sent(c, ticks, subticks));
  }

  const LosslessPortWriter& lossless() const { return lossless_; }

 private:
  LosslessPortWriter lossless_;
  EquippedPortWriter port_;
  std::uint32_t stages_ = kMostStage;
};

}  // namespace weir::cosim
