// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// ue_cbfc_receiver with what is proved of it, of a channel that is watched, and of the turn of all. The credits in the
// buffer are counted from events alone: `buffer`. Counts are as wide as built; channels are four. Events are any in each
// cycle, CC_Updates of any count. Numbers as in docs/reference/proofs.md.
module ue_cbfc_receiver_formal #(
  parameter int VC_W      = 2,
  parameter int COUNTER_W = 20,
  parameter int WIRE_W    = 15,
  parameter int CREDITS_W = 9
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 cc_signed_i,
  input logic                 accepted_i,
  input logic [VC_W-1:0]      accepted_vc_i,
  input logic [CREDITS_W-1:0] accepted_credits_i,
  input logic                 freed_i,
  input logic [VC_W-1:0]      freed_vc_i,
  input logic [CREDITS_W-1:0] freed_credits_i,
  input logic                 cc_i,
  input logic [VC_W-1:0]      cc_vc_i,
  input logic [COUNTER_W-1:0] cc_consumed_i,
  input logic                 cf_take_i,
  input logic                 set_i,
  input logic [VC_W-1:0]      set_vc_i,
  input logic                 set_enable_i,
  input logic                 set_clear_i
);
  localparam int CHANNELS = 1 << VC_W;
  localparam int AT = 2;
  localparam logic [VC_W-1:0] WATCHED = VC_W'(AT);

  logic                 accepted_counts_o, cf_in_use_o, cf_news_o;
  logic [VC_W-1:0]      cf_vc1_o, cf_vc2_o, turn_o;
  logic [WIRE_W-1:0]    cf_freed1_o, cf_freed2_o;
  logic [CHANNELS-1:0]  enabled_o, news_o;
  logic [COUNTER_W-1:0] read_consumed_o, read_freed_o;
  ue_cbfc_receiver #(.VC_W(VC_W), .COUNTER_W(COUNTER_W), .WIRE_W(WIRE_W), .CREDITS_W(CREDITS_W)) i_dut (
    .clk_i, .rst_ni, .cc_signed_i, .accepted_i, .accepted_vc_i, .accepted_credits_i, .freed_i, .freed_vc_i, .freed_credits_i,
    .cc_i, .cc_vc_i, .cc_consumed_i, .cf_take_i, .set_i, .set_vc_i, .set_enable_i, .set_clear_i, .read_vc_i(WATCHED),
    .accepted_counts_o, .cf_in_use_o, .cf_news_o, .cf_vc1_o, .cf_freed1_o, .cf_vc2_o, .cf_freed2_o, .turn_o, .enabled_o,
    .news_o, .read_consumed_o, .read_freed_o
  );

  // What happens to the watched channel.
  logic accepted, freed, cleared, told, told_watched;
  assign accepted     = accepted_i && accepted_vc_i == WATCHED && enabled_o[AT];
  assign freed        = freed_i && freed_vc_i == WATCHED;
  assign cleared      = set_i && set_vc_i == WATCHED && set_clear_i;
  assign told         = cf_take_i && enabled_o != '0;
  assign told_watched = told && (cf_vc1_o == WATCHED || cf_vc2_o == WATCHED);

  // The count of a CC_Update, in numbers that do not wrap.
  localparam logic [COUNTER_W:0] RANGE = {1'b1, {COUNTER_W{1'b0}}};
  logic [COUNTER_W-1:0] with_frame;
  logic [COUNTER_W:0]   steps;  // from R_CC to it
  logic                 applied;
  assign with_frame = accepted ? read_consumed_o + COUNTER_W'(accepted_credits_i) : read_consumed_o;
  assign steps      = cc_consumed_i >= with_frame ? {1'b0, cc_consumed_i} - {1'b0, with_frame}
                                                  : {1'b0, cc_consumed_i} + RANGE - {1'b0, with_frame};
  assign applied    = cc_i && cc_vc_i == WATCHED && enabled_o[AT] && steps != '0 &&
                      (cc_signed_i || 2 * steps < RANGE);

  // What the next cycle is to show.
  logic                 was;
  logic [COUNTER_W-1:0] buffer, consumed_then, freed_then;
  logic [CHANNELS-1:0]  enabled_then;
  logic [VC_W-1:0]      turn_then;
  logic                 news_then;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was           <= 1'b0;
      buffer        <= '0;
      consumed_then <= '0;
      freed_then    <= '0;
      enabled_then  <= '0;
      turn_then     <= '0;
      news_then     <= 1'b0;
    end else begin
      was           <= 1'b1;
      buffer        <= cleared ? '0 : buffer + (accepted ? COUNTER_W'(accepted_credits_i) : '0) -
                                      (freed ? COUNTER_W'(freed_credits_i) : '0);
      consumed_then <= cleared ? '0 : applied ? cc_consumed_i : with_frame;
      freed_then    <= cleared ? '0 : read_freed_o + (freed ? COUNTER_W'(freed_credits_i) : '0) +
                                      (applied ? steps[COUNTER_W-1:0] : '0);
      news_then     <= !cleared && (freed || applied || (news_o[AT] && !told_watched));
      turn_then     <= told ? cf_vc2_o + 1'b1 : turn_o;
      enabled_then  <= enabled_o;
      if (set_i) enabled_then[set_vc_i] <= set_enable_i;
    end
  end

  // The next channels in use, searched step by step.
  logic [VC_W-1:0] vc1, vc2;
  always_comb begin
    vc1 = '0;
    vc2 = '0;
    for (int n = CHANNELS - 1; n >= 0; n = n - 1) begin
      if (enabled_o[turn_o + VC_W'(n)]) vc1 = turn_o + VC_W'(n);
    end
    for (int n = CHANNELS - 1; n >= 0; n = n - 1) begin
      if (enabled_o[vc1 + 1'b1 + VC_W'(n)]) vc2 = vc1 + 1'b1 + VC_W'(n);
    end
  end

  // How many channels the turn is away from the watched one.
  logic [VC_W-1:0] away, away_then;
  assign away      = WATCHED - turn_o;
  assign away_then = WATCHED - (cf_vc2_o + 1'b1);

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    if (begun && !rst_ni) begin
      u6_reset: assert (enabled_o == '0 && news_o == '0 && turn_o == '0 && read_consumed_o == '0 && read_freed_o == '0);
    end else if (begun) begin
      // The buffer holds R_CC - R_CF, whatever CC_Updates say.
      u1_conserved: assert (read_consumed_o - read_freed_o == buffer);
      // A frame counts where its channel is in use.
      u2_counts: assert (accepted_counts_o == (accepted_i && enabled_o[accepted_vc_i]));
      if (was) u2_enabled: assert (enabled_o == enabled_then);
      // R_CC and R_CF by the frame, then the CC_Update, then what is freed, of one cycle; a clear goes before all.
      if (was) u3_consumed: assert (read_consumed_o == consumed_then);
      if (was) u3_freed: assert (read_freed_o == freed_then);
      // A CF_Update tells the next two channels in use, and of the watched one what is freed.
      u4_in_use: assert (cf_in_use_o == (enabled_o != '0) && cf_news_o == ((enabled_o & news_o) != '0));
      if (enabled_o != '0) u4_channels: assert (cf_vc1_o == vc1 && cf_vc2_o == vc2);
      if (enabled_o == '0) u4_nothing: assert (cf_vc1_o == '0 && cf_vc2_o == '0 && cf_freed1_o == '0 && cf_freed2_o == '0);
      if (enabled_o[AT] && cf_vc1_o == WATCHED) u4_first: assert (cf_freed1_o == read_freed_o[WIRE_W-1:0]);
      if (enabled_o[AT] && cf_vc2_o == WATCHED) u4_second: assert (cf_freed2_o == read_freed_o[WIRE_W-1:0]);
      // No channel in use is passed over: each CF_Update that does not tell it comes two channels nearer.
      if (was) u5_turn: assert (turn_o == turn_then);
      if (told && enabled_o[AT] && !told_watched) u5_nearer: assert (away >= 2 && away_then <= away - 2'd2);
      // News is lost only in a CF_Update that tells it.
      if (was) u7_news: assert (news_o[AT] == news_then);
    end
  end

  // Not empty: all events of the channel in one cycle, with counts that come round.
  always_comb begin
    if (begun && rst_ni) begin
      all_at_once: cover (accepted && freed && applied && told_watched && news_o[AT] && read_consumed_o < read_freed_o &&
                          2 * steps + 4 > RANGE);
      nearer: cover (told && enabled_o[AT] && !told_watched && away == 3);
    end
  end
endmodule

`default_nettype wire
