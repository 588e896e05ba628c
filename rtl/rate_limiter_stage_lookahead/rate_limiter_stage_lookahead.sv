// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// rate_limiter_stage for a faster clock, with a latency of LATENCY cycles: everything that does not depend on R_c is
// worked out in a pipeline, and the loop through R_c is one addition or one comparison and a choice. Outputs are those
// of rate_limiter_stage fed with the inputs of LATENCY cycles ago. See rate_limiter_stage_lookahead.md.
module rate_limiter_stage_lookahead #(
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
  // A gap of 2^(R_C_W + 1) or more fills R_c whatever else is added or taken off, so that only `gap_huge` is kept of it.
  localparam int GAP_W = R_C_W + 1;

  logic                 sent, residual, clamp, gap_huge;
  logic [SUBTICK_W-1:0] phase;
  logic [GAP_W-1:0]     gap;
  logic [R_L_W-1:0]     r_l;
  logic [STAGE_W-1:0]   r_r;

  rate_limiter_contract #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .R_R_W(STAGE_W)
  ) i_contract (
    .clk_i, .rst_ni, .sent_i, .r_l_subticks_i, .phase_i
  );

  lookahead_gap #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .GAP_W(GAP_W), .STAGE_W(STAGE_W)
  ) i_gap (
    .clk_i, .rst_ni, .rounding_i, .clamp_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .phase_i, .rate_valid_i, .r_r_i,
    .sent_o(sent), .residual_o(residual), .clamp_o(clamp), .phase_o(phase), .gap_o(gap), .gap_huge_o(gap_huge),
    .r_l_o(r_l), .r_r_o(r_r)
  );

  lookahead_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_countdown (
    .clk_i, .rst_ni, .sent_i(sent), .residual_i(residual), .clamp_i(clamp), .phase_i(phase), .gap_i(gap),
    .gap_huge_i(gap_huge), .idle_o, .follow_o, .r_c_o, .r_c_d_o
  );

  // R_l and R_r as they stand when R_c has followed them: for whoever reads registers, not for R_c.
  logic [R_L_W-1:0]   r_l_1_q, r_l_q;
  logic [STAGE_W-1:0] r_r_1_q, r_r_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_l_1_q <= '0;
      r_l_q   <= '0;
      r_r_1_q <= '0;
      r_r_q   <= '0;
    end else begin
      r_l_1_q <= r_l;
      r_l_q   <= r_l_1_q;
      r_r_1_q <= r_r;
      r_r_q   <= r_r_1_q;
    end
  end

  assign r_l_o = r_l_q;
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
