// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What stands before R_c in rate_limiter_stage, from packet and rate to what its countdown is given: nothing here depends on
// R_c, so that it is proved at the widths as built. With what is proved of the countdown for any gap
// (rate_limiter_countdown_formal.sv) it is L4 from packet to R_c. `hierconn` joins a wire to the one of that name inside the block when the
// design is flattened. Numbers as in docs/reference/proofs.md.
module rate_limiter_stage_front_formal #(
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

  (* hierconn *) wire [GAP_W-1:0]     \i_dut.i_countdown.gap_i ;
  (* hierconn *) wire [SUBTICK_W-1:0] \i_dut.i_countdown.phase_i ;
  (* hierconn *) wire [R_L_W-1:0]     \i_dut.i_r_l.r_l_d_o ;
  (* hierconn *) wire                 \i_dut.i_countdown.sent_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.clamp_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.residual_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.raised_i ;

  // R_l and R_r as the coming edge is to leave them, in twice the width of R_l: whole ticks, and the transmission as it was.
  logic [2*R_L_W-1:0] floor_r_l, r_l;
  logic [STAGE_W-1:0] r_r;
  logic               up;
  assign floor_r_l = (2 * R_L_W)'(r_l_ticks_i) * SUBTICKS;
  assign r_r       = rate_valid_i ? r_r_i : r_r_o;
  always_comb begin
    case (rounding_i)
      2'd1:    up = r_l_subticks_i != 0;
      2'd2:    up = 2 * r_l_subticks_i >= SUBTICKS;
      default: up = 1'b0;
    endcase
    if (&r_l_ticks_i) up = 1'b0;  // the longest R_l there is: rounding up stops
    if (!sent_i) r_l = (2 * R_L_W)'(r_l_o);
    else if (rounding_i == 2'd3) r_l = floor_r_l + (2 * R_L_W)'(r_l_subticks_i);
    else r_l = floor_r_l + (up ? SUBTICKS : 0);
  end

  // (2^k - 1) R_l for each k apart, with constants, of the block's own R_l, which is proved apart.
  logic [GAP_W-1:0] gap;
  always_comb begin
    gap = '0;
    for (int k = 0; k < STAGES; k = k + 1) begin
      if (r_r == STAGE_W'(k)) gap = {GAP_W'(\i_dut.i_r_l.r_l_d_o ), {k{1'b0}}} - GAP_W'(\i_dut.i_r_l.r_l_d_o );
    end
  end

  logic               seen = 1'b0;  // there was a cycle before this one, and no reset in it
  logic [2*R_L_W-1:0] r_l_before;
  logic [STAGE_W-1:0] r_r_before;
  logic               started = 1'b0;
  always_ff @(posedge clk_i) begin
    started    <= 1'b1;
    seen       <= rst_ni;
    r_l_before <= r_l;
    r_r_before <= r_r;
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    if (sent_i) assume (phase_i < SUBTICKS && r_l_subticks_i < SUBTICKS);
    l4_gap: assert (\i_dut.i_countdown.gap_i == gap);
    l5_r_l: assert ((2 * R_L_W)'(\i_dut.i_r_l.r_l_d_o ) == r_l || !rst_ni);
    l4_given: assert (\i_dut.i_countdown.sent_i == sent_i && \i_dut.i_countdown.clamp_i == clamp_i &&
                      \i_dut.i_countdown.phase_i == phase_i && \i_dut.i_countdown.residual_i == (rounding_i == 2'd3) &&
                      \i_dut.i_countdown.raised_i == (rate_valid_i && r_r_i < r_r_o));
    if (!rst_ni) begin
      l10_reset: assert (r_l_o == 0 && r_r_o == 0);
    end else if (seen) begin
      l5_r_l_kept: assert ((2 * R_L_W)'(r_l_o) == r_l_before);
      l11_rate: assert (r_r_o == r_r_before);
    end
    // Not vacuous: the longest gap.
    l4_longest: cover (sent_i && &r_r && r_l == (2 * R_L_W)'((1 << R_L_TICKS_W) - 1) * SUBTICKS + SUBTICKS - 1);
  end
endmodule

`default_nettype wire
