// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Random stimulus of a port around equipped_port: that of equipped_port, and settings that stay for a phase.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tb/cosim/blocks/equipped_port/stimulus.h"

namespace weir::cosim {

template <class Input>
class PhasesAroundPort {
 public:
  PhasesAroundPort(std::uint64_t seed, const reference::EquippedPortConfig& config) : port_(seed, config) {}

  // A phase of `length` cycles begins with draw(), which sets `phase`; `own` sets what equipped_port has not.
  template <class Draw, class Own>
  void fill(std::span<Input> cycles, std::uint64_t length, const Input& phase, Draw draw, Own own) {
    of_port_.resize(cycles.size());
    port_.fill(of_port_);
    for (std::size_t n = 0; n < cycles.size(); ++n) {
      if (left_ == 0) {
        left_ = length;
        draw();
      }
      --left_;
      Input in = phase;
      static_cast<reference::EquippedPortInputs&>(in) = of_port_[n];
      own(in);
      cycles[n] = in;
    }
  }

 private:
  EquippedPortStimulus port_;
  std::vector<reference::EquippedPortInputs> of_port_;
  std::uint64_t left_ = 0;  // cycles of the phase
};

}  // namespace weir::cosim
