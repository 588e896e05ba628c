// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/ib_credits, register for register: the credits of InfiniBand of one (port, virtual lane),
// sending side and receiving side. Its rules are those of cbfc_counters.h, which a test runs beside it.
// Latency: none, a packet is judged in the cycle in which it is asked for. The events of a cycle count in this order: a
// packet has left, one is admitted, a message is heard, a packet is released, the own message leaves, the period has
// passed, the link comes up anew. Outputs are those before the clock edge.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/ib_credits_widths.h"

namespace weir::reference {

struct IbCreditsConfig {
  unsigned counter_bits = kIbCounterBits;
  unsigned blocks_bits = kIbBlocksBits;  // of a packet; at most counter_bits
  unsigned first = kIbFirst;             // FCCL after a reset, modulo 2^counter_bits

  // What the RTL is not built for, in a line that names the field and what is wanted; empty: nothing.
  std::string wrong() const;
  // Throws std::invalid_argument with that line.
  void validate() const;

  std::uint32_t most() const { return static_cast<std::uint32_t>((std::uint64_t{1} << counter_bits) - 1); }
  std::uint32_t half() const { return std::uint32_t{1} << (counter_bits - 1); }
  bool operator==(const IbCreditsConfig&) const = default;
};

// As the RTL is built for switches with wider counters.
inline constexpr IbCreditsConfig kWideIbCredits{.counter_bits = kIbWideCounterBits, .blocks_bits = kIbWideBlocksBits};

// Counts in blocks: those of a packet below 2^blocks_bits, all others below 2^counter_bits.
struct IbCreditsInputs {
  bool rst_n = true;
  bool resync = false;            // setting: a message sets ABR to its FCTBS
  std::uint32_t buffer = 0;       // setting: what the receiver offers
  std::uint32_t head_blocks = 0;  // of the packet that would start
  bool sent = false;              // the last bit of a packet has left
  std::uint32_t sent_blocks = 0;
  bool admitted = false;  // a packet has come into the buffer
  std::uint32_t admitted_blocks = 0;
  bool heard = false;  // a message of the other end
  std::uint32_t heard_fctbs = 0;
  std::uint32_t heard_fccl = 0;
  bool released = false;  // a packet has left the buffer
  std::uint32_t released_blocks = 0;
  bool take = false;    // the message that is shown leaves
  bool period = false;  // the period from message to message has passed
  bool init = false;    // the link comes up anew
  bool operator==(const IbCreditsInputs&) const = default;
};

struct IbCreditsOutputs {
  bool may_send = false;
  std::uint32_t available = 0;  // blocks that may still be sent
  std::uint32_t fctbs = 0;
  std::uint32_t fccl = 0;  // the limit last heard
  std::uint32_t abr = 0;
  std::uint32_t occupied = 0;
  std::uint32_t told_fccl = 0;  // the limit that a message tells now
  bool due = false;             // a message is to be sent
  bool operator==(const IbCreditsOutputs&) const = default;
};

using IbCreditsBlock = ClockedBlock<IbCreditsConfig, IbCreditsInputs, IbCreditsOutputs>;

class IbCreditsCycle {
 public:
  explicit IbCreditsCycle(const IbCreditsConfig& config);

  // One cycle; outputs as before its clock edge.
  IbCreditsOutputs clock(const IbCreditsInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  IbCreditsOutputs evaluate(const IbCreditsInputs& in);

  // The registers.
  std::uint32_t fctbs() const { return fctbs_; }
  std::uint32_t fccl() const { return fccl_; }
  std::uint32_t abr() const { return abr_; }
  std::uint32_t occupied() const { return occupied_; }

 private:
  void reset();
  bool covers(std::uint32_t left) const { return left <= half_; }
  std::uint32_t told(std::uint32_t buffer) const;

  IbCreditsConfig config_;
  std::uint32_t most_;
  std::uint32_t half_;
  std::uint32_t fctbs_ = 0;
  std::uint32_t fccl_ = 0;
  std::uint32_t abr_ = 0;
  std::uint32_t occupied_ = 0;
  bool due_ = false;
};

}  // namespace weir::reference
