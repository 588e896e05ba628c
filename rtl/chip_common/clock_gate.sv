// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The gated clock of a bank of registers: an edge at the end of a cycle with the enable, which may settle while the clock is low.
// No register of the bank may change without the enable, so that synthesis and proofs have the clock itself, as a library without
// such a cell does; a library's cell goes here.
module clock_gate (
  input  logic clk_i,
  input  logic enable_i,
  output logic clk_o
);
`ifdef SYNTHESIS
`define WEIR_UNGATED
`endif
`ifdef FORMAL
`define WEIR_UNGATED
`endif
`ifdef WEIR_UNGATED
  logic unused;
  assign unused = &{1'b0, enable_i};
  assign clk_o  = clk_i;
`else
  logic enable_q;
  always_latch begin
    if (!clk_i) enable_q = enable_i;
  end
  assign clk_o = clk_i && enable_q;
`endif
endmodule

`default_nettype wire
