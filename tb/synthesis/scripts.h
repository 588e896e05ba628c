// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What Yosys and OpenSTA are told. File names in them are ours: the liberty file lies beside the script as cells.lib,
// the sources as s0.sv, s1.sv, ...

#pragma once

#include <string>

#include "tb/synthesis/design.h"

namespace weir::synthesis {

// Reads the design, checks it, counts its registers: rtl.json (memories) and generic.json (flip-flops).
std::string count_script(const Design& design);

// Reads the design and writes it with its registers as they stand in the source: resets.json.
std::string resets_script(const Design& design);

// That, and the netlists: small.v, fast.v and statistics as small.json, fast.json, ice40.json, xilinx.json.
std::string netlists_script(const Design& design, bool fpgas);

// What ABC does for the fast netlist; file fast.abc.
std::string fast_mapping_script();

// Reports the longest path of small.v or fast.v against a clock of kTimingPeriod ns.
inline constexpr int kTimingPeriod = 1000;
std::string timing_script(const Design& design, const std::string& netlist);

// Reads the liberty file and nothing else.
std::string liberty_script();

}  // namespace weir::synthesis
