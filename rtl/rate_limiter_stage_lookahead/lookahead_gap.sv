// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// From what a packet and a rate message say to the gap (2^k - 1) R_l that they ask for: rounding, R_l in subticks,
// R_l << k, the subtraction, one register after each. No path leads back but the hold of R_l and R_r. Everything
// comes out together, four cycles after it went in; the subtraction of r_l_o is that of gap_o. What comes with a packet
// is taken with a packet only, so that between packets nothing behind it changes. Reset clears what says that something
// comes, and what shows on r_l_o and r_r_o; the rest counts only once something has come.
module lookahead_gap #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int GAP_W       = 41,
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
  output logic                             sent_o,
  output logic                             residual_o,
  output logic                             clamp_o,     // a raised rate clamps in this cycle
  output logic [SUBTICK_W-1:0]             phase_o,
  output logic [GAP_W-1:0]                 gap_o,
  output logic                             gap_huge_o,  // the gap is 2^GAP_W or more, gap_o is not all of it
  output logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_o,
  output logic [STAGE_W-1:0]               r_r_o
);
  localparam int R_L_W     = R_L_TICKS_W + SUBTICK_W;
  localparam int SHIFTED_W = R_L_W + (1 << STAGE_W) - 1;
  // The subtraction takes at most half of R_l << k, so of the bits above this one it is enough to know that there are.
  localparam int WIDE_W    = (R_L_W > GAP_W ? R_L_W : GAP_W) + 1;
  localparam int ALL_W     = SHIFTED_W > WIDE_W ? SHIFTED_W : WIDE_W + 1;

  typedef enum logic [1:0] {Floor, Ceil, Nearest, Residual} rounding_e;

  localparam logic [SUBTICK_W-1:0] Half = SUBTICK_W'((SUBTICKS + 1) / 2);

  // 1: whole ticks, and the rate.
  logic                   up;
  logic                   sent_1_q, residual_1_q, clamp_1_q;
  logic [SUBTICK_W-1:0]   phase_1_q, subticks_1_q;
  logic [R_L_TICKS_W-1:0] ticks_1_q;
  logic [STAGE_W-1:0]     r_r_1_q;
  always_comb begin
    case (rounding_i)
      Ceil:    up = r_l_subticks_i != 0;
      Nearest: up = r_l_subticks_i >= Half;
      default: up = 1'b0;
    endcase
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_1_q     <= 1'b0;
      clamp_1_q    <= 1'b0;
      r_r_1_q      <= '0;
    end else begin
      sent_1_q     <= sent_i;
      clamp_1_q    <= clamp_i && rate_valid_i && r_r_i < r_r_1_q;
      if (rate_valid_i) r_r_1_q <= r_r_i;
    end
  end
  always_ff @(posedge clk_i) begin
    if (sent_i) begin
      residual_1_q <= rounding_i == Residual;
      phase_1_q    <= phase_i;
      subticks_1_q <= rounding_i == Residual ? r_l_subticks_i : '0;
      ticks_1_q    <= r_l_ticks_i + R_L_TICKS_W'(up && !(&r_l_ticks_i));
    end
  end

  // 2: R_l in subticks, ticks x SUBTICKS + subticks: side by side they count 2^SUBTICK_W a tick, too many by Short.
  localparam logic [R_L_W-1:0] Short = R_L_W'((1 << SUBTICK_W) - SUBTICKS);
  logic                 sent_2_q, residual_2_q, clamp_2_q;
  logic [SUBTICK_W-1:0] phase_2_q;
  logic [R_L_W-1:0]     r_l_2_q;
  logic [STAGE_W-1:0]   r_r_2_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_2_q  <= 1'b0;
      clamp_2_q <= 1'b0;
      r_l_2_q   <= '0;
      r_r_2_q   <= '0;
    end else begin
      sent_2_q  <= sent_1_q;
      clamp_2_q <= clamp_1_q;
      r_r_2_q   <= r_r_1_q;
      if (sent_1_q) r_l_2_q <= {ticks_1_q, subticks_1_q} - R_L_W'(ticks_1_q) * Short;
    end
  end
  always_ff @(posedge clk_i) begin
    residual_2_q <= residual_1_q;
    phase_2_q    <= phase_1_q;
  end

  // 3: R_l << k.
  logic                 sent_3_q, residual_3_q, clamp_3_q, beyond_3_q;
  logic [SUBTICK_W-1:0] phase_3_q;
  logic [ALL_W-1:0]     shifted;
  logic [WIDE_W-1:0]    shifted_3_q;
  logic [R_L_W-1:0]     r_l_3_q;
  logic [STAGE_W-1:0]   r_r_3_q;
  assign shifted = ALL_W'(r_l_2_q) << r_r_2_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_3_q  <= 1'b0;
      clamp_3_q <= 1'b0;
      r_l_3_q   <= '0;
      r_r_3_q   <= '0;
    end else begin
      sent_3_q  <= sent_2_q;
      clamp_3_q <= clamp_2_q;
      r_l_3_q   <= r_l_2_q;
      r_r_3_q   <= r_r_2_q;
    end
  end
  always_ff @(posedge clk_i) begin
    residual_3_q <= residual_2_q;
    phase_3_q    <= phase_2_q;
    beyond_3_q   <= |shifted[ALL_W-1:WIDE_W];
    shifted_3_q  <= shifted[WIDE_W-1:0];
  end

  // 4: less R_l.
  logic [WIDE_W-1:0] less;
  assign less = shifted_3_q - WIDE_W'(r_l_3_q);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_o  <= 1'b0;
      clamp_o <= 1'b0;
      r_l_o   <= '0;
      r_r_o   <= '0;
    end else begin
      sent_o  <= sent_3_q;
      clamp_o <= clamp_3_q;
      r_l_o   <= r_l_3_q;
      r_r_o   <= r_r_3_q;
    end
  end
  always_ff @(posedge clk_i) begin
    residual_o <= residual_3_q;
    phase_o    <= phase_3_q;
    gap_o      <= less[GAP_W-1:0];
    gap_huge_o <= beyond_3_q || (|less[WIDE_W-1:GAP_W]);
  end
endmodule

`default_nettype wire
