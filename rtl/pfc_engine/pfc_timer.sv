// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A timer of pfc_engine after the quanta of a cycle, 0 to 2: two taken from one leave 0. Which of the three numbers it is does not
// wait for the quanta, which come late.
module pfc_timer (
  input  logic [15:0] timer_i,
  input  logic [1:0]  quanta_i,
  output logic [15:0] left_o,
  output logic        over_o   // it ran, and has run out
);
  logic is_1, is_2, at_most_1;
  assign is_1      = timer_i == 16'd1;
  assign is_2      = timer_i == 16'd2;
  assign at_most_1 = timer_i[15:1] == 15'd0;

  logic [15:0] less_1, less_2;
  assign less_1 = at_most_1 ? 16'd0 : timer_i - 16'd1;
  assign less_2 = at_most_1 ? 16'd0 : timer_i - 16'd2;

  assign left_o = quanta_i[1] ? less_2 : quanta_i[0] ? less_1 : timer_i;
  assign over_o = quanta_i[1] ? is_1 || is_2 : quanta_i[0] && is_1;
endmodule

`default_nettype wire
