// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The gradient rule of one (port, class): whether an output may take a packet for the VIQ at the other end of its cable, and
// the counters of both ends, the sending side of the cable out and the receiving side of the cable in. Decides in the cycle
// in which it is asked, and counts in the same cycle. See gradient_gate.md.
module gradient_gate #(
  parameter int COUNTER_W = 16,
  parameter int BLOCKS_W  = 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 wants_i,            // the output would take a packet
  input  logic [BLOCKS_W-1:0]  blocks_i,           // of it
  input  logic [COUNTER_W-1:0] depth_i,            // of the VIQ that it leaves, itself included; of a host 0
  input  logic [COUNTER_W-1:0] stop_i,             // Bm; at a host Bm - L
  input  logic                 news_i,             // of the VIQ at the other end
  input  logic [COUNTER_W-1:0] news_freed_i,
  input  logic                 admitted_i,         // a packet has come into the VIQ of this port
  input  logic [BLOCKS_W-1:0]  admitted_blocks_i,
  input  logic                 taken_i,            // an output takes a packet of it
  input  logic [BLOCKS_W-1:0]  taken_blocks_i,
  input  logic                 left_i,             // such a packet has left the buffer
  input  logic [BLOCKS_W-1:0]  left_blocks_i,
  output logic                 starts_o,           // the packet is taken
  output logic [COUNTER_W-1:0] held_o,             // H
  output logic [COUNTER_W-1:0] sent_o,
  output logic [COUNTER_W-1:0] heard_o,
  output logic [COUNTER_W-1:0] untaken_o,          // depth of the VIQ of this port
  output logic [COUNTER_W-1:0] freed_o             // what news of it says
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (COUNTER_W < 2 || BLOCKS_W < 1 || BLOCKS_W > COUNTER_W) begin : g_parameters
    COUNTER_W_does_not_hold_BLOCKS_W i_parameters ();
  end

  logic [COUNTER_W-1:0] sent_q, sent_d, heard_q, heard_d, untaken_q, untaken_d, freed_q, freed_d;

  // All by what the cycle began with: news of the same cycle lowers H for the next.
  logic [COUNTER_W-1:0] held;
  logic                 below, downhill;
  assign held     = sent_q - heard_q;
  assign below    = held < stop_i;
  assign downhill = depth_i >= held;
  assign starts_o = wants_i && (below || downhill);

  // What comes and what goes in one cycle, each for itself; modulo 2^COUNTER_W.
  logic [COUNTER_W-1:0] come, gone;
  assign come      = admitted_i ? COUNTER_W'(admitted_blocks_i) : '0;
  assign gone      = taken_i ? COUNTER_W'(taken_blocks_i) : '0;
  assign sent_d    = starts_o ? sent_q + COUNTER_W'(blocks_i) : sent_q;
  assign heard_d   = news_i ? news_freed_i : heard_q;
  assign untaken_d = untaken_q + come - gone;
  assign freed_d   = left_i ? freed_q + COUNTER_W'(left_blocks_i) : freed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sent_q    <= '0;
      heard_q   <= '0;
      untaken_q <= '0;
      freed_q   <= '0;
    end else begin
      sent_q    <= sent_d;
      heard_q   <= heard_d;
      untaken_q <= untaken_d;
      freed_q   <= freed_d;
    end
  end

  assign held_o    = held;
  assign sent_o    = sent_q;
  assign heard_o   = heard_q;
  assign untaken_o = untaken_q;
  assign freed_o   = freed_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{wants_i, news_i, admitted_i, taken_i, left_i} !== 1'bx); end
      begin : packet_known assert (!wants_i || ^{blocks_i, depth_i, stop_i} !== 1'bx); end
      begin : news_known assert (!news_i || ^news_freed_i !== 1'bx); end
      begin : admission_known assert (!admitted_i || ^admitted_blocks_i !== 1'bx); end
      begin : taking_known assert (!taken_i || ^taken_blocks_i !== 1'bx); end
      begin : leaving_known assert (!left_i || ^left_blocks_i !== 1'bx); end
      // What the neighbours see to.
      begin : news_is_of_what_was_sent assert (!news_i || news_freed_i - heard_q <= held) else $warning("more is freed than was sent"); end
      begin : counters_hold_what_is_sent assert (!starts_o || held + COUNTER_W'(blocks_i) >= held) else $warning("H wraps"); end
      begin : what_is_taken_waits assert (!taken_i || {1'b0, gone} <= {1'b0, untaken_q} + {1'b0, come})
        else $warning("more is taken than waits"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
