// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/egress_scheduler, register for register: the choice of the packet that a port sends next,
// among eight classes, strict ones first, the others by deficit weighted round robin. Its rules are those of
// egress/turns.h, which a test runs beside it. Latency: none, a packet is chosen in the cycle in which it may go.
// Within a cycle: the choice, then the grant; then an empty class loses its deficit as the turn goes on, and the
// granted class is charged.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/egress_scheduler_widths.h"

namespace weir::reference {

inline constexpr std::size_t kScheduledClasses = 8;

struct EgressSchedulerConfig {
  unsigned length_bits = kSchedulerLengthBits;  // of a length and of the quantum
  unsigned weight_bits = kSchedulerWeightBits;

  // What the RTL is not built for, in a line that names the field and what is wanted; empty: nothing.
  std::string wrong() const;
  // Throws std::invalid_argument with that line.
  void validate() const;

  unsigned deficit_bits() const { return length_bits + weight_bits; }
  std::uint32_t longest() const { return (std::uint32_t{1} << length_bits) - 1; }
  std::uint32_t heaviest() const { return (std::uint32_t{1} << weight_bits) - 1; }
  bool operator==(const EgressSchedulerConfig&) const = default;
};

// Bit c of a mask is of class c. Lengths and weights stand side by side, those of the lowest class in the lowest bits.
// One in which nothing waits is idle.
struct EgressSchedulerInputs {
  bool rst_n = true;
  std::uint32_t waiting = 0;
  std::uint64_t lengths_0_3 = 0;  // of the packets that would go
  std::uint64_t lengths_4_7 = 0;
  std::uint32_t blocked = 0;    // held by flow control
  std::uint32_t credit = 0;     // there are credits for the packet
  std::uint32_t open = 0;       // the class's shaper lets the packet go
  std::uint32_t port_open = 0;  // so does the port's
  bool ready = false;           // the port is idle
  std::uint32_t strict = 0;     // setting
  std::uint64_t weights = 0;    // setting
  std::uint32_t quantum = 0;    // setting
  bool operator==(const EgressSchedulerInputs&) const = default;

  // The classes that may go.
  std::uint32_t may() const { return waiting & ~blocked & credit & open; }
};

struct EgressSchedulerOutputs {
  std::uint32_t chosen = 0;  // the class whose packet is next: one bit at most
  bool grant = false;        // that packet starts
  std::uint32_t turn = 0;
  std::uint64_t deficits_0_1 = 0;
  std::uint64_t deficits_2_3 = 0;
  std::uint64_t deficits_4_5 = 0;
  std::uint64_t deficits_6_7 = 0;
  bool operator==(const EgressSchedulerOutputs&) const = default;
};

// The length of a class, its weight, its deficit in those words.
std::uint32_t scheduled_length(const EgressSchedulerConfig& config, const EgressSchedulerInputs& in, std::size_t c);
std::uint32_t scheduled_weight(const EgressSchedulerConfig& config, const EgressSchedulerInputs& in, std::size_t c);
void set_scheduled_length(const EgressSchedulerConfig& config, EgressSchedulerInputs& in, std::size_t c,
                          std::uint32_t length);
void set_scheduled_weight(const EgressSchedulerConfig& config, EgressSchedulerInputs& in, std::size_t c,
                          std::uint32_t weight);
std::uint32_t scheduled_deficit(const EgressSchedulerConfig& config, const EgressSchedulerOutputs& out, std::size_t c);

using EgressSchedulerBlock = ClockedBlock<EgressSchedulerConfig, EgressSchedulerInputs, EgressSchedulerOutputs>;

class EgressSchedulerCycle {
 public:
  explicit EgressSchedulerCycle(const EgressSchedulerConfig& config);

  // One cycle; outputs as before its clock edge.
  EgressSchedulerOutputs clock(const EgressSchedulerInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  EgressSchedulerOutputs evaluate(const EgressSchedulerInputs& in);

  // The registers.
  std::size_t turn() const { return turn_; }
  std::uint32_t deficit(std::size_t c) const { return deficits_[c]; }

 private:
  static constexpr std::size_t kNone = kScheduledClasses;

  std::size_t choose(const EgressSchedulerInputs& in) const;
  void charge(const EgressSchedulerInputs& in, std::size_t c);

  EgressSchedulerConfig config_;
  std::size_t turn_ = 0;
  std::array<std::uint32_t, kScheduledClasses> deficits_{};
};

}  // namespace weir::reference
