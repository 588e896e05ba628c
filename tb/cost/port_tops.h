// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port of a switch as one top, rtl/lossless_port, rtl/equipped_port where ports have TCD detectors, rtl/gentle_port
// where they have buffer-based GFC, rtl/linear_port where they have time-based GFC, or rtl/gradient_port where they
// have the gradient rule: beside its parts, which the ledger has, what their wiring costs. The ledger does not have the
// top; sums of a switch are of the parts. (docs/decisions/0310)

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/cost/setup.h"
#include "tb/cost/synthesis_check.h"
#include "tb/synthesis/synthesis.h"

namespace weir::cost {

inline constexpr char kLosslessPort[] = "lossless_port";
inline constexpr char kEquippedPort[] = "equipped_port";
inline constexpr char kGentlePort[] = "gentle_port";
inline constexpr char kLinearPort[] = "linear_port";
inline constexpr char kGradientPort[] = "gradient_port";

// What lossless_port has beside its parts: 3 flip-flops release the reset, 9 remember which value was read.
inline constexpr std::uint64_t kLosslessPortOwnBits = 12;

// A top before it is built.
struct PlannedPortTop {
  PlannedBlock top;                 // instances: ports of the switch; declared: the bits of the parts, and own ones
  std::vector<PlannedBlock> parts;  // instances: of one port
  std::uint64_t own_bits = kLosslessPortOwnBits;
  bool has_bank_of_switch = false;  // else the bank of the switch of rtl/, whose values have the top's numbers
};

// One for each PFC engine of the switch, with the credits and the GFC that the switch has; one without an engine where
// it has these alone. Empty where the top could not stand in this switch: other than eight classes, another discipline
// or widths that the top does not have, neither PAUSE frames nor credits of InfiniBand nor GFC that gentle_port,
// linear_port or gradient_port has.
std::vector<PlannedPortTop> planned_port_tops(const Setup& setup);

// A line where gentle_port, linear_port or gradient_port cannot stand in a switch with its GFC, and for each top with
// more flip-flops than are built, which is not built.
std::vector<std::string> tops_not_built(const Setup& setup);

struct PortTop {
  SynthesisedBlock top;
  std::vector<SynthesisedBlock> parts;  // instances: of one port
  std::uint64_t own_bits = kLosslessPortOwnBits;
  bool has_bank_of_switch = false;
};

// planned_port_tops() but those too large, without figures for FPGAs. `built`: synthesise_blocks() of the
// same switch, taken over. Throws what synthesis::synthesise throws.
std::vector<PortTop> synthesise_port_tops(const Setup& setup, const std::vector<SynthesisedBlock>& built,
                                          const synthesis::Options& options);

// A line for each top whose flip-flops are not those of its parts and its own.
std::vector<std::string> differences(const std::vector<PortTop>& tops);

}  // namespace weir::cost
