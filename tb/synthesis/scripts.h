// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scripts for Yosys and OpenSTA. They use fixed file names: beside the script, the liberty file is cells.lib and
// the sources are s0.sv, s1.sv, ...

#pragma once

#include <optional>
#include <string>

#include "tb/synthesis/design.h"
#include "tb/synthesis/liberty.h"

namespace weir::synthesis {

// Reads the design, checks it, counts its registers: rtl.json (memories) and generic.json (flip-flops).
std::string count_script(const Design& design);

// Reads the design and writes it with its registers as they stand in the source: resets.json.
std::string resets_script(const Design& design);

// The work of count_script(), and the netlists: small.v, fast.v, and {small,fast,ice40,xilinx}.json.
std::string netlists_script(const Design& design, bool fpgas);

// ABC's script for the fast netlist; file fast.abc.
std::string fast_mapping_script();

// What ABC takes to drive each input and each flip-flop's output of the fast netlist; file fast.constr. Empty, where
// the library has no inverter: then nets of inputs and flip-flops get no buffers.
std::string fast_constraint(const std::optional<Inverter>& driver);

// Reports the longest path of small.v or fast.v against a clock of kTimingPeriod ns.
inline constexpr int kTimingPeriod = 1000;
std::string timing_script(const Design& design, const std::string& netlist);

// Reads the liberty file only, to check it.
std::string liberty_script();

}  // namespace weir::synthesis
