// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The receiving side of Ultra Ethernet's credits, all channels of a port: credits consumed (R_CC) and freed (R_CF), the
// CF_Updates that tell the sender what is freed, two channels each in turn, and the CC_Updates that repair losses. One
// event of each kind a cycle. See ue_cbfc_receiver.md.
module ue_cbfc_receiver #(
  parameter int VC_W      = 5,
  parameter int COUNTER_W = 20,
  parameter int WIRE_W    = 15,
  parameter int CREDITS_W = 9
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 cc_signed_i,         // setting: a CC_Update behind R_CC is applied, too
  input  logic                 accepted_i,          // a frame is accepted
  input  logic [VC_W-1:0]      accepted_vc_i,
  input  logic [CREDITS_W-1:0] accepted_credits_i,
  input  logic                 freed_i,             // a frame whose credits count has left the buffer
  input  logic [VC_W-1:0]      freed_vc_i,
  input  logic [CREDITS_W-1:0] freed_credits_i,
  input  logic                 cc_i,                // the count of one channel of a CC_Update
  input  logic [VC_W-1:0]      cc_vc_i,
  input  logic [COUNTER_W-1:0] cc_consumed_i,
  input  logic                 cf_take_i,           // the CF_Update that is shown leaves
  input  logic                 set_i,               // software writes a channel
  input  logic [VC_W-1:0]      set_vc_i,
  input  logic                 set_enable_i,
  input  logic                 set_clear_i,
  input  logic [VC_W-1:0]      read_vc_i,           // whose registers are shown
  output logic                 accepted_counts_o,   // the credits of the accepted frame count
  output logic                 cf_in_use_o,         // some channel is in use: there is a CF_Update
  output logic                 cf_news_o,           // some channel in use has news
  output logic [VC_W-1:0]      cf_vc1_o,
  output logic [WIRE_W-1:0]    cf_freed1_o,
  output logic [VC_W-1:0]      cf_vc2_o,
  output logic [WIRE_W-1:0]    cf_freed2_o,
  output logic [VC_W-1:0]      turn_o,              // where the next CF_Update begins to look for channels
  output logic [(1<<VC_W)-1:0] enabled_o,           // channels in use, a bit each
  output logic [(1<<VC_W)-1:0] news_o,              // channels with news, likewise
  output logic [COUNTER_W-1:0] read_consumed_o,
  output logic [COUNTER_W-1:0] read_freed_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (VC_W < 1 || VC_W > 5 || CREDITS_W < 1 || WIRE_W < 1) begin : g_widths
    A_width_is_below_1_or_VC_W_above_5 i_parameters ();
  end
  if (COUNTER_W < 2 || COUNTER_W < CREDITS_W || COUNTER_W < WIRE_W) begin : g_parameters
    COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W i_parameters ();
  end

  localparam int CHANNELS = 1 << VC_W;

  logic [CHANNELS-1:0]           enabled_q, news_q;
  logic [CHANNELS*COUNTER_W-1:0] consumed_q, freed_q;
  logic [VC_W-1:0]               turn_q, turn_d;  // where the next CF_Update begins to look for channels

  // The channels that are named, a bit each.
  logic [CHANNELS-1:0] accepted_at, freed_at, cc_at, set_at, read_at;
  for (genvar n = 0; n < CHANNELS; n = n + 1) begin : g_named
    assign accepted_at[n] = accepted_vc_i == VC_W'(n);
    assign freed_at[n]    = freed_vc_i == VC_W'(n);
    assign cc_at[n]       = cc_vc_i == VC_W'(n);
    assign set_at[n]      = set_i && set_vc_i == VC_W'(n);
    assign read_at[n]     = read_vc_i == VC_W'(n);
  end

  // The next two channels in use, in turn; the same twice where there is one alone.
  logic [CHANNELS-1:0] ahead, first_of, first_at, rest, second_of, second_at;
  assign ahead     = enabled_q & ({CHANNELS{1'b1}} << turn_q);
  assign first_of  = |ahead ? ahead : enabled_q;
  assign first_at  = first_of & (~first_of + 1'b1);
  assign rest      = first_of & ~first_at;
  assign second_of = |rest ? rest : enabled_q;
  assign second_at = second_of & (~second_of + 1'b1);

  logic [COUNTER_W-1:0] accepted_before, freed_before, cc_consumed_before, cc_freed_before, first_freed, second_freed;
  always_comb begin
    accepted_before    = '0;
    freed_before       = '0;
    cc_consumed_before = '0;
    cc_freed_before    = '0;
    first_freed        = '0;
    second_freed       = '0;
    read_consumed_o    = '0;
    read_freed_o       = '0;
    cf_vc1_o           = '0;
    cf_vc2_o           = '0;
    for (int n = 0; n < CHANNELS; n = n + 1) begin
      accepted_before    = accepted_before | (consumed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{accepted_at[n]}});
      freed_before       = freed_before | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{freed_at[n]}});
      cc_consumed_before = cc_consumed_before | (consumed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{cc_at[n]}});
      cc_freed_before    = cc_freed_before | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{cc_at[n]}});
      first_freed        = first_freed | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{first_at[n]}});
      second_freed       = second_freed | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{second_at[n]}});
      read_consumed_o    = read_consumed_o | (consumed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{read_at[n]}});
      read_freed_o       = read_freed_o | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{read_at[n]}});
      cf_vc1_o           = cf_vc1_o | (VC_W'(n) & {VC_W{first_at[n]}});
      cf_vc2_o           = cf_vc2_o | (VC_W'(n) & {VC_W{second_at[n]}});
    end
  end

  // An accepted frame counts before the CC_Update of its cycle.
  logic                 counts, cc_after;
  logic [COUNTER_W-1:0] accepted_sum, cc_from;
  assign counts       = accepted_i && |(accepted_at & enabled_q);
  assign accepted_sum = accepted_before + COUNTER_W'(accepted_credits_i);
  assign cc_after     = counts && accepted_vc_i == cc_vc_i;
  assign cc_from      = cc_after ? accepted_sum : cc_consumed_before;

  // What the sender has consumed and this end has not seen is lost, and so is free again.
  logic                 forward, applies;
  logic [COUNTER_W-1:0] lost;
  modular_less #(.WIDTH(COUNTER_W)) i_lost (
    .from_i(cc_from), .to_i(cc_consumed_i), .difference_o(lost), .less_o(forward)
  );
  assign applies = cc_i && |(cc_at & enabled_q) && (forward || (cc_signed_i && lost != '0));

  // What is freed and what was lost in one cycle add up.
  logic                 lost_after;
  logic [COUNTER_W-1:0] freed_sum, lost_sum;
  assign freed_sum  = freed_before + COUNTER_W'(freed_credits_i);
  assign lost_after = freed_i && freed_vc_i == cc_vc_i;
  assign lost_sum   = (lost_after ? freed_sum : cc_freed_before) + lost;

  // News of the cycle in which a CF_Update leaves is for the next one. Clearing goes before all else.
  logic told;
  assign told   = cf_take_i && cf_in_use_o;
  assign turn_d = told ? cf_vc2_o + 1'b1 : turn_q;

  for (genvar n = 0; n < CHANNELS; n = n + 1) begin : g_channel
    logic                 cleared, accepted, freed, applied, enabled_d, news_d;
    logic [COUNTER_W-1:0] consumed_d, freed_d;
    assign cleared    = set_at[n] && set_clear_i;
    assign accepted   = counts && accepted_at[n];
    assign freed      = freed_i && freed_at[n];
    assign applied    = applies && cc_at[n];
    assign enabled_d  = set_at[n] ? set_enable_i : enabled_q[n];
    assign consumed_d = cleared ? '0 :
                        applied ? cc_consumed_i :
                        accepted ? accepted_sum : consumed_q[n*COUNTER_W +: COUNTER_W];
    assign freed_d    = cleared ? '0 :
                        applied ? lost_sum :
                        freed ? freed_sum : freed_q[n*COUNTER_W +: COUNTER_W];
    assign news_d     = !cleared && (applied || freed || (news_q[n] && !(told && (first_at[n] || second_at[n]))));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        enabled_q[n]                         <= 1'b0;
        news_q[n]                            <= 1'b0;
        consumed_q[n*COUNTER_W +: COUNTER_W] <= '0;
        freed_q[n*COUNTER_W +: COUNTER_W]    <= '0;
      end else begin
        enabled_q[n]                         <= enabled_d;
        news_q[n]                            <= news_d;
        consumed_q[n*COUNTER_W +: COUNTER_W] <= consumed_d;
        freed_q[n*COUNTER_W +: COUNTER_W]    <= freed_d;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '0;
    else turn_q <= turn_d;
  end

  assign accepted_counts_o = counts;
  assign cf_in_use_o       = |enabled_q;
  assign cf_news_o         = |(enabled_q & news_q);
  assign cf_freed1_o       = first_freed[WIRE_W-1:0];
  assign cf_freed2_o       = second_freed[WIRE_W-1:0];
  assign turn_o            = turn_q;
  assign enabled_o         = enabled_q;
  assign news_o            = news_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known, and no frame is without credits.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{cc_signed_i, accepted_i, freed_i, cc_i, cf_take_i, set_i, read_vc_i} !== 1'bx); end
      begin : accepted_known assert (!accepted_i || ^{accepted_vc_i, accepted_credits_i} !== 1'bx); end
      begin : freed_known assert (!freed_i || ^{freed_vc_i, freed_credits_i} !== 1'bx); end
      begin : accepted_has_credits assert (!accepted_i || accepted_credits_i != '0); end
      begin : freed_has_credits assert (!freed_i || freed_credits_i != '0); end
      begin : cc_known assert (!cc_i || ^{cc_vc_i, cc_consumed_i} !== 1'bx); end
      begin : set_known assert (!set_i || ^{set_vc_i, set_enable_i, set_clear_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
