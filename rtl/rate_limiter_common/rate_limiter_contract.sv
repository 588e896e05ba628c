// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What a rate limiter asks of its parameters and of whoever drives it. Parameters that do not fit end elaboration in every
// tool, which then misses a module whose name says what is wrong. What inputs are worth is asserted here, that they are known
// in the blocks. Nothing of it is synthesised.
module rate_limiter_contract #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_C_W       = 40,
  parameter int R_R_W       = 5  // the narrowest part of R_r
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 sent_i,
  input logic [SUBTICK_W-1:0] r_l_subticks_i,
  input logic [SUBTICK_W-1:0] phase_i
);
  if (SUBTICK_W < 1 || R_L_TICKS_W < 1 || R_R_W < 1) begin : g_widths
    A_width_is_below_1 i_parameters ();
  end
  if (SUBTICKS < 1 || SUBTICKS > (1 << SUBTICK_W)) begin : g_subticks
    SUBTICK_W_does_not_hold_SUBTICKS i_parameters ();
  end
  if (R_C_W <= SUBTICK_W) begin : g_r_c
    R_C_W_does_not_hold_a_tick i_parameters ();
  end

`ifndef SYNTHESIS
`ifndef FORMAL
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni && sent_i) begin
      begin : r_l_subticks_below_a_tick assert (32'(r_l_subticks_i) < SUBTICKS); end
      begin : phase_below_a_tick assert (32'(phase_i) < SUBTICKS); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
