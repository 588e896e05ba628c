// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>

#include "hw_model/base/random_stream.h"
#include "hw_model/cycle_models/itsy_causality_cycle.h"
#include "tb/cosim/stimulus.h"

namespace weir::cosim {

// Constrained random stimulus: all kinds of events, alone and together, in phases: calm ones, in which a knot stands
// and numbers run out, and wild ones; one port favoured by most events. Counts move to and beside XON; checks have
// numbers near their initiator's latest, and come again with a hop more or less, at another egress, or from elsewhere.
// Follows the unit to aim.
class ItsyCausalityStimulus {
 public:
  ItsyCausalityStimulus(std::uint64_t seed, const reference::ItsyCausalityConfig& config);

  void fill(std::span<reference::ItsyCausalityInputs> cycles);

 private:
  void next_phase();
  std::uint32_t port(std::uint64_t& draw) const;
  void flags(std::uint64_t draw);
  void packets(std::uint64_t draw);
  void check(std::uint64_t draw);
  std::uint32_t last_seen() const;
  std::uint32_t amount(std::uint64_t& draw, std::uint32_t count, bool departs) const;

  RandomStream random_;
  reference::ItsyCausalityConfig config_;
  reference::ItsyCausalityCycle unit_;
  reference::ItsyCausalityInputs cycle_{};  // the latest one, with the settings
  std::uint64_t phase_left_ = 0;            // cycles
  unsigned calm_ = 0;                       // bits of a draw that must be 0 to end a pause or a hold
  unsigned life_ = 0;                       // bits of a draw that must be 0 to end a life
  std::uint32_t favourite_ = 0;
};

}  // namespace weir::cosim
