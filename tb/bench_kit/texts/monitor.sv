// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scoreboard at the ports of @BLOCK@, made by weir @VERSION@. In any bench, without a change of the block:
//
//   bind @BLOCK@ weir_@BLOCK@_monitor monitor (.*);
//
// What is at the ports just before each rising edge of the clock is a cycle. Drive inputs by nonblocking assignments, or
// apart from the edge.

module weir_@BLOCK@_monitor
  import weir_@BLOCK@_pkg::*;
(
  input logic clk_i,
@PORTS@
);
  weir_@BLOCK@_scoreboard_pkg::scoreboard board;
  initial board = new;

  always @(posedge clk_i) void'(board.step({@INPUT_NAMES@}, {@OUTPUT_NAMES@}));
endmodule
