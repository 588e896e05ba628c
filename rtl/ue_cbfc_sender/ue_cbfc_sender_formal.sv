// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// ue_cbfc_sender with what is proved of it, of two channels, of which one is watched. The
// receiver of the other end is a ghost of each channel: R_CF moves on by any number of credits of those that are not yet
// free, and CF_Updates bring any R_CF since S_CF, or an older one. Settings are any, and stay. S2, S3 and S5 hold
// together or not at all: from all three in one cycle (`held`) each follows for the next, S5 by cases of which channels
// meet a frame, a CF_Update and a clearing. Numbers as in docs/reference/proofs.md.
module ue_cbfc_sender_formal #(
  parameter int VC_W      = 1,
  parameter int COUNTER_W = 20,
  parameter int WIRE_W    = 15,
  parameter int CREDITS_W = 9,
  parameter int TIMER_W   = 18
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [TIMER_W-1:0]     cc_timer_i,
  input logic                   frame_i,
  input logic [VC_W-1:0]        frame_vc_i,
  input logic [CREDITS_W-1:0]   frame_credits_i,
  input logic                   cf_i,
  input logic [VC_W-1:0]        cf_vc_i,
  input logic [WIRE_W-1:0]      cf_freed_i,
  input logic                   tick_i,
  input logic                   cc_take_i,
  input logic                   set_i,
  input logic [VC_W-1:0]        set_vc_i,
  input logic                   set_enable_i,
  input logic                   set_clear_i,
  input logic [2*COUNTER_W-1:0] gain_i  // credits of each channel that the receiver frees
);
  localparam int CHANNELS = 1 << VC_W;
  localparam int AT = 1;
  localparam logic [VC_W-1:0] WATCHED = VC_W'(AT);
  localparam int W = COUNTER_W + 24;  // of numbers that do not wrap

  // Settings.
  (* anyconst *) logic                 pool;
  (* anyconst *) logic [COUNTER_W-1:0] pool_shared;
  (* anyconst *) logic [1:0]           cf_delta;
  (* anyconst *) logic [1:0]           mode0, mode1;
  (* anyconst *) logic [3:0]           exponent0, exponent1;
  (* anyconst *) logic [COUNTER_W-1:0] limit0, limit1, reserved0, reserved1;

  logic                    may_send_o, counts_o, cc_high_o;
  logic [1:0]              cc_due_o;
  logic [2*COUNTER_W-1:0]  cc_counts_0_1_o, cc_counts_2_3_o, cc_counts_4_5_o, cc_counts_6_7_o, cc_counts_8_9_o,
                           cc_counts_10_11_o, cc_counts_12_13_o, cc_counts_14_15_o;
  logic [TIMER_W-1:0]      cc_left_o;
  logic [CHANNELS-1:0]     enabled_o;
  logic [COUNTER_W-1:0]    shared_used_o, read_consumed_o, read_freed_o, read_used_o;
  logic [2*COUNTER_W-1:0]  all_freed_o, all_used_o;
  ue_cbfc_sender #(
    .VC_W(VC_W), .COUNTER_W(COUNTER_W), .WIRE_W(WIRE_W), .CREDITS_W(CREDITS_W), .TIMER_W(TIMER_W)
  ) i_dut (
    .clk_i, .rst_ni, .cf_delta_i(cf_delta), .pool_i(pool), .pool_shared_i(pool_shared), .cc_timer_i, .frame_i, .frame_vc_i,
    .frame_credits_i, .frame_limit_i(frame_vc_i == WATCHED ? limit1 : limit0),
    .frame_reserved_i(frame_vc_i == WATCHED ? reserved1 : reserved0), .frame_mode_i(frame_vc_i == WATCHED ? mode1 : mode0),
    .frame_exponent_i(frame_vc_i == WATCHED ? exponent1 : exponent0), .cf_i, .cf_vc_i, .cf_freed_i,
    .cf_reserved_i(cf_vc_i == WATCHED ? reserved1 : reserved0), .tick_i, .cc_take_i, .set_i, .set_vc_i, .set_enable_i,
    .set_clear_i, .set_reserved_i(set_vc_i == WATCHED ? reserved1 : reserved0), .read_vc_i(WATCHED), .may_send_o, .counts_o,
    .cc_due_o, .cc_high_o, .cc_counts_0_1_o, .cc_counts_2_3_o, .cc_counts_4_5_o, .cc_counts_6_7_o, .cc_counts_8_9_o,
    .cc_counts_10_11_o, .cc_counts_12_13_o, .cc_counts_14_15_o, .cc_left_o, .enabled_o, .shared_used_o, .read_consumed_o,
    .read_freed_o, .all_freed_o, .all_used_o, .read_used_o
  );

  // A count of a CF_Update: `on` credits ahead of S_CF, or behind it.
  localparam logic [WIRE_W-1:0]    HALF  = {1'b1, {(WIRE_W - 1){1'b0}}};
  localparam logic [COUNTER_W-1:0] RANGE = COUNTER_W'(HALF);
  logic [COUNTER_W-1:0] used0, used1, freed0, freed1, gain0, gain1, step;
  logic [WIRE_W-1:0]    on;
  logic                 older, hears0, hears1, clears0, clears1;
  assign {used1, used0}   = all_used_o;
  assign {freed1, freed0} = all_freed_o;
  assign {gain1, gain0}   = gain_i;
  assign on      = cf_freed_i - (cf_vc_i == WATCHED ? freed1[WIRE_W-1:0] : freed0[WIRE_W-1:0]);
  assign older   = on >= HALF;
  assign step    = older ? '0 : COUNTER_W'(on);  // as CF_Updates are assumed to be
  assign hears0  = cf_i && cf_vc_i != WATCHED && enabled_o[0];
  assign hears1  = cf_i && cf_vc_i == WATCHED && enabled_o[AT];
  assign clears0 = set_i && set_clear_i && set_vc_i != WATCHED;
  assign clears1 = set_i && set_clear_i && set_vc_i == WATCHED;

  // The receiver: R_CF of each channel, and by how much it is ahead of S_CF.
  logic [COUNTER_W-1:0] r_cf0, r_cf1, ahead0, ahead1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      r_cf0  <= '0;
      r_cf1  <= '0;
      ahead0 <= '0;
      ahead1 <= '0;
    end else begin
      r_cf0  <= clears0 ? '0 : r_cf0 + gain0;
      r_cf1  <= clears1 ? '0 : r_cf1 + gain1;
      ahead0 <= clears0 ? '0 : ahead0 + gain0 - (hears0 ? step : '0);
      ahead1 <= clears1 ? '0 : ahead1 + gain1 - (hears1 ? step : '0);
    end
  end

  // What a channel uses of the shared credits.
  function automatic logic [W-1:0] beyond(input logic [W-1:0] all, input logic [W-1:0] own);
    beyond = all > own ? all - own : '0;
  endfunction
  logic [COUNTER_W-1:0] shared0, shared1;
  logic [W-1:0]         sent_then, shared_then, room;
  assign shared0     = used0 > reserved0 ? used0 - reserved0 : '0;
  assign shared1     = used1 > reserved1 ? used1 - reserved1 : '0;
  assign sent_then   = W'(used1) + W'(frame_credits_i);
  assign shared_then = beyond(sent_then, W'(reserved1));
  assign room        = beyond(W'(pool_shared), W'(shared_used_o));

  // What holds of a cycle, whether all of it held in the cycle before, and which channels that cycle was about.
  logic       within, between, summed, held;
  logic [2:0] about;
  assign within  = pool ? shared_used_o <= pool_shared && shared0 <= shared_used_o && shared1 <= shared_used_o
                        : used0 <= limit0 && used1 <= limit1;
  assign between = ahead0 <= used0 && ahead1 <= used1;
  assign summed  = !pool || shared_used_o == shared0 + shared1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held  <= 1'b0;
      about <= '0;
    end else begin
      held  <= within && between && summed;
      about <= {frame_vc_i == WATCHED, cf_vc_i == WATCHED, set_vc_i == WATCHED};
    end
  end

  // Whether a frame of the watched channel may leave: 2^8 times both sides, so that no exponent is negative.
  logic [4:0] exponent_and_8;
  logic       share_left, may;
  assign exponent_and_8 = {1'b0, exponent1 ^ 4'b1000};
  assign share_left     = mode1 == 2'd1 ? (limit1 == '0 || shared_then <= W'(limit1)) :
                          mode1 == 2'd2 && (shared_then << 8) <= (room << exponent_and_8);
  assign may            = !enabled_o[AT] ||
                          (!pool ? sent_then <= W'(limit1) :
                           shared_then == W'(shared1) || (shared_then - W'(shared1) <= room && share_left));

  // What the next cycle is to show of the watched channel.
  logic                 was, counts, due_then;
  logic [COUNTER_W-1:0] consumed_then, freed_then;
  logic [CHANNELS-1:0]  enabled_then;
  logic [TIMER_W-1:0]   left_then;
  assign counts = frame_i && frame_vc_i == WATCHED && enabled_o[AT] && may;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was           <= 1'b0;
      consumed_then <= '0;
      freed_then    <= '0;
      enabled_then  <= '0;
      left_then     <= '0;
      due_then      <= 1'b0;
    end else begin
      was           <= 1'b1;
      consumed_then <= clears1 ? '0 : counts ? read_consumed_o + COUNTER_W'(frame_credits_i) : read_consumed_o;
      freed_then    <= clears1 ? '0 : hears1 ? read_freed_o + step : read_freed_o;
      left_then     <= !tick_i ? cc_left_o : cc_left_o > 1 ? cc_left_o - 1'b1 : cc_timer_i;
      due_then      <= (tick_i && cc_left_o <= 1 && enabled_o != '0) || (cc_due_o[0] && !cc_take_i);
      enabled_then  <= enabled_o;
      if (set_i) enabled_then[set_vc_i] <= set_enable_i;
    end
  end

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    // What CF_Updates can tell apart: limits, or the pool with what is reserved, below half of the range.
    assume (cf_delta == 2'd0 || cf_delta == 2'd2);
    assume (limit0 < RANGE && limit1 < RANGE);
    assume (pool_shared < RANGE && reserved0 < RANGE && reserved1 < RANGE && pool_shared + reserved0 + reserved1 < RANGE);
    if (begun && rst_ni) begin
      // The receiver frees what has been sent and is not free.
      assume (gain0 <= used0 - ahead0 && gain1 <= used1 - ahead1);
      // A CF_Update brings an R_CF that has been: since S_CF, the same again, or, with `half`, an older one.
      if (cf_i) assume (older ? cf_delta == 2'd0 : step <= (cf_vc_i == WATCHED ? ahead1 : ahead0));
      // Software clears a channel none of whose credits are in use, and nothing of it is sent or heard then.
      if (clears0) assume (used0 == '0 && gain0 == '0);
      if (clears1) assume (used1 == '0 && gain1 == '0);
    end
    if (begun && !rst_ni) begin
      s9_reset: assert (enabled_o == '0 && read_consumed_o == '0 && read_freed_o == '0 && read_used_o == '0 &&
                        shared_used_o == '0 && cc_left_o == '0 && cc_due_o == '0);
    end else if (begun) begin
      // S_CU is S_CC - S_CF.
      s1_used: assert (read_used_o == read_consumed_o - read_freed_o);
      s1_shown: assert (read_used_o == used1 && read_freed_o == freed1);
      // Counts in use are small numbers, before the frame of a cycle and behind it.
      if (within) s2_small: assert (used0 < RANGE && used1 < RANGE);
      if (held) s2_no_wrap: assert (used0 < 2 * RANGE && used1 < 2 * RANGE);
      // Never more in use than the receiver has granted.
      if (held) s2_next: assert (within);
      s2_within: assert (within);
      // S_CF is never ahead of R_CF, and R_CF never ahead of S_CC: what is on the way and in the buffer is in use.
      s3_ahead: assert (freed0 + ahead0 == r_cf0 && freed1 + ahead1 == r_cf1);
      if (held) s3_next: assert (between);
      s3_between: assert (between);
      // The sum is that of the channels; in each case by itself, since with the channels known both sides add the same terms.
      if (held && about == 3'd0) s5_next_0: assert (summed);
      if (held && about == 3'd1) s5_next_1: assert (summed);
      if (held && about == 3'd2) s5_next_2: assert (summed);
      if (held && about == 3'd3) s5_next_3: assert (summed);
      if (held && about == 3'd4) s5_next_4: assert (summed);
      if (held && about == 3'd5) s5_next_5: assert (summed);
      if (held && about == 3'd6) s5_next_6: assert (summed);
      if (held && about == 3'd7) s5_next_7: assert (summed);
      s5_sum: assert (summed);
      // A frame leaves if and only if its credits are there.
      if (frame_vc_i == WATCHED) s4_may: assert (may_send_o == may);
      if (frame_vc_i == WATCHED) s4_counts: assert (counts_o == counts);
      if (was) s6_consumed: assert (read_consumed_o == consumed_then);
      if (was) s6_freed: assert (read_freed_o == freed_then);
      if (was) s6_enabled: assert (enabled_o == enabled_then);
      // A CC_Update carries S_CC of the frames ahead of it, and is due by the timer until it leaves.
      s7_counts: assert (cc_counts_0_1_o[COUNTER_W-1:0] == read_consumed_o && !cc_high_o);
      s7_others: assert (cc_counts_2_3_o == '0 && cc_counts_4_5_o == '0 && cc_counts_6_7_o == '0 && cc_counts_8_9_o == '0 &&
                         cc_counts_10_11_o == '0 && cc_counts_12_13_o == '0 && cc_counts_14_15_o == '0);
      if (was) s8_due: assert (cc_due_o == {1'b0, due_then});
      if (was) s8_timer: assert (cc_left_o == left_then);
    end
  end

  // Not empty: a frame and a CF_Update of one channel in one cycle as its counts come round, and a pool that is full.
  always_comb begin
    if (begun && rst_ni) begin
      both: cover (counts && hears1 && step != '0 && read_used_o != '0 && cc_due_o[0] && tick_i);
      full: cover (pool && shared_used_o == pool_shared && pool_shared > COUNTER_W'(1 << (CREDITS_W - 1)) && shared0 != '0 && shared1 != '0);
    end
  end
endmodule

`default_nettype wire
