// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Rate limiter, stage form: R_r is a stage number k, the rate C/2^k, and R_c = (2^k - 1) R_l is a shifter and a
// subtractor (GFC, SIGCOMM '19, section 5.3 with eq. 4). See rate_limiter_stage.md.
module rate_limiter_stage #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_C_W       = 40,
  parameter int STAGE_W     = 5
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [1:0]                       rounding_i,
  input  logic                             clamp_i,
  input  logic                             sent_i,
  input  logic [R_L_TICKS_W-1:0]           r_l_ticks_i,
  input  logic [SUBTICK_W-1:0]             r_l_subticks_i,
  input  logic [SUBTICK_W-1:0]             phase_i,
  input  logic                             rate_valid_i,
  input  logic [STAGE_W-1:0]               r_r_i,
  output logic                             idle_o,
  output logic                             follow_o,
  output logic [R_C_W-1:0]                 r_c_o,
  output logic [R_C_W-1:0]                 r_c_d_o,
  output logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_o,
  output logic [STAGE_W-1:0]               r_r_o
);
  localparam int R_L_W = R_L_TICKS_W + SUBTICK_W;
  localparam int GAP_W = R_L_W + (1 << STAGE_W) - 1;

  typedef enum logic [1:0] {Floor, Ceil, Nearest, Residual} rounding_e;

  logic [R_L_W-1:0]   r_l_d;
  logic [STAGE_W-1:0] r_r_q, r_r_d;
  logic [GAP_W-1:0]   gap;

  rate_limiter_contract #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .R_R_W(STAGE_W)
  ) i_contract (
    .clk_i, .rst_ni, .sent_i, .r_l_subticks_i, .phase_i
  );

  rate_limiter_r_l #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W)
  ) i_r_l (
    .clk_i, .rst_ni, .rounding_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .r_l_o, .r_l_d_o(r_l_d)
  );

  assign r_r_d = rate_valid_i ? r_r_i : r_r_q;
  assign gap   = (GAP_W'(r_l_d) << r_r_d) - GAP_W'(r_l_d);

  rate_limiter_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(0), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_countdown (
    .clk_i, .rst_ni, .tick_i(1'b1), .residual_i(rounding_i == Residual), .clamp_i, .sent_i,
    .raised_i(rate_valid_i && r_r_i < r_r_q), .gap_i(gap), .phase_i, .idle_o, .follow_o, .r_c_o, .r_c_d_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_r_q <= '0;
    else if (rate_valid_i) r_r_q <= r_r_d;
  end

  assign r_r_o = r_r_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{rounding_i, clamp_i, sent_i, rate_valid_i} !== 1'bx); end
      begin : rate_known assert (!rate_valid_i || ^r_r_i !== 1'bx); end
      begin : packet_known assert (!sent_i || ^{r_l_ticks_i, r_l_subticks_i, phase_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
