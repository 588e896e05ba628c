// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rate calculation of time-based GFC cycle by cycle, as rtl/linear_rate has it: a message's credits in, the factor
// of the limiter out, steps() + 1 cycles later. What remains is CreditSender::available of the message's arrival
// (docs/decisions/0059), the factor linear_factor (linear_rate.h).

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/reference/linear_rate.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

inline constexpr unsigned kLinearStepBits = 8;  // of the divider's count of steps

struct LinearRateConfig {
  unsigned counter_bits = kLinearCounterBits;
  unsigned block_shift = kLinearBlockShift;  // log2 of a block in bytes
  unsigned factor_int = kFactorIntBits;
  unsigned factor_frac = kFactorFracBits;

  // One line that names the field and what is wanted; empty: it can be built.
  std::string wrong() const;
  // Throws std::invalid_argument with that line.
  void validate() const;

  unsigned room_bits() const { return counter_bits + block_shift; }
  // Cycles that a division takes: a bit of its quotient each.
  unsigned steps() const { return room_bits() + factor_frac + 1; }
};

struct LinearRateInputs {
  bool rst_n = true;
  bool message = false;     // is taken unless busy
  std::uint32_t fccl = 0;   // blocks, modulo 2^counter_bits
  std::uint32_t fctbs = 0;  // the same
  std::uint64_t range = 1;  // Bm - B0 in bytes, 1 or more
  bool operator==(const LinearRateInputs&) const = default;
};

struct LinearRateOutputs {
  bool busy = false;
  bool valid = false;
  std::uint64_t factor = 0;  // 0 while it is made
  bool operator==(const LinearRateOutputs&) const = default;
};

class LinearRateCycle {
 public:
  explicit LinearRateCycle(const LinearRateConfig& config);

  // One cycle; outputs as before its clock edge.
  LinearRateOutputs clock(const LinearRateInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  LinearRateOutputs evaluate(const LinearRateInputs& in);

 private:
  struct Registers {
    std::uint64_t factor = 0;
    unsigned steps = 0;  // left
    bool due = false;
  };

  LinearRateConfig config_;
  Registers now_;
};

}  // namespace weir::reference
