// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring stages and limiters of a port into a given state and show it.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "tb/cosim/blocks/equipped_port/limited_port.h"

namespace weir::cosim {

class GentlePortWriter : public LimitedPortWriter<GentlePortWriter, reference::GentlePortInputs> {
 public:
  static constexpr std::uint32_t kMostStage = 31;
  static constexpr std::uint32_t kSpan = 20;      // m
  static constexpr std::uint32_t kBm = 1U << 22;  // below XOFF after a reset

  explicit GentlePortWriter(const reference::GentlePortConfig& config) : LimitedPortWriter(config) {}

  // N from the next cycle on.
  void set_stages(std::uint32_t stages) { stages_ = stages; }
  std::uint32_t stages() const { return stages_; }
  // The table.
  void set(In& in) const {
    in.bm = kBm;
    in.log2_span = kSpan;
    in.stages = stages_;
  }

  // The least depth of stage k, up to m; beyond that one of stage N.
  static std::uint32_t depth_of(std::uint32_t k) {
    return k == 0 ? 0 : k <= kSpan ? kBm - (1U << (kSpan + 1 - k)) : kBm;
  }
  In admitted(std::uint32_t c, std::uint32_t k) const { return of(lossless().admitted(c, depth_of(k))); }
  In released(std::uint32_t c, std::uint32_t k) const { return of(lossless().released(c, depth_of(k))); }
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
  In heard(std::uint32_t c, std::uint16_t time) const { return shown(of(port().heard(c, time)), c); }
  // Class c waits for its limiter, for (2^k - 1) x ticks ticks.
  void hold(std::uint32_t c, std::uint16_t k, std::uint32_t ticks, std::uint32_t subticks = 0) {
    add(heard(c, k));
    add(sent(c, ticks, subticks));
  }

 private:
  std::uint32_t stages_ = kMostStage;
};

}  // namespace weir::cosim
