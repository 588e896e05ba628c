// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// gentle_limiter beside rate_limiter_stage, for any inputs in any cycle: equal as long as a tick has passed with each cycle since
// the reset; and what a cycle without a tick does. Numbers as in docs/reference/proofs.md.
module gentle_limiter_formal #(
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
  input logic [STAGE_W-1:0]     r_r_i,
  input logic                   tick_i
);
  localparam int SUM_W = R_L_TICKS_W + SUBTICK_W + (1 << STAGE_W);

  logic               idle, follow, stage_idle, stage_follow;
  logic [R_C_W-1:0]   r_c, stage_r_c, stage_r_c_d;
  logic [STAGE_W-1:0] r_r, stage_r_r;
  logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l;
  gentle_limiter #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_dut (
    .clk_i, .rst_ni, .rounding_i, .clamp_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .phase_i, .rate_valid_i, .r_r_i, .tick_i,
    .idle_o(idle), .follow_o(follow), .r_c_o(r_c), .r_r_o(r_r)
  );
  rate_limiter_stage #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_stage (
    .clk_i, .rst_ni, .rounding_i, .clamp_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .phase_i, .rate_valid_i, .r_r_i,
    .idle_o(stage_idle), .follow_o(stage_follow), .r_c_o(stage_r_c), .r_c_d_o(stage_r_c_d), .r_l_o(r_l), .r_r_o(stage_r_r)
  );
  (* hierconn *) wire [R_L_TICKS_W+SUBTICK_W-1:0] \i_dut.i_r_l.r_l_o ;

  // The cycle before: whether it had a reset and a tick, and what it loads or leaves.
  logic             start = 1'b1, ticked_q = 1'b1, stood_q = 1'b0;
  logic             sent_q, clamps_q, residual_q, clocked_q;
  logic [R_C_W-1:0] r_c_q;
  logic [SUBTICK_W-1:0] phase_q;
  logic [STAGE_W-1:0] r_r_q;
  logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_q;
  always_ff @(posedge clk_i) begin
    start      <= 1'b0;
    ticked_q   <= !rst_ni || (ticked_q && tick_i);
    stood_q    <= rst_ni && !tick_i;
    sent_q     <= sent_i;
    clamps_q   <= clamp_i && rate_valid_i && r_r_i < r_r;
    residual_q <= rounding_i == 2'd3;
    r_c_q      <= r_c;
    phase_q    <= phase_i;
    r_r_q      <= r_r;
    r_l_q      <= r_l;
    clocked_q  <= !rst_ni || sent_i || rate_valid_i || (tick_i && !idle);
  end

  // With R_l and R_r as the cycle before has left them.
  logic [SUM_W-1:0] gap, total, charged;
  assign gap     = (SUM_W'(r_l) << r_r) - SUM_W'(r_l);
  assign total   = gap + (residual_q ? SUM_W'(r_c_q) : '0);
  assign charged = residual_q && total >= SUM_W'(SUBTICKS) ? total - SUM_W'(phase_q) : total;

  always_comb begin
    if (start) assume (!rst_ni);
    assume (r_l_subticks_i < SUBTICK_W'(SUBTICKS) && phase_i < SUBTICK_W'(SUBTICKS));
    if (!start) begin
      // j6: R_l and R_r do not know of ticks; R_c with a tick is that of the stage form, and without one stands unless a packet
      // ends or a rate is raised.
      j6_rate: assert (r_r == stage_r_r && \i_dut.i_r_l.r_l_o == r_l);
      j6_idle: assert (idle == (r_c < R_C_W'(SUBTICKS)));
      j6_ticks: assert (!ticked_q || r_c == stage_r_c);
      j6_follows: assert (!ticked_q || !tick_i || (idle == stage_idle && (!sent_i || follow == stage_follow)));
      j6_stands: assert (!rst_ni || !stood_q || sent_q || clamps_q || r_c == r_c_q);
      j6_clamps: assert (!rst_ni || !stood_q || sent_q || !clamps_q || SUM_W'(r_c) == (gap < SUM_W'(r_c_q) ? gap : SUM_W'(r_c_q)));
      j6_loads: assert (!rst_ni || !stood_q || !sent_q || r_c == (charged >> R_C_W != '0 ? '1 : charged[R_C_W-1:0]));
      // j7: without a packet, a rate, and a tick to count, no register changes.
      j7_bank: assert (!rst_ni || clocked_q || {r_c, r_r, r_l} == {r_c_q, r_r_q, r_l_q});
    end
  end

  logic unused;
  assign unused = &{1'b0, stage_r_c_d};
endmodule

`default_nettype wire
