// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of R_c, whatever its gaps are made of: it watches a countdown's ports and says by its own arithmetic, in a
// width in which nothing can overflow, what R_c has to be after a clock edge. Numbers as in docs/reference/proofs.md.
// Not for synthesis.
module rate_limiter_countdown_properties #(
  parameter int SUBTICKS   = 60,
  parameter int SUBTICK_W  = 6,
  parameter int FRACTION_W = 0,
  parameter int R_C_W      = 40,  // fraction included
  parameter int GAP_W      = 51   // fraction included
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 tick_i,
  input logic                 residual_i,
  input logic                 clamp_i,
  input logic                 sent_i,
  input logic                 raised_i,
  input logic [SUBTICK_W-1:0] phase_i,
  input logic                 idle_o,
  input logic                 follow_o,
  input logic [R_C_W-1:0]     r_c_o,
  input logic [R_C_W-1:0]     r_c_d_o,
  input logic [GAP_W-1:0]     gap_of_last_i  // the gap that the last edge was to use
);
  localparam int EXACT_W = (GAP_W > R_C_W ? GAP_W : R_C_W) + 2;

  localparam logic [EXACT_W-1:0] Tick    = EXACT_W'(SUBTICKS) << FRACTION_W;
  localparam logic [EXACT_W-1:0] Largest = {{(EXACT_W - R_C_W){1'b0}}, {R_C_W{1'b1}}};

  // The cycle before this one.
  logic                 seen = 1'b0;  // there was one, and no reset in it
  logic                 tick, residual, clamp, sent, raised, follow;
  logic [SUBTICK_W-1:0] phase;
  logic [R_C_W-1:0]     r_c, r_c_d;
  always_ff @(posedge clk_i) begin
    seen     <= rst_ni;
    tick     <= tick_i;
    residual <= residual_i;
    clamp    <= clamp_i;
    sent     <= sent_i;
    raised   <= raised_i;
    follow   <= follow_o;
    phase    <= phase_i;
    r_c      <= r_c_o;
    r_c_d    <= r_c_d_o;
  end

  logic [EXACT_W-1:0] before, now, gap, counted, total, exact;
  assign before  = EXACT_W'(r_c);
  assign now     = EXACT_W'(r_c_o);
  assign gap     = EXACT_W'(gap_of_last_i);
  assign counted = tick && before >= Tick ? before - Tick : before;
  assign total   = gap + (residual ? counted : '0);
  assign exact   = residual && total >= Tick ? total - (EXACT_W'(phase) << FRACTION_W) : total;

  // The last load or clamp and what has been counted since.
  logic [EXACT_W-1:0] loaded = '0, elapsed = '0;
  logic               quiet;
  assign quiet = !sent && !(clamp && raised);
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      loaded  <= '0;
      elapsed <= '0;
    end else if (sent_i || (clamp_i && raised_i)) begin
      loaded  <= EXACT_W'(r_c_d_o);
      elapsed <= '0;
    end else if (tick_i && !idle_o) begin
      elapsed <= elapsed + Tick;
    end
  end

  always_comb begin
    l1_idle_is_below_a_tick: assert (idle_o == (now < Tick));
    l3_grant_when_the_wait_is_over: assert (!rst_ni || loaded == elapsed + now);
    if (!rst_ni) begin
      l10_reset_of_r_c: assert (r_c_o == 0 && idle_o);
    end else if (seen) begin
      l2_registered: assert (r_c_o == r_c_d);
      if (quiet) l2_one_tick_a_tick: assert (now == (tick && before >= Tick ? before - Tick : before));
      if (sent) begin
        l4_formula: assert (now == (exact > Largest ? Largest : exact));
        l8_no_overflow: assert (now <= exact && (now == exact || now == Largest));
        l9_follow: assert (follow == (total < Tick));
        if (before < Tick) l7_carries_less_than_a_tick: assert (now < gap + Tick);
      end else begin
        l6_never_lengthens: assert (now <= counted);
        l9_follow_of_a_wait: assert (follow == (now < Tick));
        if (!clamp || !raised) l6_only_a_raised_rate: assert (now == counted);
        else l6_clamp: assert (now == (gap < counted ? gap : counted));
        if (before < Tick) l7_rest_below_a_tick: assert (now < Tick);
      end
      // Not vacuous: R_c fills; a clamp shortens a wait that is left.
      l8_filled: cover (sent && exact > Largest && now == Largest);
      l6_shortened: cover (!sent && clamp && raised && gap < counted && now >= Tick);
    end
  end
endmodule

`default_nettype wire
