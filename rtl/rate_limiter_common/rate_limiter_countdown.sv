// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// R_c: the countdown. Loaded with the gap that a packet's rate asks for, clamped when the rate is raised, otherwise
// one tick down with each cycle of a tick while at least a tick is left. Unit: one subtick divided by 2^FRACTION_W.
module rate_limiter_countdown #(
  parameter int SUBTICKS   = 60,
  parameter int SUBTICK_W  = 6,
  parameter int FRACTION_W = 0,
  parameter int R_C_W      = 40,  // fraction included
  parameter int GAP_W      = 51   // fraction included
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 tick_i,    // a tick passes with this cycle
  input  logic                 residual_i,
  input  logic                 clamp_i,
  input  logic                 sent_i,
  input  logic                 raised_i,  // a higher rate is assigned in this cycle
  input  logic [GAP_W-1:0]     gap_i,     // factor * R_l, both as they will be after this cycle
  input  logic [SUBTICK_W-1:0] phase_i,
  output logic                 idle_o,
  output logic                 follow_o,
  output logic [R_C_W-1:0]     r_c_o,
  output logic [R_C_W-1:0]     r_c_d_o
);
  localparam int SUM_W = (GAP_W > R_C_W ? GAP_W : R_C_W) + 1;

  localparam logic [R_C_W-1:0] Tick    = R_C_W'(SUBTICKS) << FRACTION_W;
  localparam logic [SUM_W-1:0] TickSum = SUM_W'(SUBTICKS) << FRACTION_W;

  logic [R_C_W-1:0] r_c_q, counted;
  logic [SUM_W-1:0] total, charged;
  logic [R_C_W-1:0] loaded;
  logic             gapless, clamped, moves;

  assign idle_o  = r_c_q < Tick;
  assign counted = idle_o || !tick_i ? r_c_q : r_c_q - Tick;

  // What is left of the last wait is owed on top of the new gap.
  assign total   = SUM_W'(gap_i) + (residual_i ? SUM_W'(counted) : '0);
  assign gapless = total < TickSum;
  // The wait begins at the packet's true end, the count at this edge. A packet that may follow without a gap starts
  // at the true end, too: nothing to take off.
  assign charged = residual_i && !gapless ? total - (SUM_W'(phase_i) << FRACTION_W) : total;
  assign loaded  = |charged[SUM_W-1:R_C_W] ? '1 : charged[R_C_W-1:0];
  assign clamped = clamp_i && raised_i && SUM_W'(gap_i) < SUM_W'(counted);

  // The clock of R_c may stop while nothing counts, ends or is raised: r_c_d_o is R_c then.
  assign moves = sent_i || raised_i || (tick_i && !idle_o);

  always_comb begin
    r_c_d_o  = counted;
    follow_o = counted < Tick;
    if (sent_i) begin
      r_c_d_o  = loaded;
      follow_o = gapless;
    end else if (clamped) begin
      r_c_d_o  = R_C_W'(gap_i);
      follow_o = SUM_W'(gap_i) < TickSum;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_c_q <= '0;
    end else if (moves) begin
      r_c_q <= r_c_d_o;
    end
  end

  assign r_c_o = r_c_q;
endmodule

`default_nettype wire
