// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parsers of the output of Yosys and OpenSTA. All throw SynthesisFailed for any other text.

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// The output of Yosys' `stat -json`.
struct Statistics {
  std::uint64_t memory_bits = 0;
  std::map<std::string, std::uint64_t> cells{};  // by type
};
Statistics parse_statistics(const std::string& json, const std::string& top);

// For a generic netlist, in which each cell is one bit.
std::uint64_t flip_flops(const Statistics& statistics);
std::uint64_t latches(const Statistics& statistics);

// The first cell type that is in no library, and so was not mapped; empty: all were.
std::string unmapped_cell(const Statistics& statistics);

std::uint64_t all_cells(const Statistics& statistics);
FpgaUse ice40_use(const Statistics& statistics);
FpgaUse xilinx_use(const Statistics& statistics);

// Registers in the output of `write_json`: signal name to reset value.
std::map<std::string, std::string> parse_resets(const std::string& json);

// The area in the output of `stat -liberty`.
double parse_area(const std::string& text);

// Stores the longest path in the output of `report_checks` into `mapping`.
void parse_path(const std::string& text, Mapping& mapping);

}  // namespace weir::synthesis
