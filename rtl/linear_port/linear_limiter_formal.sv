// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// linear_limiter beside rate_limiter_fixed_point, for any inputs in any cycle: equal as long as a tick has passed with each cycle since
// the reset; and what a cycle without a tick does. Numbers as in docs/reference/proofs.md.
module linear_limiter_formal #(
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
  input logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_i,
  input logic                                  tick_i
);
  localparam int FACTOR_W = FACTOR_INT_W + FACTOR_FRAC_W;
  localparam int WAIT_W   = R_C_W + FACTOR_FRAC_W;
  localparam int PLAIN_W  = R_L_TICKS_W + SUBTICK_W + FACTOR_W;
  localparam int SUM_W    = (PLAIN_W > WAIT_W ? PLAIN_W : WAIT_W) + 1;

  logic               idle, follow, plain_idle, plain_follow;
  logic [WAIT_W-1:0]  r_c, plain_r_c, plain_r_c_d;
  logic [FACTOR_W-1:0] r_r, plain_r_r;
  logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l;
  linear_limiter #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W),
    .FACTOR_INT_W(FACTOR_INT_W), .FACTOR_FRAC_W(FACTOR_FRAC_W)
  ) i_dut (
    .clk_i, .rst_ni, .rounding_i, .clamp_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .phase_i, .rate_valid_i, .r_r_i, .tick_i,
    .idle_o(idle), .follow_o(follow), .r_c_o(r_c), .r_r_o(r_r)
  );
  rate_limiter_fixed_point #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W),
    .FACTOR_INT_W(FACTOR_INT_W), .FACTOR_FRAC_W(FACTOR_FRAC_W)
  ) i_plain (
    .clk_i, .rst_ni, .rounding_i, .clamp_i, .sent_i, .r_l_ticks_i, .r_l_subticks_i, .phase_i, .rate_valid_i, .r_r_i,
    .idle_o(plain_idle), .follow_o(plain_follow), .r_c_o(plain_r_c), .r_c_d_o(plain_r_c_d), .r_l_o(r_l), .r_r_o(plain_r_r)
  );
  (* hierconn *) wire [R_L_TICKS_W+SUBTICK_W-1:0] \i_dut.i_r_l.r_l_o ;

  // The cycle before: whether it had a reset and a tick, and what it loads or leaves.
  logic             start = 1'b1, ticked_q = 1'b1, stood_q = 1'b0;
  logic             sent_q, clamps_q, residual_q, clocked_q;
  logic [WAIT_W-1:0] r_c_q;
  logic [SUBTICK_W-1:0] phase_q;
  logic [FACTOR_W-1:0] r_r_q;
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
  assign gap     = SUM_W'(r_l) * SUM_W'(r_r);
  assign total   = gap + (residual_q ? SUM_W'(r_c_q) : '0);
  assign charged = residual_q && total >= SUM_W'(SUBTICKS) << FACTOR_FRAC_W ?
                   total - (SUM_W'(phase_q) << FACTOR_FRAC_W) : total;

  always_comb begin
    if (start) assume (!rst_ni);
    assume (r_l_subticks_i < SUBTICK_W'(SUBTICKS) && phase_i < SUBTICK_W'(SUBTICKS));
    if (!start) begin
      // o6: R_l and R_r do not know of ticks; R_c with a tick is that of the fixed-point form, and without one stands unless a packet
      // ends or a rate is raised.
      o6_rate: assert (r_r == plain_r_r && \i_dut.i_r_l.r_l_o == r_l);
      o6_idle: assert (idle == (r_c < WAIT_W'(SUBTICKS) << FACTOR_FRAC_W));
      o6_ticks: assert (!ticked_q || r_c == plain_r_c);
      o6_follows: assert (!ticked_q || !tick_i || (idle == plain_idle && (!sent_i || follow == plain_follow)));
      o6_stands: assert (!rst_ni || !stood_q || sent_q || clamps_q || r_c == r_c_q);
      o6_clamps: assert (!rst_ni || !stood_q || sent_q || !clamps_q || SUM_W'(r_c) == (gap < SUM_W'(r_c_q) ? gap : SUM_W'(r_c_q)));
      o6_loads: assert (!rst_ni || !stood_q || !sent_q || r_c == (charged >> WAIT_W != '0 ? '1 : charged[WAIT_W-1:0]));
      // o7: without a packet, a rate, and a tick to count, no register changes.
      o7_bank: assert (!rst_ni || clocked_q || {r_c, r_r, r_l} == {r_c_q, r_r_q, r_l_q});
    end
  end

  logic unused;
  assign unused = &{1'b0, plain_r_c_d};
endmodule

`default_nettype wire
