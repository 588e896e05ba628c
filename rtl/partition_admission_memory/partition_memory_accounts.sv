// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What partition_admission_memory decides, with the accounts of VIQs in a memory outside (viq_rows). In one cycle the rows of a
// packet that arrives, of one that departs and of software are read, in the next the packets are answered and rows are written.
// A row is {asks, depth, cells}. See partition_admission_memory.md.
module partition_memory_accounts #(
  parameter int PORTS   = 4,
  parameter int PORT_W  = 3,
  parameter int CLASSES = 8,
  parameter int CELL_W  = 16,
  parameter int Q_W     = 24,
  parameter int VIQ_W   = 5,
  parameter int ROW_W   = 41
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               set_i,
  input  logic [2:0]         set_class_i,
  input  logic [CELL_W-1:0]  set_size_i,
  input  logic [CELL_W-1:0]  minimum_i,
  input  logic [Q_W-1:0]     viq_limit_i,
  input  logic [Q_W-1:0]     headroom_i,
  input  logic [Q_W-1:0]     xoff_i,
  input  logic [Q_W-1:0]     xon_i,
  input  logic [CLASSES-1:0] pausing_i,
  input  logic               arrives_i,
  input  logic [PORT_W-1:0]  arrives_port_i,
  input  logic [2:0]         arrives_class_i,
  input  logic [Q_W-1:0]     arrives_length_i,
  input  logic [CELL_W-1:0]  arrives_cells_i,
  input  logic               departs_i,
  input  logic [PORT_W-1:0]  departs_port_i,
  input  logic [2:0]         departs_class_i,
  input  logic [Q_W-1:0]     departs_length_i,
  input  logic [CELL_W-1:0]  departs_cells_i,
  input  logic [PORT_W-1:0]  read_port_i,
  input  logic [2:0]         read_class_i,
  input  logic [3*ROW_W-1:0] rows_i,          // as they were read in the cycle before: software's, the departure's, the arrival's
  output logic [2:0]         reads_o,
  output logic [3*VIQ_W-1:0] reads_viq_o,
  output logic               a_writes_o,
  output logic [VIQ_W-1:0]   a_writes_viq_o,
  output logic [ROW_W-1:0]   a_writes_row_o,
  output logic               d_writes_o,
  output logic [VIQ_W-1:0]   d_writes_viq_o,
  output logic [ROW_W-1:0]   d_writes_row_o,
  output logic               admits_o,
  output logic [2:0]         answer_o,
  output logic               xoff_o,
  output logic               xon_o,
  output logic               broken_o,
  output logic               taken_o,
  output logic [Q_W-1:0]     depth_o,
  output logic [CELL_W-1:0]  cells_o,
  output logic               asks_o,
  output logic [CELL_W-1:0]  size_o,
  output logic [CELL_W-1:0]  used_o,
  output logic [CELL_W-1:0]  set_aside_o
);
  localparam int ALL_W = CELL_W + PORT_W + 2;  // the minimums of all ports

  localparam logic [2:0] RESERVED           = 3'd0;
  localparam logic [2:0] SHARED             = 3'd1;
  localparam logic [2:0] HEADROOM           = 3'd2;
  localparam logic [2:0] HEADROOM_EXHAUSTED = 3'd4;
  localparam logic [2:0] PARTITION_FULL     = 3'd7;

  // What is answered in this cycle, with the settings that came with it; `absent` names no VIQ.
  logic              arrives_q, a_absent_q, a_pausing_q, departs_q, d_absent_q, d_pausing_q, set_q, r_known_q, r_class_q;
  logic [VIQ_W-1:0]  a_viq_q, d_viq_q, r_viq_q;
  logic [CELL_W-1:0] a_packet_q, d_packet_q, set_size_q, minimum_q;
  logic [Q_W-1:0]    a_length_q, d_length_q, limit_q, xoff_q, xon_q;
  logic [Q_W:0]      most_q;
  logic [2:0]        set_class_q;
  // What was written at the end of the cycle before, which is not in what was read then.
  logic              wrote_a_q, wrote_d_q;
  logic [VIQ_W-1:0]  wrote_a_viq_q, wrote_d_viq_q;
  logic [ROW_W-1:0]  wrote_a_row_q, wrote_d_row_q;
  // Of the partition of each class.
  logic [CLASSES*CELL_W-1:0] sizes, used, aside;

  // --- first cycle: the rows are read

  logic             a_known, d_known, r_known, r_known_class, arrives, departs;
  logic [VIQ_W-1:0] a_viq, d_viq, r_viq;
  partition_viq #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .VIQ_W(VIQ_W)) i_arrival_viq (
    .port_i(arrives_port_i), .class_i(arrives_class_i), .known_o(a_known), .viq_o(a_viq));
  partition_viq #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .VIQ_W(VIQ_W)) i_departure_viq (
    .port_i(departs_port_i), .class_i(departs_class_i), .known_o(d_known), .viq_o(d_viq));
  partition_viq #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .VIQ_W(VIQ_W)) i_read_viq (
    .port_i(read_port_i), .class_i(read_class_i), .known_o(r_known), .viq_o(r_viq));
  assign arrives       = arrives_i && a_known;
  assign departs       = departs_i && d_known;
  assign r_known_class = {1'b0, read_class_i} < 4'(CLASSES);
  assign reads_o       = {r_known, departs, arrives};
  assign reads_viq_o   = {r_viq, d_viq, a_viq};

  // --- second cycle: the rows as they stand

  logic              a_asks, d_asks, r_asks;
  logic [Q_W-1:0]    a_depth, d_depth, r_depth;
  logic [CELL_W-1:0] a_cells, d_cells, r_cells;
  viq_bypass #(.VIQ_W(VIQ_W), .ROW_W(ROW_W)) i_arrival (
    .viq_i(a_viq_q), .row_i(rows_i[0 +: ROW_W]), .wrote_a_i(wrote_a_q), .wrote_a_viq_i(wrote_a_viq_q), .wrote_a_row_i(wrote_a_row_q),
    .wrote_d_i(wrote_d_q), .wrote_d_viq_i(wrote_d_viq_q), .wrote_d_row_i(wrote_d_row_q), .row_o({a_asks, a_depth, a_cells}));
  viq_bypass #(.VIQ_W(VIQ_W), .ROW_W(ROW_W)) i_departure (
    .viq_i(d_viq_q), .row_i(rows_i[ROW_W +: ROW_W]), .wrote_a_i(wrote_a_q), .wrote_a_viq_i(wrote_a_viq_q),
    .wrote_a_row_i(wrote_a_row_q), .wrote_d_i(wrote_d_q), .wrote_d_viq_i(wrote_d_viq_q), .wrote_d_row_i(wrote_d_row_q),
    .row_o({d_asks, d_depth, d_cells}));
  viq_bypass #(.VIQ_W(VIQ_W), .ROW_W(ROW_W)) i_read (
    .viq_i(r_viq_q), .row_i(rows_i[2*ROW_W +: ROW_W]), .wrote_a_i(wrote_a_q), .wrote_a_viq_i(wrote_a_viq_q),
    .wrote_a_row_i(wrote_a_row_q), .wrote_d_i(wrote_d_q), .wrote_d_viq_i(wrote_d_viq_q), .wrote_d_row_i(wrote_d_row_q),
    .row_o({r_asks, r_depth, r_cells}));

  // The classes of both packets. Without a partition a class guarantees nothing.
  logic [2:0]        a_class, d_class;
  logic [CELL_W-1:0] a_size, a_used, a_aside, d_size, d_used, d_aside, a_minimum, d_minimum;
  assign a_class   = a_viq_q[2:0];
  assign d_class   = d_viq_q[2:0];
  assign a_size    = sizes[a_class*CELL_W +: CELL_W];
  assign a_used    = used[a_class*CELL_W +: CELL_W];
  assign a_aside   = aside[a_class*CELL_W +: CELL_W];
  assign d_size    = sizes[d_class*CELL_W +: CELL_W];
  assign d_used    = used[d_class*CELL_W +: CELL_W];
  assign d_aside   = aside[d_class*CELL_W +: CELL_W];
  assign a_minimum = a_size != '0 ? minimum_q : '0;
  assign d_minimum = d_size != '0 ? minimum_q : '0;

  // The arrival.
  logic [CELL_W-1:0] a_lacks, a_promised, a_rest, a_full_cells, a_used_full, a_aside_full;
  logic [Q_W:0]      a_sum;
  logic              a_room, a_fits, a_over_limit, a_over_all, a_reaches;
  assign a_lacks      = a_minimum > a_cells ? a_minimum - a_cells : '0;
  assign a_promised   = a_packet_q < a_lacks ? a_packet_q : a_lacks;
  assign a_rest       = a_packet_q - a_promised;
  assign a_room       = {2'b00, a_used} + {2'b00, a_aside} + {2'b00, a_rest} <= {2'b00, a_size};
  assign a_sum        = {1'b0, a_depth} + {1'b0, a_length_q};
  assign a_fits       = !a_sum[Q_W];
  assign a_over_limit = a_sum > {1'b0, limit_q};
  assign a_over_all   = a_sum > most_q;
  assign a_reaches    = a_sum >= {1'b0, xoff_q};
  assign a_full_cells = a_cells + a_packet_q;
  assign a_used_full  = a_used + a_packet_q;
  assign a_aside_full = a_aside - a_promised;

  assign admits_o = arrives_q && a_room && a_fits && (a_rest == '0 || !a_over_all);
  assign xoff_o   = admits_o && a_reaches && !a_asks && a_pausing_q;
  assign answer_o = a_absent_q     ? PARTITION_FULL
                    : !arrives_q   ? RESERVED
                    : !a_room      ? PARTITION_FULL
                    : !a_fits      ? HEADROOM_EXHAUSTED
                    : a_rest == '0 ? RESERVED
                    : a_over_all   ? HEADROOM_EXHAUSTED
                    : a_over_limit ? HEADROOM
                                   : SHARED;

  // The departure, of what stood before. Whether the arrival is admitted is known last: what the departure comes to stands ready
  // with the arrival and without it.
  logic              all_cells, all_bytes, same_viq, same_class, alone_falls, beside_falls, falls, asked;
  logic [CELL_W-1:0] takes, alone_cells, alone_returns, beside_cells, beside_returns;
  logic [Q_W-1:0]    alone_depth, beside_depth;
  logic [CELL_W-1:0] alone_used, alone_aside, beside_used, beside_aside;
  assign all_cells  = d_packet_q >= d_cells;
  assign all_bytes  = d_length_q >= d_depth;
  assign takes      = all_cells ? d_cells : d_packet_q;
  assign same_viq   = a_viq_q == d_viq_q;
  assign same_class = a_class == d_class;
  assign broken_o   = d_absent_q || (departs_q && (d_packet_q > d_cells || d_length_q > d_depth));
  partition_departure #(.CELL_W(CELL_W), .Q_W(Q_W)) i_alone (
    .minimum_i(d_minimum), .xon_i(xon_q), .cells_i(d_cells), .depth_i(d_depth), .came_cells_i({CELL_W{1'b0}}), .came_length_i({Q_W{1'b0}}),
    .all_cells_i(all_cells), .all_bytes_i(all_bytes), .goes_cells_i(d_packet_q), .goes_length_i(d_length_q),
    .cells_o(alone_cells), .depth_o(alone_depth), .returns_o(alone_returns), .falls_o(alone_falls));
  partition_departure #(.CELL_W(CELL_W), .Q_W(Q_W)) i_beside (
    .minimum_i(d_minimum), .xon_i(xon_q), .cells_i(d_cells), .depth_i(d_depth), .came_cells_i(same_viq ? a_packet_q : '0),
    .came_length_i(same_viq ? a_length_q : '0), .all_cells_i(all_cells), .all_bytes_i(all_bytes), .goes_cells_i(d_packet_q),
    .goes_length_i(d_length_q), .cells_o(beside_cells), .depth_o(beside_depth), .returns_o(beside_returns), .falls_o(beside_falls));
  assign alone_used   = d_used - takes;
  assign beside_used  = (same_class ? a_used_full : d_used) - takes;
  assign alone_aside  = d_aside + alone_returns;
  assign beside_aside = (same_class ? a_aside_full : d_aside) + beside_returns;
  assign falls        = admits_o ? beside_falls : alone_falls;
  assign asked        = d_asks || (admits_o && same_viq && a_reaches);
  assign xon_o        = departs_q && falls && asked && d_pausing_q;

  assign a_writes_o     = arrives_q;
  assign a_writes_viq_o = a_viq_q;
  assign a_writes_row_o = same_viq && departs_q ? d_writes_row_o
                          : admits_o            ? {a_asks || a_reaches, a_sum[Q_W-1:0], a_full_cells}
                                                : {a_asks, a_depth, a_cells};
  assign d_writes_o     = departs_q;
  assign d_writes_viq_o = d_viq_q;
  assign d_writes_row_o = {asked && !falls, admits_o ? {beside_depth, beside_cells} : {alone_depth, alone_cells}};

  // The new size of a partition, by what both packets leave of the class, ready with the arrival and without it.
  logic              set_of_a, set_of_d, alone_holds, beside_holds;
  logic [CELL_W-1:0] s_used, s_aside, alone_keeps, beside_keeps;
  logic [ALL_W-1:0]  minimums;
  assign s_used   = used[set_class_q*CELL_W +: CELL_W];
  assign s_aside  = aside[set_class_q*CELL_W +: CELL_W];
  assign set_of_a = a_class == set_class_q;
  assign set_of_d = departs_q && d_class == set_class_q;
  assign minimums = ALL_W'(minimum_q) * ALL_W'(PORTS);
  partition_size #(.CELL_W(CELL_W), .ALL_W(ALL_W)) i_size_alone (
    .size_i(set_size_q), .used_i(set_of_d ? alone_used : s_used), .aside_i(set_of_d ? alone_aside : s_aside), .minimums_i(minimums),
    .fits_o(alone_holds), .keeps_o(alone_keeps));
  partition_size #(.CELL_W(CELL_W), .ALL_W(ALL_W)) i_size_beside (
    .size_i(set_size_q), .used_i(set_of_d ? beside_used : set_of_a ? a_used_full : s_used),
    .aside_i(set_of_d ? beside_aside : set_of_a ? a_aside_full : s_aside), .minimums_i(minimums), .fits_o(beside_holds),
    .keeps_o(beside_keeps));
  assign taken_o = set_q && (admits_o ? beside_holds : alone_holds);

  for (genvar c = 0; c < CLASSES; c = c + 1) begin : g_partition
    logic              comes, goes, sets;
    logic [CELL_W-1:0] size_q, used_q, aside_q;
    assign comes = admits_o && a_class == 3'(c);
    assign goes  = departs_q && d_class == 3'(c);
    assign sets  = taken_o && set_class_q == 3'(c);
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        size_q  <= '0;
        used_q  <= '0;
        aside_q <= '0;
      end else begin
        if (sets) size_q <= set_size_q;
        if (comes || goes) used_q <= !goes ? a_used_full : admits_o ? beside_used : alone_used;
        if (comes || goes) aside_q <= !goes ? a_aside_full : admits_o ? beside_aside : alone_aside;
        if (sets) aside_q <= admits_o ? beside_keeps : alone_keeps;
      end
    end
    assign sizes[c*CELL_W +: CELL_W] = size_q;
    assign used[c*CELL_W +: CELL_W]  = used_q;
    assign aside[c*CELL_W +: CELL_W] = aside_q;
  end

  // What software reads: as it stood before the packets that are answered now.
  logic [2:0] r_class;
  assign r_class     = r_class_q ? r_viq_q[2:0] : '0;
  assign depth_o     = r_known_q ? r_depth : '0;
  assign cells_o     = r_known_q ? r_cells : '0;
  assign asks_o      = r_known_q && r_asks;
  assign size_o      = r_class_q ? sizes[r_class*CELL_W +: CELL_W] : '0;
  assign used_o      = r_class_q ? used[r_class*CELL_W +: CELL_W] : '0;
  assign set_aside_o = r_class_q ? aside[r_class*CELL_W +: CELL_W] : '0;

  // --- registers

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrives_q  <= 1'b0;
      a_absent_q <= 1'b0;
      departs_q  <= 1'b0;
      d_absent_q <= 1'b0;
      set_q      <= 1'b0;
      r_known_q  <= 1'b0;
      r_class_q  <= 1'b0;
    end else begin
      arrives_q  <= arrives;
      a_absent_q <= arrives_i && !a_known;
      departs_q  <= departs;
      d_absent_q <= departs_i && !d_known;
      set_q      <= set_i && {1'b0, set_class_i} < 4'(CLASSES);
      r_known_q  <= r_known;
      r_class_q  <= r_known_class;
    end
  end

  // These are read only behind a bit above, so they have no reset.
  always_ff @(posedge clk_i) begin
    minimum_q <= minimum_i;
    wrote_a_q <= arrives_q;
    wrote_d_q <= departs_q;
    if (arrives) begin
      a_viq_q     <= a_viq;
      a_packet_q  <= arrives_cells_i;
      a_length_q  <= arrives_length_i;
      limit_q     <= viq_limit_i;
      most_q      <= {1'b0, viq_limit_i} + {1'b0, headroom_i};
      xoff_q      <= xoff_i;
      a_pausing_q <= 1'(pausing_i >> arrives_class_i);
    end
    if (departs) begin
      d_viq_q     <= d_viq;
      d_packet_q  <= departs_cells_i;
      d_length_q  <= departs_length_i;
      xon_q       <= xon_i;
      d_pausing_q <= 1'(pausing_i >> departs_class_i);
    end
    if (set_i) begin
      set_class_q <= set_class_i;
      set_size_q  <= set_size_i;
    end
    if (r_known_class) r_viq_q <= r_viq;
    if (arrives_q) begin
      wrote_a_viq_q <= a_viq_q;
      wrote_a_row_q <= a_writes_row_o;
    end
    if (departs_q) begin
      wrote_d_viq_q <= d_viq_q;
      wrote_d_row_q <= d_writes_row_o;
    end
  end

`ifndef SYNTHESIS
`ifndef FORMAL
  // A rule for software: a class has a partition, perhaps since the cycle before, whose minimum minimum_q is.
  logic has_partition;
  assign has_partition = sizes != '0 || (taken_o && set_size_q != '0);
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : minimum_stands_while_a_class_has_a_partition assert (minimum_i == minimum_q || !has_partition)
        else $warning("the minimum changes while a class has a partition"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
