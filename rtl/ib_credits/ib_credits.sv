// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The credits of InfiniBand of one (port, virtual lane), sending side and receiving side: whether a packet may start by the
// limit last heard, the counters of both sides, and what the next message says. See ib_credits.md.
module ib_credits #(
  parameter int COUNTER_W  = 12,
  parameter int BLOCKS_W   = 8,
  parameter int FIRST      = 2048
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 resync_i,           // setting: a message sets ABR to its FCTBS
  input  logic [COUNTER_W-1:0] buffer_i,           // setting: blocks that the receiver offers
  input  logic [BLOCKS_W-1:0]  head_blocks_i,      // of the packet that would start
  input  logic                 sent_i,             // the last bit of a packet has left
  input  logic [BLOCKS_W-1:0]  sent_blocks_i,
  input  logic                 admitted_i,         // a packet has come into the buffer
  input  logic [BLOCKS_W-1:0]  admitted_blocks_i,
  input  logic                 heard_i,            // a message of the other end
  input  logic [COUNTER_W-1:0] heard_fctbs_i,
  input  logic [COUNTER_W-1:0] heard_fccl_i,
  input  logic                 released_i,         // a packet has left the buffer
  input  logic [BLOCKS_W-1:0]  released_blocks_i,
  input  logic                 take_i,             // the message that is shown leaves
  input  logic                 period_i,           // the period from message to message has passed
  input  logic                 init_i,             // the link comes up anew
  output logic                 may_send_o,
  output logic [COUNTER_W-1:0] available_o,        // blocks that may still be sent
  output logic [COUNTER_W-1:0] fctbs_o,
  output logic [COUNTER_W-1:0] fccl_o,             // the limit last heard
  output logic [COUNTER_W-1:0] abr_o,
  output logic [COUNTER_W-1:0] occupied_o,
  output logic [COUNTER_W-1:0] told_fccl_o,        // the limit that a message tells now
  output logic                 due_o               // a message is to be sent
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (COUNTER_W < 2 || BLOCKS_W < 1 || BLOCKS_W > COUNTER_W || FIRST < 1) begin : g_parameters
    COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1 i_parameters ();
  end

  localparam logic [COUNTER_W-1:0] HALF = {1'b1, {(COUNTER_W - 1){1'b0}}};

  logic [COUNTER_W-1:0] fctbs_q, fctbs_d, fccl_q, fccl_d, abr_q, abr_d, occupied_q, occupied_d;
  logic                 due_q, due_d;

  // A packet may start unless the limit is behind its last block. Half of the range ahead is ahead: modular_less.
  logic [COUNTER_W-1:0] head_end, head_steps, over;
  logic                 head_beyond, overrun, unused;
  assign head_end = fctbs_q + COUNTER_W'(head_blocks_i);
  modular_less #(.WIDTH(COUNTER_W)) i_head (
    .from_i(fccl_q), .to_i(head_end), .difference_o(head_steps), .less_o(head_beyond)
  );
  assign may_send_o = !head_beyond;
  modular_less #(.WIDTH(COUNTER_W)) i_sent (
    .from_i(fccl_q), .to_i(fctbs_q), .difference_o(over), .less_o(overrun)
  );
  assign available_o = overrun ? '0 : '0 - over;
  assign unused      = &{1'b0, head_steps};

  // What the receiver offers: no more than counters express.
  logic [COUNTER_W-1:0] free, offered;
  assign free        = occupied_q < buffer_i ? buffer_i - occupied_q : '0;
  assign offered     = free > HALF ? HALF : free;
  assign told_fccl_o = abr_q + offered;

  // The events of a cycle, each counted once, the later ones of ib_credits.md over the earlier ones.
  logic [COUNTER_W-1:0] come, gone;
  assign come       = admitted_i ? COUNTER_W'(admitted_blocks_i) : '0;
  assign gone       = released_i ? COUNTER_W'(released_blocks_i) : '0;
  assign fctbs_d    = init_i ? '0 : sent_i ? fctbs_q + COUNTER_W'(sent_blocks_i) : fctbs_q;
  assign fccl_d     = init_i ? '0 : heard_i ? heard_fccl_i : fccl_q;
  assign abr_d      = init_i ? '0 : heard_i && resync_i ? heard_fctbs_i : abr_q + come;
  assign occupied_d = occupied_q + come - gone;
  assign due_d      = init_i || period_i || (due_q && !take_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fctbs_q    <= '0;
      fccl_q     <= COUNTER_W'(FIRST);
      abr_q      <= '0;
      occupied_q <= '0;
      due_q      <= 1'b0;
    end else begin
      fctbs_q    <= fctbs_d;
      fccl_q     <= fccl_d;
      abr_q      <= abr_d;
      occupied_q <= occupied_d;
      due_q      <= due_d;
    end
  end

  assign fctbs_o    = fctbs_q;
  assign fccl_o     = fccl_q;
  assign abr_o      = abr_q;
  assign occupied_o = occupied_q;
  assign due_o      = due_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : settings_known assert (^{resync_i, buffer_i} !== 1'bx); end
      begin : events_known assert (^{sent_i, admitted_i, heard_i, released_i, take_i, period_i, init_i} !== 1'bx); end
      begin : sent_known assert (!sent_i || ^sent_blocks_i !== 1'bx); end
      begin : admission_known assert (!admitted_i || ^admitted_blocks_i !== 1'bx); end
      begin : message_known assert (!heard_i || ^{heard_fctbs_i, heard_fccl_i} !== 1'bx); end
      begin : release_known assert (!released_i || ^released_blocks_i !== 1'bx); end
      begin : packets_are_below_half assert (COUNTER_W'(head_blocks_i) < HALF); end
      // What the buffer sees to.
      begin : what_is_released_is_occupied assert (!released_i || {1'b0, gone} <= {1'b0, occupied_q} + {1'b0, come})
        else $warning("more is released than is occupied"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
