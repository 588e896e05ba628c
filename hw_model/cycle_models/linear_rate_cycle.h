// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/linear_rate, the rate calculation of time-based GFC: a message's credits in, the limiter's
// factor out, steps() + 1 cycles later. The room is CreditSender::available at the message's arrival
// (docs/decisions/0059), the factor is linear_factor (linear_rate.h).

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/linear_rate.h"
#include "hw_model/reference/linear_rate_widths.h"
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
  // Cycles of a division: one for each bit of the quotient.
  unsigned steps() const { return room_bits() + factor_frac + 1; }

  bool operator==(const LinearRateConfig&) const = default;
};

// As the RTL is built for switches with other blocks or counters.
inline constexpr LinearRateConfig kWideLinearRate{.counter_bits = kLinearWideCounterBits,
                                                  .block_shift = kLinearWideBlockShift};

struct LinearRateInputs {
  bool rst_n = true;
  bool message = false;     // a message arrives; taken unless busy
  std::uint32_t fccl = 0;   // blocks, modulo 2^counter_bits
  std::uint32_t fctbs = 0;  // the same
  std::uint64_t range = 1;  // Bm - B0 in bytes, 1 or more
  bool operator==(const LinearRateInputs&) const = default;
};

struct LinearRateOutputs {
  bool busy = false;
  bool valid = false;
  std::uint64_t factor = 0;  // 0 while it is computed
  bool operator==(const LinearRateOutputs&) const = default;
};

using LinearRateBlock = ClockedBlock<LinearRateConfig, LinearRateInputs, LinearRateOutputs>;

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
