// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// rate_limiter_countdown with what is proved of it, alone: a gap is any number, so that no multiplier and no shifter stands
// between the proof and the widths that the blocks are built with.
module rate_limiter_countdown_formal #(
  parameter int SUBTICKS   = 60,
  parameter int SUBTICK_W  = 6,
  parameter int FRACTION_W = 0,
  parameter int R_C_W      = 40,  // fraction included
  parameter int GAP_W      = 51   // fraction included
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 tick_i,
  input logic                 residual_i,
  input logic                 clamp_i,
  input logic                 sent_i,
  input logic                 raised_i,
  input logic [GAP_W-1:0]     gap_i,
  input logic [SUBTICK_W-1:0] phase_i
);
  logic             idle_o, follow_o;
  logic [R_C_W-1:0] r_c_o, r_c_d_o;

  rate_limiter_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(FRACTION_W), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_dut (.*);

  logic [GAP_W-1:0] gap_of_last;
  always_ff @(posedge clk_i) gap_of_last <= gap_i;

  rate_limiter_countdown_properties #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(FRACTION_W), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_properties (.gap_of_last_i(gap_of_last), .*);

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb begin
    if (!started) assume (!rst_ni);
    if (sent_i) assume (phase_i < SUBTICKS);
  end
endmodule

`default_nettype wire
