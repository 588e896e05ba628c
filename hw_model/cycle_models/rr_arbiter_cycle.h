// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/rr_arbiter, register for register: round robin with a lock. Its turn is that of the crossbar's
// arbiters (round_robin.h). Latency: none, inputs are granted in the cycle in which they ask. Within a cycle: the
// grant, by the registers as the cycle began; then its acceptance, which moves the pointer; then the lock of the next
// cycle.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/arbiter_widths.h"

namespace weir::reference {

struct RrArbiterConfig {
  unsigned inputs = kArbiterInputs;
  unsigned lock = kArbiterLock;  // 1: there is a lock; 0: `lock` of a cycle is not looked at

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - inputs); }
  bool operator==(const RrArbiterConfig&) const = default;
};

// A switch with more inputs than the RTL as built has this one.
inline constexpr RrArbiterConfig kWidestArbiter{.inputs = 64};

// One in which nobody asks is idle.
struct RrArbiterInputs {
  bool rst_n = true;
  std::uint64_t req = 0;  // bit i: input i asks
  bool accept = false;    // the grant is accepted
  bool lock = false;      // the input granted is granted in the next cycle, too, if it asks
  bool operator==(const RrArbiterInputs&) const = default;
};

struct RrArbiterOutputs {
  bool grant_valid = false;
  std::uint64_t grant = 0;       // the bit of the input granted
  std::uint8_t grant_index = 0;  // its number; 0 without a grant
  std::uint8_t pointer = 0;
  bool locked = false;
  std::uint8_t owner = 0;  // of the last lock
  bool operator==(const RrArbiterOutputs&) const = default;
};

using RrArbiterBlock = ClockedBlock<RrArbiterConfig, RrArbiterInputs, RrArbiterOutputs>;

class RrArbiterCycle {
 public:
  explicit RrArbiterCycle(const RrArbiterConfig& config);

  // One cycle; outputs as before its clock edge.
  RrArbiterOutputs clock(const RrArbiterInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  RrArbiterOutputs evaluate(const RrArbiterInputs& in);

 private:
  RrArbiterConfig config_;
  std::uint8_t pointer_ = 0;
  bool locked_ = false;
  std::uint8_t owner_ = 0;
};

}  // namespace weir::reference
