// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// lookahead_countdown beside rate_limiter_countdown, which gets the same gap a cycle later: every output equal in every cycle. A
// gap is any number, so that no shifter stands between the proof and the widths as built. What no packet and no clamp comes
// with is of no account, so that each side gets its own of it. Numbers as in docs/reference/proofs.md.
module lookahead_countdown_formal #(
  parameter int SUBTICKS  = 60,
  parameter int SUBTICK_W = 6,
  parameter int R_C_W     = 40,
  parameter int GAP_W     = 51  // of the plain countdown
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 sent_i,
  input logic                 residual_i,
  input logic                 clamp_i,
  input logic                 raised_i,
  input logic [GAP_W-1:0]     gap_i,
  input logic [SUBTICK_W-1:0] phase_i,
  input logic                 other_residual_i,
  input logic [GAP_W-1:0]     other_gap_i,
  input logic [SUBTICK_W-1:0] other_phase_i
);
  localparam int NEAR_W = R_C_W + 1;

  logic             idle_o, follow_o, idle, follow;
  logic [R_C_W-1:0] r_c_o, r_c_d_o, r_c, r_c_d;
  logic             counts;
  assign counts = sent_i || (clamp_i && raised_i);

  lookahead_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_C_W(R_C_W), .GAP_W(NEAR_W)
  ) i_dut (
    .clk_i, .rst_ni, .sent_i, .residual_i, .clamp_i(clamp_i && raised_i), .phase_i, .gap_i(gap_i[NEAR_W-1:0]),
    .gap_huge_i(|gap_i[GAP_W-1:NEAR_W]), .idle_o, .follow_o, .r_c_o, .r_c_d_o
  );

  logic                 late_sent, late_residual, late_clamp, late_raised;
  logic [GAP_W-1:0]     late_gap;
  logic [SUBTICK_W-1:0] late_phase;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      late_sent   <= 1'b0;
      late_raised <= 1'b0;
    end else begin
      late_sent   <= sent_i;
      late_raised <= raised_i;
    end
  end
  always_ff @(posedge clk_i) begin
    late_clamp    <= clamp_i;
    late_residual <= sent_i ? residual_i : other_residual_i;
    late_phase    <= sent_i ? phase_i : other_phase_i;
    late_gap      <= counts ? gap_i : other_gap_i;
  end

  rate_limiter_countdown #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(0), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_plain (
    .clk_i, .rst_ni, .tick_i(1'b1), .residual_i(late_residual), .clamp_i(late_clamp), .sent_i(late_sent), .raised_i(late_raised),
    .gap_i(late_gap), .phase_i(late_phase), .idle_o(idle), .follow_o(follow), .r_c_o(r_c), .r_c_d_o(r_c_d)
  );

  (* hierconn *) wire [R_C_W-1:0] \i_dut.counted_q ;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    // As asked of whoever drives a limiter. Of what is on its way, too: induction begins anywhere.
    if (sent_i) assume (phase_i < SUBTICKS);
    if (started) begin
      e1_idle: assert (idle_o == idle);
      e2_follow: assert (follow_o == follow);
      e3_r_c: assert (r_c_o == r_c);
      e4_next_r_c: assert (r_c_d_o == r_c_d);
      e6_one_more_tick: assert (\i_dut.counted_q == (r_c < SUBTICKS ? r_c : r_c - SUBTICKS));
    end
    // Not vacuous: a wait that a clamp has shortened; R_c filled by a gap that is not all of it.
    e1_reached: cover (late_clamp && late_raised && !late_sent && !idle && r_c_d >= SUBTICKS && r_c_d + SUBTICKS < r_c);
    e4_filled: cover (late_sent && (|late_gap[GAP_W-1:NEAR_W]) && (&r_c_d));
  end
endmodule

`default_nettype wire
