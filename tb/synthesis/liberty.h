// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two cells of a library of standard cells by which processes compare: the NAND2, whose area is a gate equivalent, and
// the inverter, whose delay with a load of four such inverters (FO4) is the unit of paths.

#pragma once

#include <optional>
#include <string>

#include "tb/synthesis/design.h"

namespace weir::synthesis {

struct Inverter {
  std::string cell;
  std::string input;  // pins
  std::string output;
  double area = 0;         // in the unit of the library
  double capacitance = 0;  // of the input
};

// The area of the smallest two-input cell with NAND2 in its name in a liberty file's text; nullopt: none.
std::optional<double> smallest_nand2_area(const std::string& liberty);

// The smallest inverter of a liberty file's text, by area, then by capacitance of the input; nullopt: none.
std::optional<Inverter> smallest_inverter(const std::string& liberty);

// A netlist in Verilog of `stages` inverters in a row from in_i to out_o, each of which drives three more inverters
// beside the next stage; module inverter_chain, with a clk_i for timing_script().
inline constexpr char kChain[] = "inverter_chain";
std::string inverter_chain(const Inverter& inverter, int stages);

}  // namespace weir::synthesis
