// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// rate_limiter_stage with what is proved of it. The formula of the paper, R_c = (C - R_r)/R_r x R_l with R_r = C/2^k, is
// written out for each stage k apart.
module rate_limiter_stage_formal #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_C_W       = 40,
  parameter int STAGE_W     = 5
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [1:0]             rounding_i,
  input logic                   clamp_i,
  input logic                   sent_i,
  input logic [R_L_TICKS_W-1:0] r_l_ticks_i,
  input logic [SUBTICK_W-1:0]   r_l_subticks_i,
  input logic [SUBTICK_W-1:0]   phase_i,
  input logic                   rate_valid_i,
  input logic [STAGE_W-1:0]     r_r_i
);
  localparam int R_L_W  = R_L_TICKS_W + SUBTICK_W;
  localparam int STAGES = 1 << STAGE_W;
  localparam int GAP_W  = R_L_W + STAGES - 1;

  logic               idle_o, follow_o;
  logic [R_C_W-1:0]   r_c_o, r_c_d_o;
  logic [R_L_W-1:0]   r_l_o;
  logic [STAGE_W-1:0] r_r_o;

  rate_limiter_stage #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_dut (.*);

  // (2^k - 1) R_l for each k apart, with constants.
  logic [GAP_W-1:0] gap;
  always_comb begin
    gap = '0;
    for (int k = 0; k < STAGES; k = k + 1) begin
      if (r_r_o == STAGE_W'(k)) gap = {GAP_W'(r_l_o), {k{1'b0}}} - GAP_W'(r_l_o);
    end
  end

  rate_limiter_properties #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .FRACTION_W(0), .R_C_W(R_C_W),
    .R_R_W(STAGE_W), .GAP_W(GAP_W)
  ) i_properties (.gap_i(gap), .*);
endmodule

`default_nettype wire
