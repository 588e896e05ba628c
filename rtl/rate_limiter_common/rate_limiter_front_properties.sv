// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of a limiter before its R_c, from packet and rate to what its countdown is given, but for the gap, which each form
// makes in its own way: nothing here depends on R_c, so that it is proved at the widths as built. Numbers as in
// docs/reference/proofs.md. Not for synthesis.
module rate_limiter_front_properties #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_R_W       = 5
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic [1:0]                       rounding_i,
  input logic                             clamp_i,
  input logic                             sent_i,
  input logic [R_L_TICKS_W-1:0]           r_l_ticks_i,
  input logic [SUBTICK_W-1:0]             r_l_subticks_i,
  input logic [SUBTICK_W-1:0]             phase_i,
  input logic                             rate_valid_i,
  input logic [R_R_W-1:0]                 r_r_i,
  input logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_o,
  input logic [R_R_W-1:0]                 r_r_o,
  input logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_d_i,  // R_l as the coming edge is to leave it
  // What the countdown is given.
  input logic                             given_sent_i,
  input logic                             given_clamp_i,
  input logic                             given_residual_i,
  input logic                             given_raised_i,
  input logic [SUBTICK_W-1:0]             given_phase_i,
  output logic [R_R_W-1:0]                r_r_d_o   // R_r as the coming edge has to leave it
);
  localparam int R_L_W = R_L_TICKS_W + SUBTICK_W;

  // R_l and R_r as the coming edge is to leave them, in twice the width of R_l: whole ticks, and the transmission as it was.
  logic [2*R_L_W-1:0] floor_r_l, r_l;
  logic               up;
  assign floor_r_l = (2 * R_L_W)'(r_l_ticks_i) * SUBTICKS;
  assign r_r_d_o   = rate_valid_i ? r_r_i : r_r_o;
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

  logic               seen = 1'b0;  // there was a cycle before this one, and no reset in it
  logic [2*R_L_W-1:0] r_l_before;
  logic [R_R_W-1:0]   r_r_before;
  logic               started = 1'b0;
  always_ff @(posedge clk_i) begin
    started    <= 1'b1;
    seen       <= rst_ni;
    r_l_before <= r_l;
    r_r_before <= r_r_d_o;
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    if (sent_i) assume (phase_i < SUBTICKS && r_l_subticks_i < SUBTICKS);
    l5_r_l: assert ((2 * R_L_W)'(r_l_d_i) == r_l || !rst_ni);
    l4_given: assert (given_sent_i == sent_i && given_clamp_i == clamp_i && given_phase_i == phase_i &&
                      given_residual_i == (rounding_i == 2'd3) && given_raised_i == (rate_valid_i && r_r_i < r_r_o));
    if (!rst_ni) begin
      l10_reset: assert (r_l_o == 0 && r_r_o == 0);
    end else if (seen) begin
      l5_r_l_kept: assert ((2 * R_L_W)'(r_l_o) == r_l_before);
      l11_rate: assert (r_r_o == r_r_before);
    end
  end
endmodule

`default_nettype wire
