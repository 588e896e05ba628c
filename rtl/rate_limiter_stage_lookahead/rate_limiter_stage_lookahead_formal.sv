// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// rate_limiter_stage_lookahead beside rate_limiter_stage, which gets the inputs of five cycles ago: every output equal in
// every cycle. `hierconn` joins a wire to the one of that name inside a block when the design is flattened. Numbers as
// in docs/reference/proofs.md.
module rate_limiter_stage_lookahead_formal #(
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
  localparam int LATENCY = 5;
  localparam int R_L_W   = R_L_TICKS_W + SUBTICK_W;
  localparam int IN_W    = 2 + 1 + 1 + R_L_TICKS_W + 2 * SUBTICK_W + 1 + STAGE_W;

  logic               idle_o, follow_o, idle, follow;
  logic [R_C_W-1:0]   r_c_o, r_c_d_o, r_c, r_c_d;
  logic [R_L_W-1:0]   r_l_o, r_l;
  logic [STAGE_W-1:0] r_r_o, r_r;

  rate_limiter_stage_lookahead #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_dut (.*);

  logic [LATENCY*IN_W-1:0] past;  // the oldest in the highest place
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past <= '0;
    end else begin
      past <= {past[(LATENCY-1)*IN_W-1:0], rounding_i, clamp_i, sent_i, r_l_ticks_i, r_l_subticks_i, phase_i,
               rate_valid_i, r_r_i};
    end
  end

  logic [1:0]             late_rounding;
  logic                   late_clamp, late_sent, late_rate_valid;
  logic [R_L_TICKS_W-1:0] late_ticks;
  logic [SUBTICK_W-1:0]   late_subticks, late_phase;
  logic [STAGE_W-1:0]     late_r_r;
  assign {late_rounding, late_clamp, late_sent, late_ticks, late_subticks, late_phase, late_rate_valid, late_r_r} =
      past[LATENCY*IN_W-1 -: IN_W];

  rate_limiter_stage #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_plain (
    .clk_i, .rst_ni, .rounding_i(late_rounding), .clamp_i(late_clamp), .sent_i(late_sent), .r_l_ticks_i(late_ticks),
    .r_l_subticks_i(late_subticks), .phase_i(late_phase), .rate_valid_i(late_rate_valid), .r_r_i(late_r_r),
    .idle_o(idle), .follow_o(follow), .r_c_o(r_c), .r_c_d_o(r_c_d), .r_l_o(r_l), .r_r_o(r_r)
  );

  (* hierconn *) wire [R_C_W-1:0] \i_dut.i_countdown.counted_q ;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    // As asked of whoever drives a limiter. Of the inputs on their way, too: induction begins anywhere.
    if (sent_i) assume (phase_i < SUBTICKS && r_l_subticks_i < SUBTICKS);
    if (late_sent) assume (late_phase < SUBTICKS && late_subticks < SUBTICKS);

    if (started) begin
      e1_idle: assert (idle_o == idle);
      e2_follow: assert (follow_o == follow);
      e3_r_c: assert (r_c_o == r_c);
      e4_next_r_c: assert (r_c_d_o == r_c_d);
      e5_r_l_and_r_r: assert (r_l_o == r_l && r_r_o == r_r);
      e6_one_more_tick: assert (\i_dut.i_countdown.counted_q == (r_c < SUBTICKS ? r_c : r_c - SUBTICKS));
    end
    // Not vacuous: a wait that a clamp has shortened.
    e1_reached: cover (late_clamp && late_rate_valid && late_r_r < r_r && !idle && r_c_d != 0 && r_c_d + SUBTICKS < r_c);
  end
endmodule

`default_nettype wire
