// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A rate limiter of the stage form written from the block's page alone: somebody else's RTL, for tests of what takes such.
module own_limiter #(
  parameter SUBTICKS = 60, SUBTICK_W = 6, R_L_TICKS_W = 14, R_C_W = 40, STAGE_W = 5,
  parameter R_L_W = R_L_TICKS_W + SUBTICK_W
) (
  input  wire                   clk_i, rst_ni, clamp_i, sent_i, rate_valid_i,
  input  wire [1:0]             rounding_i,
  input  wire [R_L_TICKS_W-1:0] r_l_ticks_i,
  input  wire [SUBTICK_W-1:0]   r_l_subticks_i, phase_i,
  input  wire [STAGE_W-1:0]     r_r_i,
  output wire                   idle_o,
  output reg                    follow_o,
  output wire [R_C_W-1:0]       r_c_o,
  output reg  [R_C_W-1:0]       r_c_d_o,
  output wire [R_L_W-1:0]       r_l_o,
  output wire [STAGE_W-1:0]     r_r_o
);
  localparam WIDE = R_L_W + R_C_W + (1 << STAGE_W);  // in which nothing overflows
  localparam [WIDE-1:0] T = SUBTICKS;

  reg [R_C_W-1:0]   r_c;
  reg [R_L_W-1:0]   r_l, r_l_d;
  reg [STAGE_W-1:0] r_r, r_r_d;
  reg [WIDE-1:0]    counted, gap, total, next;
  reg               up;

  always @* begin
    counted = r_c >= T ? r_c - T : r_c;
    r_r_d   = rate_valid_i ? r_r_i : r_r;
    case (rounding_i)
      2'd1:    up = r_l_subticks_i != 0;
      2'd2:    up = r_l_subticks_i >= (SUBTICKS + 1) / 2;
      default: up = 1'b0;
    endcase
    if (&r_l_ticks_i) up = 1'b0;
    r_l_d = r_l;
    if (sent_i) r_l_d = (r_l_ticks_i + up) * T + (rounding_i == 2'd3 ? r_l_subticks_i : 0);
    gap = r_l_d;
    gap = (gap << r_r_d) - gap;
    total = gap + (rounding_i == 2'd3 ? counted : 0);
    if (sent_i) begin
      follow_o = total < T;
      next     = rounding_i == 2'd3 && total >= T ? total - phase_i : total;
      r_c_d_o  = |next[WIDE-1:R_C_W] ? {R_C_W{1'b1}} : next[R_C_W-1:0];
    end else begin
      next     = clamp_i && rate_valid_i && r_r_i < r_r && gap < counted ? gap : counted;
      follow_o = next < T;
      r_c_d_o  = next[R_C_W-1:0];
    end
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_c <= 0;
      r_l <= 0;
      r_r <= 0;
    end else begin
      r_c <= r_c_d_o;
      r_l <= r_l_d;
      r_r <= r_r_d;
    end
  end

  assign idle_o = r_c < T;
  assign r_c_o  = r_c;
  assign r_l_o  = r_l;
  assign r_r_o  = r_r;
endmodule
