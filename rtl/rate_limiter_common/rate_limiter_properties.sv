// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of a rate limiter, in either form: it watches a limiter's ports and says by its own arithmetic, in a
// width in which nothing can overflow, what each register has to be after a clock edge. Numbers as in
// docs/reference/proofs.md. Not for synthesis.
module rate_limiter_properties #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int FRACTION_W  = 0,
  parameter int R_C_W       = 40,  // fraction included
  parameter int R_R_W       = 5,
  parameter int GAP_W       = 51   // fraction included
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
  input logic                             idle_o,
  input logic                             follow_o,
  input logic [R_C_W-1:0]                 r_c_o,
  input logic [R_C_W-1:0]                 r_c_d_o,
  input logic [R_L_TICKS_W+SUBTICK_W-1:0] r_l_o,
  input logic [R_R_W-1:0]                 r_r_o,
  input logic [GAP_W-1:0]                 gap_i  // what r_l_o and r_r_o ask for, by the form's formula
);
  localparam int R_L_W = R_L_TICKS_W + SUBTICK_W;

  // What is asked of a limiter's surroundings: a reset first, and fractions of a tick that are fractions.
  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_comb begin
    if (!started) assume (!rst_ni);
    if (sent_i) begin
      assume (phase_i < SUBTICKS);
      assume (r_l_subticks_i < SUBTICKS);
    end
  end

  logic raised;
  assign raised = rate_valid_i && r_r_i < r_r_o;
  rate_limiter_countdown_properties #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .FRACTION_W(FRACTION_W), .R_C_W(R_C_W), .GAP_W(GAP_W)
  ) i_countdown (
    .clk_i, .rst_ni, .tick_i(1'b1), .residual_i(rounding_i == 2'd3), .clamp_i, .sent_i, .raised_i(raised), .phase_i, .idle_o,
    .follow_o, .r_c_o, .r_c_d_o, .gap_of_last_i(gap_i)
  );

  // The cycle before this one.
  logic                   seen = 1'b0;  // there was one, and no reset in it
  logic [1:0]             rounding;
  logic                   sent, rate_valid;
  logic [R_L_TICKS_W-1:0] ticks;
  logic [SUBTICK_W-1:0]   subticks;
  logic [R_R_W-1:0]       r_r_in, r_r;
  logic [R_L_W-1:0]       r_l;
  always_ff @(posedge clk_i) begin
    seen       <= rst_ni;
    rounding   <= rounding_i;
    sent       <= sent_i;
    rate_valid <= rate_valid_i;
    ticks      <= r_l_ticks_i;
    subticks   <= r_l_subticks_i;
    r_r_in     <= r_r_i;
    r_r        <= r_r_o;
    r_l        <= r_l_o;
  end

  // R_l in twice its width: whole ticks, and the transmission as it was.
  logic [2*R_L_W-1:0] floor_r_l, exact_r_l, wide_r_l;
  logic               at_most;
  assign floor_r_l = (2 * R_L_W)'(ticks) * SUBTICKS;
  assign exact_r_l = floor_r_l + (2 * R_L_W)'(subticks);
  assign wide_r_l  = (2 * R_L_W)'(r_l_o);
  assign at_most   = &ticks;  // the longest R_l there is: rounding up stops

  always_comb begin
    if (!rst_ni) begin
      l10_reset: assert (r_l_o == 0 && r_r_o == 0);
    end else if (seen) begin
      l11_rate: assert (r_r_o == (rate_valid ? r_r_in : r_r));
      if (!sent) begin
        l5_r_l_kept: assert (r_l_o == r_l);
      end else begin
        case (rounding)
          2'd0: l5_floor: assert (wide_r_l == floor_r_l);
          2'd1: l5_ceil: assert (wide_r_l == (subticks == 0 || at_most ? floor_r_l : floor_r_l + SUBTICKS));
          2'd2: l5_nearest: assert (wide_r_l == (2 * subticks < SUBTICKS || at_most ? floor_r_l : floor_r_l + SUBTICKS));
          default: l5_residual: assert (wide_r_l == exact_r_l);
        endcase
      end
    end
  end
endmodule

`default_nettype wire
