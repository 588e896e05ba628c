// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/linear_port: a port and, for each class of `linear`, time-based GFC: credits that set the rate
// of a rate limiter and hold no packet, what remained of them at the last message that waits for the division, and one
// division for all. It is made of the cycle models of the blocks; what it adds is what stands between them. Outputs are
// those before the clock edge. Order in a cycle: the division gives a rate; limiters say who may go; the port says what
// it offers; messages that are due go to the MAC where the port offers neither frame nor message. All is in reset until
// the port runs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/cycle_models/limited_port.h"
#include "hw_model/cycle_models/linear_rate_cycle.h"
#include "hw_model/reference/linear_port_widths.h"

namespace weir::reference {

struct LinearPortConfig : EquippedPortConfig {
  unsigned linear = kPortLinear;  // classes with time-based gentle flow control
  unsigned block_shift = kLinearBlockShift;

  LinearRateConfig rate() const { return {.counter_bits = counter_bits, .block_shift = block_shift}; }
  // Cycles from that of a message, to a port at rest, to that of its rate.
  unsigned division() const { return rate().steps() + 2; }
  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const LinearPortConfig&) const = default;
};

struct LinearPortInputs : LimitedPortInputs {
  std::uint64_t linear_range = 1;  // setting: Bm - B0 in bytes
  bool operator==(const LinearPortInputs&) const = default;
};

struct LinearPortOutputs : EquippedPortOutputs {
  std::uint32_t lets = 0;
  bool tells = false;           // what is offered is a message of a class of `linear`
  std::uint32_t kept = 0;       // classes whose message waits
  std::uint32_t divides = 0;    // the class whose rate is worked out
  std::uint32_t remaining = 0;  // of the class shown: blocks that may still be sent
  std::uint64_t factor = 0;     // of its limiter
  std::uint64_t wait = 0;
  bool operator==(const LinearPortOutputs&) const = default;
};

class LinearPortCycle {
 public:
  explicit LinearPortCycle(const LinearPortConfig& config);

  // One cycle; outputs as before its clock edge.
  LinearPortOutputs clock(const LinearPortInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once.
  LinearPortOutputs evaluate(const LinearPortInputs& in) {
    const Cycle cycle = judge(in);
    return joined(cycle, port_.evaluate(cycle.port));
  }

  // For stimulus that aims.
  const IbCreditsCycle& credits(std::size_t c) const { return credits_[c]; }
  // Of the parts.
  const LosslessPortCycle& port() const { return port_.port(); }
  const TcdDetectorCycle& detector(std::size_t c) const { return port_.detector(c); }
  const RateLimiterCycle& limiter(std::size_t c) const { return limiters_[c]; }

 private:
  // What the parts get and say in a cycle.
  struct Cycle {
    std::array<RateLimiterInputs, kClasses> limiters{};
    std::array<IbCreditsInputs, kClasses> credits{};
    std::array<IbCreditsOutputs, kClasses> counts{};
    LinearRateInputs rate;
    LinearRateOutputs rated;
    EquippedPortInputs port;
    std::uint32_t messages = 0;  // that are due
    LinearPortOutputs out;       // but for what the port says
  };
  bool is_linear(std::size_t c) const { return (config_.linear >> c & 1U) != 0; }
  Cycle judge(const LinearPortInputs& in);
  void judge_class(const LinearPortInputs& in, Cycle& cycle, std::uint32_t c);
  static LinearPortOutputs joined(const Cycle& cycle, const EquippedPortOutputs& port);
  void keep(const LinearPortInputs& in, const Cycle& cycle);

  LinearPortConfig config_;
  EquippedPortCycle port_;
  std::array<IbCreditsCycle, kClasses> credits_;
  std::array<RateLimiterCycle, kClasses> limiters_;
  LinearRateCycle rate_;
  std::uint32_t kept_ = 0;  // classes whose message waits
  std::array<std::uint32_t, kClasses> remained_{};
  std::uint32_t divided_ = 0;  // the class whose message was taken last
};

}  // namespace weir::reference
