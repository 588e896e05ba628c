// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/islip, register for register: iSLIP among as many outputs as inputs, whose matching is that of
// the crossbar's arbiter (islip_match.h). Latency: none, requests are matched in the cycle in which they stand. Within
// a cycle: the iterations, all with the pointers as the cycle began; then the pointers move, if the matching is taken.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/arbiter_widths.h"

namespace weir::reference {

inline constexpr std::size_t kMostIslipInputs = 64;

struct IslipConfig {
  unsigned inputs = kIslipInputs;  // and outputs
  unsigned iterations = kIslipIterations;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  std::uint64_t all() const { return ~std::uint64_t{0} >> (64 - inputs); }
  unsigned pointer_bits() const;
  bool operator==(const IslipConfig&) const = default;
};

struct IslipPointers {
  std::array<std::uint8_t, kMostIslipInputs> grant{};   // by output: the input whose turn is first
  std::array<std::uint8_t, kMostIslipInputs> accept{};  // by input: the output whose turn is first
  bool operator==(const IslipPointers&) const = default;
};

struct IslipMatching {
  static constexpr std::uint8_t kNobody = 255;

  std::array<std::uint8_t, kMostIslipInputs> input{};  // by output; kNobody without a partner
  std::uint64_t first = 0;                             // bit o: output o was matched in the first iteration
};

// The matching of one slot. asking[o]: bit i is set where input i asks for output o.
IslipMatching islip_match(const IslipConfig& config, const IslipPointers& pointers,
                          std::span<const std::uint64_t> asking);

// The bits of a port as wide as the inputs times the outputs, bit 0 lowest in word 0: bit o * inputs + i is of output o
// and input i.
using IslipPairs = std::array<std::uint64_t, kMostIslipInputs>;
// Those of pointers, pointer 0 in the lowest bits.
using IslipPointerBits = std::array<std::uint64_t, kMostIslipInputs * 6 / 64>;

// The inputs of an output.
std::uint64_t islip_row(const IslipConfig& config, const IslipPairs& pairs, unsigned output);
void set_islip_row(const IslipConfig& config, IslipPairs& pairs, unsigned output, std::uint64_t inputs);
// The pointer of a port.
unsigned islip_pointer(const IslipConfig& config, const IslipPointerBits& pointers, unsigned port);
void set_islip_pointer(const IslipConfig& config, IslipPointerBits& pointers, unsigned port, unsigned pointer);

// One in which nobody asks is idle.
struct IslipInputs {
  bool rst_n = true;
  bool take = false;  // the matching is taken: pointers move
  IslipPairs req{};
  bool operator==(const IslipInputs&) const = default;
};

struct IslipOutputs {
  IslipPairs match{};
  IslipPointerBits grant_pointer{};
  IslipPointerBits accept_pointer{};
  bool operator==(const IslipOutputs&) const = default;
};

using IslipBlock = ClockedBlock<IslipConfig, IslipInputs, IslipOutputs>;

class IslipCycle {
 public:
  explicit IslipCycle(const IslipConfig& config);

  // One cycle; outputs as before its clock edge.
  IslipOutputs clock(const IslipInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  IslipOutputs evaluate(const IslipInputs& in);

  const IslipPointers& pointers() const { return pointers_; }

 private:
  IslipOutputs outputs(const IslipMatching& matching) const;
  IslipMatching match(const IslipInputs& in);

  IslipConfig config_;
  IslipPointers pointers_;
};

}  // namespace weir::reference
