// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// R_c with what it becomes already at hand: beside R_c stands what one more tick leaves of it, and of a gap all
// variants that the loop may want are prepared in the cycle before. What is left in the loop is one addition (what is
// left of the last wait, in residual rounding) or one comparison (the clamp), then a choice. Whole ticks only in
// subticks: one tick is SUBTICKS.
module lookahead_countdown #(
  parameter int SUBTICKS  = 60,
  parameter int SUBTICK_W = 6,
  parameter int R_C_W     = 40,
  parameter int GAP_W     = 41  // more than R_C_W
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 sent_i,
  input  logic                 residual_i,
  input  logic                 clamp_i,
  input  logic [SUBTICK_W-1:0] phase_i,
  input  logic [GAP_W-1:0]     gap_i,
  input  logic                 gap_huge_i,
  output logic                 idle_o,
  output logic                 follow_o,
  output logic [R_C_W-1:0]     r_c_o,
  output logic [R_C_W-1:0]     r_c_d_o
);
  localparam int SUM_W = GAP_W + 2;  // with a sign

  localparam logic [R_C_W-1:0] Tick    = R_C_W'(SUBTICKS);
  localparam logic [SUM_W-1:0] TickSum = SUM_W'(SUBTICKS);
  localparam logic [R_C_W-1:0] Longest = {R_C_W{1'b1}};

  // What the gap comes to, in each case.
  logic                 load_q, keep_q, clamp_q;  // a packet; in residual rounding; a raised rate that clamps
  logic                 short_q;                  // the gap is below one tick
  logic                 over_q;                   // the gap fills R_c, even with the phase taken off
  logic [SUBTICK_W-1:0] rest_q;                   // the gap, where it is below one tick
  logic [R_C_W-1:0]     gap_q, gap_counted_q;     // the gap in R_c, and after one more tick
  logic [GAP_W:0]       owed_q;                   // less the phase
  logic [SUM_W-1:0]     owed_counted_q;           // and less one more tick
  logic                 beyond;
  assign beyond = gap_huge_i || (|gap_i[GAP_W-1:R_C_W]);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_q         <= 1'b0;
      keep_q         <= 1'b0;
      clamp_q        <= 1'b0;
    end else begin
      load_q         <= sent_i;
      keep_q         <= sent_i && residual_i;
      clamp_q        <= clamp_i && !sent_i;
    end
  end
  // Of no account before a packet or a clamp: needs no reset.
  always_ff @(posedge clk_i) begin
    short_q        <= !gap_huge_i && gap_i < GAP_W'(SUBTICKS);
    over_q         <= gap_huge_i;
    rest_q         <= gap_i[SUBTICK_W-1:0];
    gap_q          <= beyond ? Longest : gap_i[R_C_W-1:0];
    gap_counted_q  <= beyond ? Longest - Tick
                      : gap_i < GAP_W'(SUBTICKS) ? gap_i[R_C_W-1:0] : gap_i[R_C_W-1:0] - Tick;
    owed_q         <= (GAP_W + 1)'(gap_i) - (GAP_W + 1)'(phase_i);
    owed_counted_q <= SUM_W'(gap_i) - (SUM_W'(phase_i) + TickSum);
  end

  logic [R_C_W-1:0]   r_c_q, counted_q, counted_d;  // counted_q: r_c_q after one more tick
  logic               last;                         // counted_q is below one tick
  logic [GAP_W:0]     sum;                          // never negative where it counts
  logic [SUM_W-1:0]   sum_counted;
  logic [SUBTICK_W:0] rests;
  logic               follows, fills, clamped;

  assign last        = counted_q < Tick;
  assign sum         = owed_q + (GAP_W + 1)'(counted_q);
  assign sum_counted = owed_counted_q + SUM_W'(counted_q);
  assign rests       = {1'b0, rest_q} + {1'b0, counted_q[SUBTICK_W-1:0]};
  assign follows     = short_q && last && rests < (SUBTICK_W + 1)'(SUBTICKS);
  assign fills       = over_q || (|sum[GAP_W:R_C_W]);
  assign clamped     = clamp_q && gap_q < counted_q;  // a gap that fills R_c is all ones in gap_q: never less

  // One of them each cycle. As masks, so that what comes last, the sum and whether it fills R_c, passes two gates.
  logic take_sum, take_rests, take_gap, take_counted, fill, under;
  assign take_sum     = keep_q && !follows;
  assign take_rests   = keep_q && follows;
  assign take_gap     = (load_q && !keep_q) || clamped;
  assign take_counted = !load_q && !clamped;
  assign fill         = take_sum && fills;
  assign under        = sum_counted[SUM_W-1];  // the sum is below a tick

  assign r_c_d_o   = ({R_C_W{take_sum}} & sum[R_C_W-1:0]) | {R_C_W{fill}} |
                     ({R_C_W{take_rests}} & R_C_W'(rests)) | ({R_C_W{take_gap}} & gap_q) |
                     ({R_C_W{take_counted}} & counted_q);
  assign counted_d = ({R_C_W{take_sum && under && !fills}} & sum[R_C_W-1:0]) |
                     ({R_C_W{take_sum && !under && !fills}} & sum_counted[R_C_W-1:0]) |
                     ({R_C_W{fill}} & (Longest - Tick)) |
                     ({R_C_W{take_rests}} & R_C_W'(rests)) | ({R_C_W{take_gap}} & gap_counted_q) |
                     ({R_C_W{take_counted && last}} & counted_q) |
                     ({R_C_W{take_counted && !last}} & (counted_q - Tick));
  assign follow_o  = take_rests || (take_gap && short_q) || (take_counted && last);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_c_q     <= '0;
      counted_q <= '0;
    end else begin
      r_c_q     <= r_c_d_o;
      counted_q <= counted_d;
    end
  end

  assign idle_o = r_c_q < Tick;
  assign r_c_o  = r_c_q;
endmodule

`default_nettype wire
