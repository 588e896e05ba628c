// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/gentle_port: a port and, for each class of `gentle`, buffer-based GFC: a rate limiter that
// obeys the stages heard, the stage of the class's queue and the stage told last. It is made of the cycle models of the
// blocks; what it adds is what stands between them. Outputs are those before the clock edge. Order in a cycle: limiters
// say who may go; the port says what it offers; stages that are due go to the MAC where the port offers neither frame
// nor message. A depth is compared at the edge, and its stage counts two cycles later. All is in reset until the port
// runs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/cycle_models/leading_zero_comparator_cycle.h"
#include "hw_model/cycle_models/limited_port.h"
#include "hw_model/reference/gentle_port_widths.h"

namespace weir::reference {

inline constexpr unsigned kPortDepthBits = 25;
inline constexpr std::uint32_t kPfcOpcode = 0x0101;

struct GentlePortConfig : EquippedPortConfig {
  unsigned gentle = kPortGentle;  // classes with gentle flow control

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const GentlePortConfig&) const = default;
};

struct GentlePortInputs : LimitedPortInputs {
  std::uint32_t bm = 0;  // settings of the comparators
  std::uint32_t log2_span = 0;
  std::uint32_t stages = 0;
  bool operator==(const GentlePortInputs&) const = default;
};

struct GentlePortOutputs : EquippedPortOutputs {
  std::uint32_t lets = 0;
  std::uint32_t stages_due = 0;
  bool tells = false;        // what is offered is a frame of stages
  std::uint64_t obeyed = 0;  // five bits a class
  std::uint64_t wait = 0;    // of the class shown
  bool operator==(const GentlePortOutputs&) const = default;
};

// What the limiter of class c is given, in reset until the port runs.
RateLimiterInputs limiter_inputs(const GentlePortInputs& in, bool running, std::size_t c);

// The time of class c in the body of a PFC frame.
std::uint32_t time_of_class(std::uint64_t times_0_3, std::uint64_t times_4_7, std::size_t c);

class GentlePortCycle {
 public:
  explicit GentlePortCycle(const GentlePortConfig& config);

  // One cycle; outputs as before its clock edge.
  GentlePortOutputs clock(const GentlePortInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once.
  GentlePortOutputs evaluate(const GentlePortInputs& in) {
    const Cycle cycle = judge(in);
    return joined(cycle, port_.evaluate(cycle.port));
  }

  // For stimulus that aims.
  std::uint32_t stage(std::size_t c) const { return queues_[c].stage; }
  // Of the parts.
  const LosslessPortCycle& port() const { return port_.port(); }
  const TcdDetectorCycle& detector(std::size_t c) const { return port_.detector(c); }
  const RateLimiterCycle& limiter(std::size_t c) const { return limiters_[c]; }

 private:
  // What the parts get and say in a cycle.
  struct Cycle {
    std::array<RateLimiterInputs, kClasses> limiters{};
    EquippedPortInputs port;
    bool ready = false;
    bool tells = false;
    std::uint32_t lets = 0;
    std::uint32_t due = 0;
    std::uint64_t obeyed = 0;
    std::uint64_t wait = 0;
  };
  // Of the receiving side of a class.
  struct Queue {
    std::uint32_t stage = 0;
    std::uint32_t told = 0;
  };
  // A depth that is being compared.
  struct Depth {
    bool valid = false;
    std::uint32_t traffic_class = 0;
  };
  bool is_gentle(std::size_t c) const { return (config_.gentle >> c & 1U) != 0; }
  Cycle judge(const GentlePortInputs& in);
  void limit(const GentlePortInputs& in, Cycle& cycle, std::size_t c);
  GentlePortOutputs joined(const Cycle& cycle, const EquippedPortOutputs& port) const;
  void compare(const GentlePortInputs& in, bool ready);

  GentlePortConfig config_;
  EquippedPortCycle port_;
  std::array<RateLimiterCycle, kClasses> limiters_;
  std::array<LeadingZeroCycle, 2> comparators_;  // of what comes, of what leaves
  std::array<Depth, 2> depths_{};
  std::array<Queue, kClasses> queues_{};
};

}  // namespace weir::reference
