// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Generated texts around the user's own module, made from the shape of the block that it replaces.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/cosim/port_dut.h"
#include "tb/own_rtl/own_rtl.h"

namespace weir::own_rtl {

inline constexpr std::string_view kWrapper = "weir_own";

// Ports of a module, one line each: "input logic [4:0] r_r_i".
std::string port_list(const std::vector<cosim::Port>& ports, std::string_view direction);
// "#(.STAGE_W(5))"; empty for a module without parameters.
std::string parameter_values(const Module& module, const cosim::BlockShape& shape);
std::string wires(const std::vector<cosim::Port>& ports, std::string_view suffix);
// "(.clk_i, .sent_i(sent_i), .idle_o(idle_o<suffix>))"
std::string pins(const cosim::BlockShape& shape, std::string_view suffix);

// A module with the block's ports and widths around the user's module.
std::string wrapper_text(const Module& module, const cosim::BlockShape& shape);
// The Verilated wrapper as plain C functions on rows of ports.
std::string shim_text(const cosim::BlockShape& shape);

}  // namespace weir::own_rtl
