// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// rate_limiter_fixed_point with what is proved of it. The product is built by shifting and adding, bit by bit of the
// factor, without the block's multiplier.
module rate_limiter_fixed_point_formal #(
  parameter int SUBTICKS      = 60,
  parameter int SUBTICK_W     = 6,
  parameter int R_L_TICKS_W   = 14,
  parameter int R_C_W         = 40,
  parameter int FACTOR_INT_W  = 26,
  parameter int FACTOR_FRAC_W = 16
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic [1:0]                            rounding_i,
  input logic                                  clamp_i,
  input logic                                  sent_i,
  input logic [R_L_TICKS_W-1:0]                r_l_ticks_i,
  input logic [SUBTICK_W-1:0]                  r_l_subticks_i,
  input logic [SUBTICK_W-1:0]                  phase_i,
  input logic                                  rate_valid_i,
  input logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_i
);
  localparam int R_L_W    = R_L_TICKS_W + SUBTICK_W;
  localparam int FACTOR_W = FACTOR_INT_W + FACTOR_FRAC_W;
  localparam int GAP_W    = R_L_W + FACTOR_W;

  logic                           idle_o, follow_o;
  logic [R_C_W+FACTOR_FRAC_W-1:0] r_c_o, r_c_d_o;
  logic [R_L_W-1:0]               r_l_o;
  logic [FACTOR_W-1:0]            r_r_o;

  rate_limiter_fixed_point #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W),
    .FACTOR_INT_W(FACTOR_INT_W), .FACTOR_FRAC_W(FACTOR_FRAC_W)
  ) i_dut (.*);

  logic [GAP_W-1:0] gap;
  always_comb begin
    gap = '0;
    for (int bit_of = 0; bit_of < FACTOR_W; bit_of = bit_of + 1) begin
      if (r_r_o[bit_of]) gap = gap + (GAP_W'(r_l_o) << bit_of);
    end
  end

  rate_limiter_properties #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .FRACTION_W(FACTOR_FRAC_W),
    .R_C_W(R_C_W + FACTOR_FRAC_W), .R_R_W(FACTOR_W), .GAP_W(GAP_W)
  ) i_properties (.gap_i(gap), .*);
endmodule

`default_nettype wire
