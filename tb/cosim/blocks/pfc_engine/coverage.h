// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Functional coverage of a PFC engine: each state of a class beside each combination of what its depth and a built
// frame bring; each two events of a class in one cycle; each event of each class; 0, 1 and 2 quanta taken from both
// timers at 0 to 3, at and beside each bit, and at all ones; the opcode that is obeyed, the other, each with one bit
// that differs, in both modes; each bit of the times of a frame and of the settings, and carries into each bit of the
// fraction; more than 2^9 refreshes of each class in a row; a part of a quantum kept for more than 2^k cycles while no
// class is held; each event of the port directly after each other; and no event for more than 2^k cycles.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "hw_model/cycle_models/pfc_engine_cycle.h"
#include "tb/cosim/event_groups.h"

namespace weir::cosim {

class PfcEngineCoverage {
 public:
  using Inputs = reference::PfcEngineInputs;
  using Outputs = reference::PfcEngineOutputs;

  explicit PfcEngineCoverage(const reference::PfcEngineConfig& config, unsigned latency = 0);

  // The following samples are of a block just out of reset.
  void start(const reference::PfcEngineConfig& /*mode*/) {
    events_.start();
    refreshes_ = {};
    kept_ = 0;
  }
  // Samples consecutive cycles; as many outputs as inputs.
  void sample(std::span<const Inputs> in, std::span<const Outputs> out);

  std::vector<CoverageGroup> take() const {
    return {states_,  classes_, together_, timers_,          opcodes_,      bits_,
            carries_, rows_,    parts_,    events_.orders(), events_.held()};
  }

 private:
  void of_class(const Inputs& in, const Outputs& out, std::size_t c);
  void of_timer(std::size_t which, std::uint16_t value, unsigned quanta);
  void of_port(const Inputs& in, const Outputs& out);
  void follow(const Inputs& in, const Outputs& out);
  void set_bits(std::size_t of, std::uint32_t value, unsigned width);

  unsigned prescaler_bits_;
  CoverageGroup states_;
  CoverageGroup classes_;
  CoverageGroup together_;
  CoverageGroup timers_;
  CoverageGroup opcodes_;
  CoverageGroup bits_;
  CoverageGroup carries_;
  CoverageGroup rows_;
  CoverageGroup parts_;
  EventGroups events_;
  std::array<std::uint64_t, kClasses> refreshes_{};  // in a row
  std::uint64_t kept_ = 0;                           // cycles
};

}  // namespace weir::cosim
