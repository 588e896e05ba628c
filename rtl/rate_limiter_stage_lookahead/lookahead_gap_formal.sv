// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What stands before R_c in rate_limiter_stage_lookahead beside rate_limiter_stage, which gets the inputs of four cycles ago: both
// countdowns are given the same in the same cycle. Nothing here depends on R_c, so that it is proved at the widths as built; from
// there on lookahead_countdown_formal.sv holds. What each register of the pipeline has to be is said of the inputs on their way:
// that is E5 of the cycles before. `hierconn` joins a wire to the one of that name inside a block when the design is flattened.
// Numbers as in docs/reference/proofs.md.
module lookahead_gap_formal #(
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
  localparam int BEFORE = 4;  // cycles from the inputs to what the countdown is given
  localparam int R_L_W  = R_L_TICKS_W + SUBTICK_W;
  localparam int STAGES = 1 << STAGE_W;
  localparam int NEAR_W = R_C_W + 1;           // of the gap that the lookahead's countdown is given
  localparam int GAP_W  = R_L_W + STAGES - 1;  // of the plain one's
  localparam int WIDE_W = (R_L_W > NEAR_W ? R_L_W : NEAR_W) + 1;
  localparam int ALL_W  = GAP_W > WIDE_W ? GAP_W : WIDE_W + 1;
  localparam int IN_W   = 2 + 1 + 1 + R_L_TICKS_W + 2 * SUBTICK_W + 1 + STAGE_W;

  logic               idle_o, follow_o, idle, follow;
  logic [R_C_W-1:0]   r_c_o, r_c_d_o, r_c, r_c_d;
  logic [R_L_W-1:0]   r_l_o, r_l;
  logic [STAGE_W-1:0] r_r_o, r_r;

  rate_limiter_stage_lookahead #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_dut (.*);

  // What was given 1 to BEFORE cycles ago, and the R_l and R_r that it comes to.
  logic [BEFORE*IN_W-1:0] past;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past <= '0;
    end else begin
      past <= {past[(BEFORE-1)*IN_W-1:0], rounding_i, clamp_i, sent_i, r_l_ticks_i, r_l_subticks_i, phase_i,
               rate_valid_i, r_r_i};
    end
  end
  for (genvar n = 1; n <= BEFORE; n = n + 1) begin : g_past
    logic [1:0]             rounding;
    logic                   clamp, sent, rate_valid, up, clamps;
    logic [R_L_TICKS_W-1:0] ticks, whole;
    logic [SUBTICK_W-1:0]   subticks, phase, rest;
    logic [STAGE_W-1:0]     r_r_in, r_r_then, r_r_before;
    logic [R_L_W-1:0]       r_l_then, r_l_before;
    assign {rounding, clamp, sent, ticks, subticks, phase, rate_valid, r_r_in} = past[(n-1)*IN_W +: IN_W];
    if (n == BEFORE) begin : g_oldest
      assign r_l_before = r_l;
      assign r_r_before = r_r;
    end else begin : g_newer
      assign r_l_before = g_past[n+1].r_l_then;
      assign r_r_before = g_past[n+1].r_r_then;
    end
    assign up         = !(&ticks) && (rounding == 2'd1 ? subticks != 0 : rounding == 2'd2 && 2 * subticks >= SUBTICKS);
    assign whole      = ticks + R_L_TICKS_W'(up);
    assign rest       = rounding == 2'd3 ? subticks : '0;
    assign r_l_then   = sent ? R_L_W'(whole) * SUBTICKS + R_L_W'(rest) : r_l_before;
    assign r_r_then   = rate_valid ? r_r_in : r_r_before;
    assign clamps     = clamp && rate_valid && r_r_in < r_r_before;
  end

  rate_limiter_stage #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_plain (
    .clk_i, .rst_ni, .rounding_i(g_past[BEFORE].rounding), .clamp_i(g_past[BEFORE].clamp), .sent_i(g_past[BEFORE].sent),
    .r_l_ticks_i(g_past[BEFORE].ticks), .r_l_subticks_i(g_past[BEFORE].subticks), .phase_i(g_past[BEFORE].phase),
    .rate_valid_i(g_past[BEFORE].rate_valid), .r_r_i(g_past[BEFORE].r_r_in), .idle_o(idle), .follow_o(follow),
    .r_c_o(r_c), .r_c_d_o(r_c_d), .r_l_o(r_l), .r_r_o(r_r)
  );

  // The inputs of both countdowns.
  (* hierconn *) wire                 \i_dut.i_countdown.sent_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.residual_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.clamp_i ;
  (* hierconn *) wire [SUBTICK_W-1:0] \i_dut.i_countdown.phase_i ;
  (* hierconn *) wire [NEAR_W-1:0]    \i_dut.i_countdown.gap_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.gap_huge_i ;
  (* hierconn *) wire                 \i_plain.i_countdown.sent_i ;
  (* hierconn *) wire                 \i_plain.i_countdown.residual_i ;
  (* hierconn *) wire                 \i_plain.i_countdown.clamp_i ;
  (* hierconn *) wire                 \i_plain.i_countdown.raised_i ;
  (* hierconn *) wire [SUBTICK_W-1:0] \i_plain.i_countdown.phase_i ;
  (* hierconn *) wire [GAP_W-1:0]     \i_plain.i_countdown.gap_i ;

  (* hierconn *) wire [R_L_W-1:0]      \i_plain.r_l_d ;
  (* hierconn *) wire [STAGE_W-1:0]    \i_plain.r_r_d ;

  // The registers on the way.
  (* hierconn *) wire                   \i_dut.i_gap.sent_1_q ;
  (* hierconn *) wire                   \i_dut.i_gap.residual_1_q ;
  (* hierconn *) wire                   \i_dut.i_gap.clamp_1_q ;
  (* hierconn *) wire [SUBTICK_W-1:0]   \i_dut.i_gap.phase_1_q ;
  (* hierconn *) wire [SUBTICK_W-1:0]   \i_dut.i_gap.subticks_1_q ;
  (* hierconn *) wire [R_L_TICKS_W-1:0] \i_dut.i_gap.ticks_1_q ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.i_gap.r_r_1_q ;
  (* hierconn *) wire                   \i_dut.i_gap.sent_2_q ;
  (* hierconn *) wire                   \i_dut.i_gap.residual_2_q ;
  (* hierconn *) wire                   \i_dut.i_gap.clamp_2_q ;
  (* hierconn *) wire [SUBTICK_W-1:0]   \i_dut.i_gap.phase_2_q ;
  (* hierconn *) wire [R_L_W-1:0]       \i_dut.i_gap.r_l_2_q ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.i_gap.r_r_2_q ;
  (* hierconn *) wire                   \i_dut.i_gap.sent_3_q ;
  (* hierconn *) wire                   \i_dut.i_gap.residual_3_q ;
  (* hierconn *) wire                   \i_dut.i_gap.clamp_3_q ;
  (* hierconn *) wire [SUBTICK_W-1:0]   \i_dut.i_gap.phase_3_q ;
  (* hierconn *) wire                   \i_dut.i_gap.beyond_3_q ;
  (* hierconn *) wire [WIDE_W-1:0]      \i_dut.i_gap.shifted_3_q ;
  (* hierconn *) wire [R_L_W-1:0]       \i_dut.i_gap.r_l_3_q ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.i_gap.r_r_3_q ;
  (* hierconn *) wire [R_L_W-1:0]       \i_dut.r_l ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.r_r ;
  (* hierconn *) wire [R_L_W-1:0]       \i_dut.r_l_1_q ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.r_r_1_q ;

  // R_l << k, and (2^k - 1) R_l, for each k apart, with constants, of the block's own R_l and R_r, which are proved apart.
  logic [ALL_W-1:0] shifted;
  logic [GAP_W-1:0] gap;
  always_comb begin
    shifted = '0;
    gap     = '0;
    for (int k = 0; k < STAGES; k = k + 1) begin
      if (\i_dut.i_gap.r_r_3_q == STAGE_W'(k)) shifted = {ALL_W'(\i_dut.i_gap.r_l_3_q ), {k{1'b0}}};
      if (\i_dut.r_r == STAGE_W'(k)) gap = {GAP_W'(\i_dut.r_l ), {k{1'b0}}} - GAP_W'(\i_dut.r_l );
    end
  end

  logic               started = 1'b0;
  logic [R_L_W-1:0]   was_r_l;
  logic [STAGE_W-1:0] was_r_r;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was_r_l <= '0;
      was_r_r <= '0;
    end else begin
      was_r_l <= r_l;
      was_r_r <= r_r;
    end
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    // As asked of whoever drives a limiter. Of the inputs on their way, too: induction begins anywhere.
    if (sent_i) assume (phase_i < SUBTICKS && r_l_subticks_i < SUBTICKS);
    if (g_past[4].sent) assume (g_past[4].phase < SUBTICKS && g_past[4].subticks < SUBTICKS);
    if (started) begin
      // Whether there is a packet, or a clamp.
      e4_comes_on_the_way: assert (
          {\i_dut.i_gap.sent_1_q , \i_dut.i_gap.sent_2_q , \i_dut.i_gap.sent_3_q } ==
              {g_past[1].sent, g_past[2].sent, g_past[3].sent} &&
          {\i_dut.i_gap.clamp_1_q , \i_dut.i_gap.clamp_2_q , \i_dut.i_gap.clamp_3_q } ==
              {g_past[1].clamps, g_past[2].clamps, g_past[3].clamps});
      e4_comes: assert (
          \i_dut.i_countdown.sent_i == \i_plain.i_countdown.sent_i &&
          \i_dut.i_countdown.clamp_i == (\i_plain.i_countdown.clamp_i && \i_plain.i_countdown.raised_i ));

      // R_l and R_r.
      e5_of_the_plain: assert (\i_plain.r_l_d == g_past[4].r_l_then && \i_plain.r_r_d == g_past[4].r_r_then);
      e5_rate_1: assert (\i_dut.i_gap.r_r_1_q == g_past[1].r_r_then);
      if (g_past[1].sent) begin
        e5_ticks_1: assert (\i_dut.i_gap.ticks_1_q == g_past[1].whole && \i_dut.i_gap.subticks_1_q == g_past[1].rest);
      end
      e5_r_l_2: assert (\i_dut.i_gap.r_l_2_q == g_past[2].r_l_then && \i_dut.i_gap.r_r_2_q == g_past[2].r_r_then);
      e5_r_l_3: assert (\i_dut.i_gap.r_l_3_q == g_past[3].r_l_then && \i_dut.i_gap.r_r_3_q == g_past[3].r_r_then);
      e5_r_l_4: assert (\i_dut.r_l == g_past[4].r_l_then && \i_dut.r_r == g_past[4].r_r_then);
      e5_r_l_5: assert (\i_dut.r_l_1_q == r_l && \i_dut.r_r_1_q == r_r);
      e5_r_l_and_r_r: assert (r_l_o == was_r_l && r_r_o == was_r_r);

      // What comes with a packet.
      if (g_past[1].sent) begin
        e4_phase_1: assert (\i_dut.i_gap.phase_1_q == g_past[1].phase &&
                            \i_dut.i_gap.residual_1_q == (g_past[1].rounding == 2'd3));
      end
      if (g_past[2].sent) begin
        e4_phase_2: assert (\i_dut.i_gap.phase_2_q == g_past[2].phase &&
                            \i_dut.i_gap.residual_2_q == (g_past[2].rounding == 2'd3));
      end
      if (g_past[3].sent) begin
        e4_phase_3: assert (\i_dut.i_gap.phase_3_q == g_past[3].phase &&
                            \i_dut.i_gap.residual_3_q == (g_past[3].rounding == 2'd3));
      end
      if (\i_plain.i_countdown.sent_i ) begin
        e4_phase: assert (\i_dut.i_countdown.phase_i == \i_plain.i_countdown.phase_i &&
                          \i_dut.i_countdown.residual_i == \i_plain.i_countdown.residual_i );
      end

      // The gap, before a packet or a clamp: at other times nobody asks for it.
      if (\i_dut.i_gap.sent_3_q || \i_dut.i_gap.clamp_3_q ) begin
        e4_shifted: assert (\i_dut.i_gap.shifted_3_q == shifted[WIDE_W-1:0] &&
                            \i_dut.i_gap.beyond_3_q == (|shifted[ALL_W-1:WIDE_W]));
      end
      if (\i_dut.i_countdown.sent_i || \i_dut.i_countdown.clamp_i ) begin
        e4_gap: assert (\i_dut.i_countdown.gap_i == gap[NEAR_W-1:0] &&
                        \i_dut.i_countdown.gap_huge_i == (|gap[GAP_W-1:NEAR_W]));
      end
      e4_gap_of_the_plain: assert (\i_plain.i_countdown.gap_i == gap);
    end
    // Not vacuous: the longest gap comes through.
    e4_longest: cover (\i_dut.i_countdown.sent_i && (&\i_dut.r_r ) && \i_dut.r_l == ((1 << R_L_TICKS_W) - 1) * SUBTICKS + SUBTICKS - 1);
  end
endmodule

`default_nettype wire
