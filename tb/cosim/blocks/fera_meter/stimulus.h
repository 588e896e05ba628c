// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/fera_meter_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

inline constexpr unsigned kShiftBits = 6;
constexpr std::uint64_t most_of(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

// Constrained random stimulus: ports ticked as early as possible, late, and too early; frames of every magnitude,
// floods, silence and pauses of all lengths; depths at and beside Q_eq; settings and ports of every magnitude, and
// ports that a switch does not have; a line rate that falls and rises. Follows the unit, so that inputs are stable
// while the unit works.
class FeraMeterStimulus {
 public:
  FeraMeterStimulus(std::uint64_t seed, const reference::FeraMeterConfig& config);

  void fill(std::span<reference::FeraMeterInputs> cycles);

 private:
  // The inputs about a port.
  struct Port {
    std::uint64_t line = 0;
    std::uint64_t least = 0;
    std::uint64_t capacity = 0;
    std::uint32_t inverse = 0;
    std::uint32_t shift = 0;
    std::uint32_t kbps = 0;
  };

  std::uint64_t any_magnitude(unsigned bits);
  void next_phase();
  void next_settings();
  void next_port(Port& port);
  void next_load(Port& port);
  void follow(Port& port) const;
  void aim(const Port& port);
  std::uint32_t port(std::uint64_t& draw) const;
  std::uint32_t depth(std::uint64_t& draw) const;

  RandomStream random_;
  reference::FeraMeterConfig config_;
  reference::FeraMeterCycle unit_;
  std::vector<Port> ports_;
  reference::FeraMeterInputs cycle_{};  // the latest one, with the settings
  std::uint64_t phase_left_ = 0;        // cycles
  std::uint32_t favourite_ = 0;
  unsigned calm_ = 0;    // bits of a draw that must be 0 for a frame to arrive
  unsigned length_ = 0;  // number of bits of frame lengths
  unsigned ticks_ = 0;   // bits of a draw that must be 0 for a tick
  bool flood_ = false;   // send longest frames until A is full
};

}  // namespace weir::cosim
