// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The rate limiter of a class of linear_port: that of rate_limiter_fixed_point, and cycles in which no tick passes. In such a cycle
// R_c is loaded or clamped as in any other, and does not count down. See linear_port.md.
module linear_limiter #(
  parameter int SUBTICKS      = 60,
  parameter int SUBTICK_W     = 6,
  parameter int R_L_TICKS_W   = 14,
  parameter int R_C_W         = 40,
  parameter int FACTOR_INT_W  = 26,
  parameter int FACTOR_FRAC_W = 16
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic [1:0]                            rounding_i,
  input  logic                                  clamp_i,
  input  logic                                  sent_i,
  input  logic [R_L_TICKS_W-1:0]                r_l_ticks_i,
  input  logic [SUBTICK_W-1:0]                  r_l_subticks_i,
  input  logic [SUBTICK_W-1:0]                  phase_i,
  input  logic                                  rate_valid_i,
  input  logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_i,
  input  logic                                  tick_i,          // a tick passes with this cycle
  output logic                                  idle_o,
  output logic                                  follow_o,
  output logic [R_C_W+FACTOR_FRAC_W-1:0]        r_c_o,
  output logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_o
);
  localparam int R_L_W    = R_L_TICKS_W + SUBTICK_W;
  localparam int FACTOR_W = FACTOR_INT_W + FACTOR_FRAC_W;
  localparam int GAP_W    = R_L_W + FACTOR_W;

  typedef enum logic [1:0] {Floor, Ceil, Nearest, Residual} rounding_e;

  logic [R_L_W-1:0]               r_l, r_l_d;
  logic [FACTOR_W-1:0]            r_r_d;
  logic [GAP_W-1:0]               gap;
  logic [R_C_W+FACTOR_FRAC_W-1:0] r_c_d;

  rate_limiter_contract #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W),
    .R_R_W(FACTOR_INT_W < FACTOR_FRAC_W ? FACTOR_INT_W : FACTOR_FRAC_W)
  ) i_contract (
    .clk_i, .rst_ni, .sent_i, .r_l_subticks_i, .phase_i
  );

  rate_limiter_r_l #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W)
  ) i_r_l (
    .clk_i, .rst_ni, .rounding_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .r_l_o(r_l), .r_l_d_o(r_l_d)
  );

  assign r_r_d = rate_valid_i ? r_r_i : r_r_o;
  assign gap   = GAP_W'(r_l_d) * GAP_W'(r_r_d);

  rate_limiter_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(FACTOR_FRAC_W), .R_C_W(R_C_W + FACTOR_FRAC_W),
    .GAP_W(GAP_W)
  ) i_countdown (
    .clk_i, .rst_ni, .tick_i, .residual_i(rounding_i == Residual), .clamp_i, .sent_i,
    .raised_i(rate_valid_i && r_r_i < r_r_o), .gap_i(gap), .phase_i, .idle_o, .follow_o, .r_c_o, .r_c_d_o(r_c_d)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_r_o <= '0;
    else if (rate_valid_i) r_r_o <= r_r_d;
  end

  logic unused;
  assign unused = &{1'b0, r_l, r_c_d};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{rounding_i, clamp_i, sent_i, rate_valid_i, tick_i} !== 1'bx); end
      begin : rate_known assert (!rate_valid_i || ^r_r_i !== 1'bx); end
      begin : packet_known assert (!sent_i || ^{r_l_ticks_i, r_l_subticks_i, phase_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
