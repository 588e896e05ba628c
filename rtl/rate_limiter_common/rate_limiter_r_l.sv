// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// R_l: the transmission time of the packet just sent, in subticks. Takes it as whole ticks and subticks, so that
// rounding to whole ticks needs no division.
module rate_limiter_r_l #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [1:0]                       rounding_i,
  input  logic                             sent_i,
  input  logic [R_L_TICKS_W-1:0]           r_l_ticks_i,
  input  logic [SUBTICK_W-1:0]             r_l_subticks_i,
  output logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_o,
  output logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_d_o
);
  localparam int R_L_W = R_L_TICKS_W + SUBTICK_W;

  typedef enum logic [1:0] {Floor, Ceil, Nearest, Residual} rounding_e;

  localparam logic [SUBTICK_W-1:0] Half = SUBTICK_W'((SUBTICKS + 1) / 2);

  logic             up, wraps;
  logic [R_L_W-1:0] ticks;
  logic [R_L_W-1:0] r_l_q;

  always_comb begin
    case (rounding_i)
      Ceil:    up = r_l_subticks_i != 0;
      Nearest: up = r_l_subticks_i >= Half;
      default: up = 1'b0;
    endcase
  end

  // The longest R_l stays what it is: a tick more has no place in R_L_TICKS_W bits, and with SUBTICKS = 2^SUBTICK_W the
  // product would wrap to 0 and let the next packet go at once. No variable is assigned twice for it: Icarus Verilog would
  // run in circles.
  assign wraps = &r_l_ticks_i;

  always_comb begin
    ticks   = R_L_W'(r_l_ticks_i) + R_L_W'(up && !wraps);
    r_l_d_o = r_l_q;
    if (sent_i) begin
      r_l_d_o = ticks * R_L_W'(SUBTICKS);
      if (rounding_i == Residual) r_l_d_o = r_l_d_o + R_L_W'(r_l_subticks_i);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_l_q <= '0;
    else if (sent_i) r_l_q <= r_l_d_o;
  end

  assign r_l_o = r_l_q;
endmodule

`default_nettype wire
