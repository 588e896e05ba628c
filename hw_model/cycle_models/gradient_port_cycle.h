// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/gradient_port: a port and, for each class of `gradient`, the gradient rule: a gate that judges
// packets which outputs would take, and counts them; and a message of the count of freed blocks, which holds no packet
// by credits. It is made of the cycle models of the blocks; what it adds is what stands between them. Outputs are those
// before the clock edge. Order in a cycle: the gates judge by what the cycle began with; the port says what it offers;
// messages that are due go to the MAC where the port offers neither frame nor message. All is in reset until the port
// runs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/cycle_models/equipped_port_cycle.h"
#include "hw_model/cycle_models/gradient_gate_cycle.h"
#include "hw_model/reference/gradient_port_widths.h"

namespace weir::reference {

struct GradientPortConfig : EquippedPortConfig {
  unsigned gradient = kPortGradient;  // classes with the gradient rule

  GradientGateConfig gate() const { return {.counter_bits = counter_bits, .blocks_bits = blocks_bits}; }
  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const GradientPortConfig&) const = default;
};

// What the crossbar asks and tells.
struct CrossbarRequests {
  bool wants = false;  // an output would take a packet for the other end
  std::uint32_t wants_class = 0;
  std::uint32_t wants_blocks = 0;
  std::uint32_t wants_depth = 0;  // of the VIQ that the packet leaves, itself included
  std::uint32_t stop = 0;         // Bm, in blocks
  bool taken_valid = false;       // an output takes a packet of this port's VIQ
  std::uint32_t taken_class = 0;
  std::uint32_t taken_blocks = 0;
  bool operator==(const CrossbarRequests&) const = default;
};

struct GradientPortInputs : EquippedPortInputs, CrossbarRequests {
  bool operator==(const GradientPortInputs&) const = default;
};

// What the crossbar is answered. Two classes a number of `untaken`, the first in the lower bits.
struct CrossbarAnswers {
  bool takes = false;
  std::uint32_t held = 0;  // H of the class shown
  std::uint64_t untaken_0_1 = 0;
  std::uint64_t untaken_2_3 = 0;
  std::uint64_t untaken_4_5 = 0;
  std::uint64_t untaken_6_7 = 0;
  bool operator==(const CrossbarAnswers&) const = default;
};

struct GradientPortOutputs : EquippedPortOutputs, CrossbarAnswers {
  bool tells = false;  // what is offered is a message of a class of `gradient`
  bool operator==(const GradientPortOutputs&) const = default;
};

class GradientPortCycle {
 public:
  explicit GradientPortCycle(const GradientPortConfig& config);

  // One cycle; outputs as before its clock edge.
  GradientPortOutputs clock(const GradientPortInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once.
  GradientPortOutputs evaluate(const GradientPortInputs& in) {
    const Cycle cycle = judge(in);
    return joined(cycle, port_.evaluate(cycle.port));
  }

  // For stimulus that aims, and for coverage.
  const GradientGateCycle& gate(std::size_t c) const { return gates_[c]; }
  // Of the parts.
  const LosslessPortCycle& port() const { return port_.port(); }
  const TcdDetectorCycle& detector(std::size_t c) const { return port_.detector(c); }

 private:
  // What the parts get and say in a cycle.
  struct Cycle {
    std::array<GradientGateInputs, kClasses> gates{};
    std::array<GradientGateOutputs, kClasses> counts{};
    EquippedPortInputs port;
    std::uint32_t messages = 0;  // that are due
    GradientPortOutputs out;     // but for what the port says
  };
  bool has_gate(std::size_t c) const { return (config_.gradient >> c & 1U) != 0; }
  GradientGateInputs gate_inputs(const GradientPortInputs& in, bool running, std::uint32_t c) const;
  void judge_class(const GradientPortInputs& in, Cycle& cycle, std::uint32_t c);
  Cycle judge(const GradientPortInputs& in);
  static GradientPortOutputs joined(const Cycle& cycle, const EquippedPortOutputs& port);

  GradientPortConfig config_;
  EquippedPortCycle port_;
  std::array<GradientGateCycle, kClasses> gates_;
  std::uint32_t due_ = 0;  // classes whose message is due
};

}  // namespace weir::reference
