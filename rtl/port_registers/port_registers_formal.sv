// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// port_registers with what is proved of it, for one arbitrary address, at, and any accesses and events in any cycle. What each
// kept word shows is told here by the map, apart from the block. Numbers as in docs/reference/proofs.md.
module port_registers_formal #(
  parameter int PORT = 11
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        request_i,
  input logic        write_i,
  input logic [17:0] address_i,
  input logic [31:0] data_i,
  input logic [3:0]  strobe_i,
  input logic [63:0] value_i,
  input logic [7:0]  interrupt_status_set_i,
  input logic [7:0]  interrupt_status_level_i
);
  (* anyconst *) logic [17:0] at;     // any address
  (* anyconst *) logic [1:0]  which;  // one of some wide values

  logic        answers_o, error_o, value_reads_o, snapshot_held_o, forwarding_route_port_o, management_enable_o;
  logic [31:0] data_o, snapshot_o;
  logic [8:0]  value_number_o, snapshot_number_o;
  logic [47:0] port_mac_address_o;
  logic [13:0] port_max_frame_o;
  logic [23:0] flow_control_xoff_o, flow_control_xon_o;
  logic [15:0] flow_control_pause_quanta_o, flow_control_refresh_quanta_o;
  logic [7:0]  flow_control_lossless_classes_o, interrupt_status_o, interrupt_mask_o, interrupt_force_o;
  port_registers #(.PORT(PORT)) i_dut (.*);

  // The words of settings, with the bits that they have; reset values.
  localparam logic [17:0] P4 = 18'(4 * PORT);
  localparam logic [17:0] P8 = 18'(8 * PORT);
  localparam logic [17:0] STATUS = 18'h29000 + P4;
  logic [31:0] shown, has, first;
  always_comb begin
    shown = '0;
    has   = '0;
    first = '0;
    case (at)
      18'h00000 + P8: begin shown = port_mac_address_o[31:0]; has = 32'hffffffff; end
      18'h00004 + P8: begin shown = 32'(port_mac_address_o[47:32]); has = 32'h0000ffff; end
      18'h00100 + P4: begin shown = 32'(port_max_frame_o); has = 32'h00003fff; first = 32'd1500; end
      18'h10080 + P4: begin shown = 32'(forwarding_route_port_o); has = 32'h00000001; end
      18'h20000 + P4: begin shown = 32'(flow_control_xoff_o); has = 32'h00ffffff; first = 32'h800000; end
      18'h20080 + P4: begin shown = 32'(flow_control_xon_o); has = 32'h00ffffff; first = 32'h7ff448; end
      18'h20100 + P4: begin shown = 32'(flow_control_pause_quanta_o); has = 32'h0000ffff; first = 32'hffff; end
      18'h20180 + P4: begin shown = 32'(flow_control_refresh_quanta_o); has = 32'h0000ffff; first = 32'h7fff; end
      18'h22480 + P4: begin shown = 32'(flow_control_lossless_classes_o); has = 32'h000000ff; first = 32'hff; end
      18'h28080 + P4: begin shown = 32'(management_enable_o); has = 32'h00000001; first = 32'h1; end
      18'h29080 + P4: begin shown = 32'(interrupt_mask_o); has = 32'h000000ff; end
      18'h29100 + P4: begin shown = 32'(interrupt_force_o); has = 32'h000000ff; end
      default: ;
    endcase
  end

  logic [17:0] low;  // the lower half of a wide value
  assign low = which == 2'd0 ? 18'h00200 + P8 : which == 2'd1 ? 18'h00300 + P8 : which == 2'd2 ? 18'h00400 + P8 : 18'h28200 + P8;

  // The accesses of this cycle.
  logic [31:0] bits;
  logic        is_at, is_status, reads, writes, status_fits, fits, low_reads, high_reads, other_reads;
  assign bits        = {{8{strobe_i[3]}}, {8{strobe_i[2]}}, {8{strobe_i[1]}}, {8{strobe_i[0]}}};
  assign reads       = request_i && !write_i;
  assign writes      = request_i && write_i;
  assign is_at       = address_i == at;
  assign is_status   = address_i == STATUS;
  assign fits        = (data_i & bits & ~has) == '0;
  assign status_fits = (data_i & bits & 32'hffffff00) == '0;
  assign low_reads   = reads && address_i == low;
  assign high_reads  = reads && address_i == low + 18'd4;
  // May begin another snapshot: not at upper words, nor in the parser's block, which has counters of 32 bits alone.
  assign other_reads = value_reads_o && !address_i[2] && address_i[17:15] != 3'b001;

  // What the next cycle is to show.
  logic        was, asked, read_at, wrote_at, fitted, read_before, wrote_before, even, low_before, high_before, by_snapshot;
  logic [31:0] shown_then, wanted;
  logic [7:0]  flags;    // made of events and clears
  logic        seen;     // the lower half was read, and nothing since that may begin another snapshot
  logic [31:0] upper;    // the upper half as it was then
  logic        reads_status, held_before, snapshot_ended, strobed;
  assign snapshot_ended = held_before && !snapshot_held_o;
  logic [7:0]  status_then;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {was, asked, read_at, wrote_at, fitted, read_before, wrote_before, even, low_before, high_before, by_snapshot} <= '0;
      {shown_then, wanted, flags, seen, upper, reads_status, status_then, held_before, strobed} <= '0;
    end else begin
      was          <= request_i;
      asked        <= value_reads_o;
      read_at      <= reads && is_at;
      wrote_at     <= writes && is_at;
      fitted       <= fits;
      read_before  <= reads;
      wrote_before <= writes;
      even         <= !address_i[2];
      low_before   <= low_reads;
      high_before  <= high_reads;
      by_snapshot  <= high_reads && seen;
      shown_then   <= shown;
      wanted       <= writes && is_at && has != '0 && fits ? (shown & ~bits) | (data_i & bits) : shown;
      flags        <= (flags & ~(writes && is_status && status_fits ? 8'(data_i & bits) : 8'd0)) | interrupt_status_set_i;
      seen         <= low_reads || (seen && !high_reads && !other_reads);
      upper        <= low_before ? value_i[63:32] : upper;
      reads_status <= reads && is_status;
      held_before  <= snapshot_held_o;
      strobed      <= strobe_i != '0;
      status_then  <= flags | interrupt_status_level_i;
    end
  end

  logic begun = 1'b0, running = 1'b0;
  always_ff @(posedge clk_i) begin
    begun   <= 1'b1;
    running <= begun && rst_ni;
  end

  always_comb begin
    if (!begun) assume (!rst_ni);
    if (begun && !rst_ni) begin
      k7_reset: assert (shown == first && interrupt_status_o == '0 && !answers_o && !snapshot_held_o);
    end else if (begun) begin
      // Each request is answered in the next cycle, and nothing else is.
      k1_answers: assert (answers_o == was && (was || !error_o));
      // A word of a setting takes what is written and fits, by bytes, and nothing else changes it; it reads as it stands.
      if (running) k2_written: assert (shown == wanted);
      if (read_at && has != '0) k2_read: assert (!error_o && data_o == shown_then);
      // What does not fit is refused, and so is a write to anything that is not kept; a write and an error carry no data.
      if (wrote_at && has != '0) k3_fits: assert (error_o == !fitted);
      if (wrote_at && has == '0 && at != STATUS && strobed) k3_not_kept: assert (error_o);
      if (wrote_before || error_o) k3_no_data: assert (data_o == '0 && !asked);
      if (read_at && has == '0 && at != STATUS && !asked && !snapshot_ended) k3_nowhere: assert (error_o);
      // A flag is up from its event until a one is written, beside which an event is not lost; it reads as 1 at a level, too.
      k4_flags: assert (interrupt_status_o == flags);
      if (reads_status) k4_read: assert (!error_o && data_o == 32'(status_then));
      // Both halves of a value are of one cycle, if no other snapshot begins between.
      if (seen) k5_held: assert (snapshot_held_o && snapshot_number_o == (which == 2'd3 ? 9'd430 : 9'(which)));
      if (seen && !low_before) k5_kept: assert (snapshot_o == upper);
      if (by_snapshot) k5_whole: assert (!error_o && data_o == upper);
      // A value is answered as it comes: its lower half, or its upper half without a snapshot.
      if (asked && even) k6_lower: assert (!error_o && data_o == value_i[31:0]);
      if (low_before) k6_asked: assert (asked);
      if (high_before && !held_before) k6_alone: assert (asked);
      if (high_before && asked) k6_upper: assert (!error_o && data_o == value_i[63:32]);
    end
  end
endmodule

`default_nettype wire
