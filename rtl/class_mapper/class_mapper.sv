// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Class mapper: what the header of a packet says -> the class in which this hop queues it, the class that its VIQ pauses
// one hop before, and whether it may go on (TTL-based buffer management, sections 1.2 and 1.3; IEEE 802.1Q, 6.9.3 and
// 8.6.6; RFC 2474). A packet may come in every cycle, and is answered in it. See class_mapper.md.
module class_mapper #(
  parameter int TTL_W  = 8,
  parameter int SOURCE = 2,  // of the class, after a reset
  parameter int TTL0   = 8   // after a reset
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             write_i,             // takes source_i and ttl0_i
  input  logic [2:0]       source_i,
  input  logic [TTL_W-1:0] ttl0_i,
  input  logic             pcp_write_i,         // the class of a PCP with a DEI
  input  logic [3:0]       pcp_write_index_i,   // {PCP, DEI}
  input  logic [2:0]       pcp_write_class_i,
  input  logic             dscp_write_i,        // the class of a DSCP
  input  logic [5:0]       dscp_write_index_i,
  input  logic [2:0]       dscp_write_class_i,
  input  logic             class_shift_i,       // a VIQ pauses the class below its own
  input  logic             routed_i,            // the packet has a TTL that this hop takes one of
  input  logic [2:0]       pcp_i,               // 0: untagged, like DEI
  input  logic             dei_i,
  input  logic [5:0]       dscp_i,
  input  logic [TTL_W-1:0] ttl_i,               // as it arrived; 0: the frame has none
  output logic [2:0]       class_o,
  output logic [2:0]       pause_class_o,       // with pauses_o
  output logic             pauses_o,            // the VIQ of class_o pauses somebody
  output logic             expires_o,           // would leave with a TTL of 0: to be dropped
  output logic [2:0]       source_o,            // 0 PCP, 1 DSCP, 2 TTL, 3 half the hops, above: none of these
  output logic [TTL_W-1:0] ttl0_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (TTL_W < 1 || TTL0 < 0 || TTL0 >= (1 << TTL_W) || SOURCE < 0 || SOURCE > 7) begin : g_parameters
    TTL_W_does_not_hold_TTL0 i_parameters ();
  end

  localparam logic [2:0] PCP        = 3'd0;
  localparam logic [2:0] DSCP       = 3'd1;
  localparam logic [2:0] TTL        = 3'd2;
  localparam logic [2:0] TTL_PARITY = 3'd3;
  localparam logic [2:0] HIGHEST    = 3'd7;
  localparam int         POINTS     = 16;  // {PCP, DEI}
  localparam int         DSCPS      = 64;

  logic [2:0]          source_q;
  logic [TTL_W-1:0]    ttl0_q;
  logic [3*POINTS-1:0] pcp_classes;
  logic [3*DSCPS-1:0]  dscp_classes;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source_q <= 3'(SOURCE);
      ttl0_q   <= TTL_W'(TTL0);
    end else if (write_i) begin
      source_q <= source_i;
      ttl0_q   <= ttl0_i;
    end
  end

  // At reset the PCP.
  for (genvar n = 0; n < POINTS; n = n + 1) begin : g_pcp
    logic [2:0] class_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        class_q <= 3'(n / 2);
      end else if (pcp_write_i) begin
        if (pcp_write_index_i == 4'(n)) class_q <= pcp_write_class_i;
      end
    end
    assign pcp_classes[3*n +: 3] = class_q;
  end

  // At reset the class selectors: DSCP / 8.
  for (genvar n = 0; n < DSCPS; n = n + 1) begin : g_dscp
    logic [2:0] class_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        class_q <= 3'(n / 8);
      end else if (dscp_write_i) begin
        if (dscp_write_index_i == 6'(n)) class_q <= dscp_write_class_i;
      end
    end
    assign dscp_classes[3*n +: 3] = class_q;
  end

  // The hop at which the packet is, 0 at its source and for what is none of it; in half as many classes rounded up.
  logic             counts;
  logic [TTL_W-1:0] hop;
  logic [TTL_W+2:0] hops;
  assign counts = ttl_i != '0 && ttl_i <= ttl0_q;
  assign hop    = ttl0_q - ttl_i + 1'b1;
  assign hops   = !counts                ? '0
                  : source_q == TTL_PARITY ? {3'b000, hop >> 1} + {{(TTL_W+2){1'b0}}, hop[0]}
                                           : {3'b000, hop};

  logic [2:0] by_hop, by_pcp, by_dscp;
  assign by_hop  = hops[TTL_W+2:3] != '0 ? HIGHEST : hops[2:0];
  assign by_pcp  = pcp_classes[{2'b00, pcp_i, dei_i} * 6'd3 +: 3];
  assign by_dscp = dscp_classes[{2'b00, dscp_i} * 8'd3 +: 3];

  // Where none of these fields decides, the first class.
  logic by_ttl;
  assign by_ttl  = source_q == TTL || source_q == TTL_PARITY;
  assign class_o = source_q == PCP     ? by_pcp
                   : source_q == DSCP  ? by_dscp
                   : by_ttl            ? by_hop
                                       : 3'd0;

  // Below class 0 there is none to pause.
  assign pauses_o      = !class_shift_i || class_o != '0;
  assign pause_class_o = class_shift_i && pauses_o ? class_o - 1'b1 : class_o;
  assign expires_o     = routed_i && ttl_i <= TTL_W'(1);

  assign source_o = source_q;
  assign ttl0_o   = ttl0_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{write_i, pcp_write_i, dscp_write_i, class_shift_i, routed_i} !== 1'bx); end
      begin : write_known assert (!write_i || ^{source_i, ttl0_i} !== 1'bx); end
      begin : pcp_write_known assert (!pcp_write_i || ^{pcp_write_index_i, pcp_write_class_i} !== 1'bx); end
      begin : dscp_write_known assert (!dscp_write_i || ^{dscp_write_index_i, dscp_write_class_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
