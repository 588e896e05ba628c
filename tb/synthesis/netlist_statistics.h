// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What Yosys and OpenSTA print, as figures. All of it throws SynthesisFailed for text that is something else.

#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tb/synthesis/synthesis.h"

namespace weir::synthesis {

// One `stat -json` of Yosys.
struct Statistics {
  std::uint64_t memory_bits = 0;
  std::map<std::string, std::uint64_t> cells{};  // by type
};
Statistics parse_statistics(const std::string& json, const std::string& top);

// Of a generic netlist, in which each cell is one bit.
std::uint64_t flip_flops(const Statistics& statistics);
std::uint64_t latches(const Statistics& statistics);

// The first cell type that no library has: what was not mapped. Empty when all were.
std::string unmapped_cell(const Statistics& statistics);

std::uint64_t all_cells(const Statistics& statistics);
FpgaUse ice40_use(const Statistics& statistics);
FpgaUse xilinx_use(const Statistics& statistics);

// Registers of what `write_json` prints, by the name of their signal, with their reset values.
std::map<std::string, std::string> parse_resets(const std::string& json);

// The area in what `stat -liberty` prints.
double parse_area(const std::string& text);

// The longest path in what `report_checks` prints, into `mapping`.
void parse_path(const std::string& text, Mapping& mapping);

}  // namespace weir::synthesis
