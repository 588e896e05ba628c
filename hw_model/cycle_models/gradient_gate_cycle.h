// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/gradient_gate, register for register: the gradient rule of one (port, class), with the sending
// side of the outgoing cable and the receiving side of the incoming cable. The rule and the counters are those of
// gradient_gate.h.
// Latency: none, a packet is judged and counted in the cycle in which an output wants it. All events of a cycle use the
// values before the cycle: news lowers H, and an admission or a taking changes the depth, for the next cycle.

#pragma once

#include <cstdint>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/gradient_gate.h"
#include "hw_model/reference/gradient_widths.h"

namespace weir::reference {

struct GradientGateConfig {
  unsigned counter_bits = kGradientCounterBits;
  unsigned blocks_bits = kGradientBlocksBits;  // of a packet; at most counter_bits

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

// As the RTL is built for switches with smaller blocks.
inline constexpr GradientGateConfig kWidestGradientGate{.blocks_bits = kGradientWideBlocksBits};

// Counts in blocks: those of a packet below 2^blocks_bits, all others below 2^counter_bits.
struct GradientGateInputs {
  bool rst_n = true;
  bool wants = false;     // an output would take a packet of `blocks` out of a VIQ of `depth`
  bool news = false;      // news of the VIQ at the other end of the cable
  bool admitted = false;  // a packet enters the VIQ of this port
  bool taken = false;     // an output takes a packet out of that VIQ
  bool left = false;      // a taken packet leaves the buffer
  std::uint32_t blocks = 0;
  std::uint32_t depth = 0;  // 0 for a host
  std::uint32_t stop = 0;   // Bm; at a host Bm - L
  std::uint32_t news_freed = 0;
  std::uint32_t admitted_blocks = 0;
  std::uint32_t taken_blocks = 0;
  std::uint32_t left_blocks = 0;
  bool operator==(const GradientGateInputs&) const = default;
};

struct GradientGateOutputs {
  bool starts = false;
  std::uint32_t held = 0;  // H
  std::uint32_t sent = 0;
  std::uint32_t heard = 0;
  std::uint32_t untaken = 0;
  std::uint32_t freed = 0;
  bool operator==(const GradientGateOutputs&) const = default;
};

using GradientGateBlock = ClockedBlock<GradientGateConfig, GradientGateInputs, GradientGateOutputs>;

class GradientGateCycle {
 public:
  explicit GradientGateCycle(const GradientGateConfig& config);

  // One cycle; outputs as before its clock edge.
  GradientGateOutputs clock(const GradientGateInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  GradientGateOutputs evaluate(const GradientGateInputs& in);

  // The registers.
  const GradientSender& sender() const { return sender_; }
  std::uint32_t untaken() const { return receiver_.depth(); }
  std::uint32_t freed() const { return receiver_.freed(); }

 private:
  void reset();

  GradientConfig counts_;  // in blocks of 1 byte
  GradientSender sender_;
  GradientReceiver receiver_;
};

}  // namespace weir::reference
