// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// class_mapper with what is proved of it, beside itself one hop on: the same registers, a packet whose TTL is one less, and
// a class_shift of its own. Numbers as in docs/reference/proofs.md.
module class_mapper_formal #(
  parameter int TTL_W  = 8,
  parameter int SOURCE = 1,
  parameter int TTL0   = 8
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             write_i,
  input logic [2:0]       source_i,
  input logic [TTL_W-1:0] ttl0_i,
  input logic             pcp_write_i,
  input logic [3:0]       pcp_write_index_i,
  input logic [2:0]       pcp_write_class_i,
  input logic             dscp_write_i,
  input logic [5:0]       dscp_write_index_i,
  input logic [2:0]       dscp_write_class_i,
  input logic             class_shift_i,
  input logic             next_shift_i,
  input logic             routed_i,
  input logic [2:0]       pcp_i,
  input logic             dei_i,
  input logic [5:0]       dscp_i,
  input logic [TTL_W-1:0] ttl_i
);
  localparam int HOP_W = TTL_W + 2;

  logic [2:0]       class_o, pause_class_o, next_class, next_pause_class;
  logic             pauses_o, expires_o, next_pauses, next_expires;
  logic [2:0]       source_o, next_source;
  logic [TTL_W-1:0] ttl0_o, next_ttl0;
  class_mapper #(.TTL_W(TTL_W), .SOURCE(SOURCE), .TTL0(TTL0)) i_dut (.*);
  class_mapper #(.TTL_W(TTL_W), .SOURCE(SOURCE), .TTL0(TTL0)) i_next (
    .clk_i, .rst_ni, .write_i, .source_i, .ttl0_i, .pcp_write_i, .pcp_write_index_i, .pcp_write_class_i,
    .dscp_write_i, .dscp_write_index_i, .dscp_write_class_i,
    .class_shift_i(next_shift_i), .routed_i, .pcp_i, .dei_i, .dscp_i, .ttl_i(ttl_i - 1'b1),
    .class_o(next_class), .pause_class_o(next_pause_class), .pauses_o(next_pauses), .expires_o(next_expires),
    .source_o(next_source), .ttl0_o(next_ttl0));

  // What the registers are to hold, and what was asked in the cycle before.
  logic [2:0]       source;
  logic [TTL_W-1:0] ttl0;
  logic             asked_by_pcp, asked_by_dscp, wrote_point, wrote_dscp;
  logic [3:0]       point, asked_point, point_index;
  logic [5:0]       asked_dscp, dscp_index;
  logic [2:0]       said, point_class, dscp_class;
  assign point = {pcp_i, dei_i};
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source        <= 3'(SOURCE);
      ttl0          <= TTL_W'(TTL0);
      asked_by_pcp  <= 1'b0;
      asked_by_dscp <= 1'b0;
      wrote_point   <= 1'b0;
      wrote_dscp    <= 1'b0;
    end else begin
      if (write_i) begin
        source <= source_i;
        ttl0   <= ttl0_i;
      end
      asked_by_pcp  <= source == 3'd0;
      asked_point   <= point;
      asked_by_dscp <= source == 3'd1;
      asked_dscp    <= dscp_i;
      said          <= class_o;
      wrote_point   <= pcp_write_i;
      point_index   <= pcp_write_index_i;
      point_class   <= pcp_write_class_i;
      wrote_dscp    <= dscp_write_i;
      dscp_index    <= dscp_write_index_i;
      dscp_class    <= dscp_write_class_i;
    end
  end

  // The packet's hop, 0 at its source; none where it has no TTL, or is not there yet.
  logic             by_ttl, on_its_way;
  logic [HOP_W-1:0] hop, next_hop;
  assign by_ttl     = source == 3'd2 || source == 3'd3;
  assign on_its_way = ttl_i != 0 && HOP_W'(ttl_i) <= HOP_W'(ttl0) + 1'b1;
  assign hop        = on_its_way ? HOP_W'(ttl0) + 1'b1 - HOP_W'(ttl_i) : '0;
  assign next_hop   = hop + 1'b1;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    if (started && !rst_ni) begin
      m6_reset: assert (source_o == 3'(SOURCE) && ttl0_o == TTL_W'(TTL0));
      if (SOURCE == 0) m6_reset_points: assert (class_o == pcp_i);
      if (SOURCE == 1) m6_reset_table: assert (class_o == dscp_i[5:3]);
    end else if (started) begin
      // A class never falls along a route, rises by one at most, and the route ends where the TTL does.
      if (by_ttl && ttl_i > 1) begin
        m1_never_falls: assert (next_class >= class_o && next_class <= class_o + 4'd1);
      end
      if (source == 3'd2 && on_its_way && ttl_i > 1 && hop < 7) m1_rises: assert (next_class == class_o + 1'b1);
      if (by_ttl && ttl_i == 0) m1_without_a_ttl: assert (class_o == 0);
      m1_ends: assert (expires_o == (routed_i && (ttl_i == 0 || ttl_i == 1)));
      // A shift never leaves the range.
      m2_in_range: assert (pause_class_o <= class_o);
      m2_shifted: assert (!pauses_o || class_o - pause_class_o == {2'b00, class_shift_i});
      m2_of_nobody: assert (pauses_o == !(class_shift_i && class_o == 0));
      // The VIQ one hop on pauses the class in which the packet waits here.
      if (source == 3'd2 && on_its_way && ttl_i > 1 && next_hop <= 7 && next_shift_i) begin
        m3_by_ttl: assert (next_pauses && next_pause_class == class_o);
      end
      if (source == 3'd3 && on_its_way && ttl_i > 1 && next_hop <= 14 && next_shift_i == next_hop[0]) begin
        m3_by_half: assert (next_pauses && next_pause_class == class_o);
      end
      // The class is the hop's, and nothing wraps.
      if (source == 3'd2) m4_by_ttl: assert (hop > 7 ? class_o == 7 : HOP_W'(class_o) == hop);
      if (source == 3'd3) begin
        m4_by_half: assert (hop > 14 ? class_o == 7 : HOP_W'(class_o) * 2 == hop || HOP_W'(class_o) * 2 == next_hop);
      end
      // Where no field of these decides, the first class.
      if (source > 3'd3) m4_by_no_field: assert (class_o == 0);
      // As last written.
      if (source == 3'd0 && wrote_point && point == point_index) m5_point_written: assert (class_o == point_class);
      if (source == 3'd0 && asked_by_pcp && point == asked_point && !(wrote_point && point == point_index)) begin
        m5_point_stands: assert (class_o == said);
      end
      if (source == 3'd1 && wrote_dscp && dscp_i == dscp_index) m5_written: assert (class_o == dscp_class);
      if (source == 3'd1 && asked_by_dscp && dscp_i == asked_dscp && !(wrote_dscp && dscp_i == dscp_index)) begin
        m5_stands: assert (class_o == said);
      end
      // Source and ttl0 are as last written.
      m6_registers: assert (source_o == source && ttl0_o == ttl0);
      m6_one_hop_on: assert (next_source == source && next_ttl0 == ttl0);
    end
  end

  // Not empty: a packet of the longest path at its last switch, and one beyond it.
  always_comb begin
    if (started && rst_ni) begin
      last_switch: cover (source == 3'd3 && hop == 14 && class_o == 7 && routed_i && !expires_o);
      beyond: cover (source == 3'd2 && hop == 9 && class_o == 7 && next_shift_i && next_pause_class == 6);
    end
  end
endmodule

`default_nettype wire
