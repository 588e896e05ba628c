// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Admission to a buffer that is divided among classes (TTL-based buffer management, section 1.3), for lossless classes: who
// may take cells, what is dropped and why, and when a VIQ asks for a pause and asks no more. A packet may arrive and one
// depart in every cycle; both are answered in it. See partition_admission.md.
module partition_admission #(
  parameter int PORTS   = 4,
  parameter int PORT_W  = 3,
  parameter int CLASSES = 8,
  parameter int CELL_W  = 16,
  parameter int Q_W     = 24
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               set_i,             // gives a class a partition of set_size_i
  input  logic [2:0]         set_class_i,
  input  logic [CELL_W-1:0]  set_size_i,        // cells
  input  logic [CELL_W-1:0]  minimum_i,         // cells that each VIQ of a class with a partition is guaranteed
  input  logic [Q_W-1:0]     viq_limit_i,       // bytes
  input  logic [Q_W-1:0]     headroom_i,        // above it
  input  logic [Q_W-1:0]     xoff_i,
  input  logic [Q_W-1:0]     xon_i,             // below xoff_i
  input  logic [CLASSES-1:0] pausing_i,         // the VIQs of this class pause somebody
  input  logic               arrives_i,
  input  logic [PORT_W-1:0]  arrives_port_i,
  input  logic [2:0]         arrives_class_i,
  input  logic [Q_W-1:0]     arrives_length_i,  // bytes, as VIQs count them
  input  logic [CELL_W-1:0]  arrives_cells_i,
  input  logic               departs_i,         // after the arrival of this cycle; of what stood before it
  input  logic [PORT_W-1:0]  departs_port_i,
  input  logic [2:0]         departs_class_i,
  input  logic [Q_W-1:0]     departs_length_i,
  input  logic [CELL_W-1:0]  departs_cells_i,
  input  logic [PORT_W-1:0]  read_port_i,       // for software
  input  logic [2:0]         read_class_i,
  output logic               admits_o,
  output logic [2:0]         answer_o,          // 0 reserved, 1 shared, 2 headroom; 4 headroom exhausted, 7 partition full
  output logic               xoff_o,            // the VIQ of the arrival begins to ask for a pause
  output logic               xon_o,             // the VIQ of the departure asks no more
  output logic               broken_o,          // more departs than the VIQ holds
  output logic               taken_o,           // set_i is taken
  output logic [Q_W-1:0]     depth_o,           // of the VIQ that is read
  output logic [CELL_W-1:0]  cells_o,
  output logic               asks_o,
  output logic [CELL_W-1:0]  size_o,            // of the partition of read_class_i
  output logic [CELL_W-1:0]  used_o,
  output logic [CELL_W-1:0]  set_aside_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (CELL_W < 1 || Q_W < 1 || CLASSES < 1 || CLASSES > 8) begin : g_widths
    A_width_is_below_1_or_CLASSES_above_8 i_parameters ();
  end
  if (PORTS < 1 || PORTS > (1 << PORT_W)) begin : g_parameters
    PORT_W_does_not_name_PORTS i_parameters ();
  end

  localparam int VIQ_W = PORT_W + 4;

  logic [PORTS*CLASSES*Q_W-1:0]    depths;
  logic [PORTS*CLASSES*CELL_W-1:0] cells;
  logic [PORTS*CLASSES-1:0]        asks;
  logic [CLASSES*CELL_W-1:0]       sizes, used, set_aside;
  partition_accounts #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .CELL_W(CELL_W), .Q_W(Q_W)) i_accounts (
    .clk_i, .rst_ni, .set_i, .set_class_i, .set_size_i, .minimum_i, .viq_limit_i, .headroom_i, .xoff_i, .xon_i, .pausing_i,
    .arrives_i, .arrives_port_i, .arrives_class_i, .arrives_length_i, .arrives_cells_i,
    .departs_i, .departs_port_i, .departs_class_i, .departs_length_i, .departs_cells_i,
    .admits_o, .answer_o, .xoff_o, .xon_o, .broken_o, .taken_o,
    .depths_o(depths), .cells_o(cells), .asks_o(asks), .sizes_o(sizes), .used_o(used), .set_aside_o(set_aside));

  // A VIQ or class that there is not reads as 0.
  logic             known, known_class;
  logic [VIQ_W-1:0] viq;
  logic [2:0]       of_class;
  assign known_class = {1'b0, read_class_i} < 4'(CLASSES);
  assign known       = known_class && {1'b0, read_port_i} < (PORT_W+1)'(PORTS);
  assign of_class    = known_class ? read_class_i : '0;
  assign viq         = known ? VIQ_W'(read_port_i) * VIQ_W'(CLASSES) + VIQ_W'(read_class_i) : '0;
  assign depth_o     = known ? depths[viq*Q_W +: Q_W] : '0;
  assign cells_o     = known ? cells[viq*CELL_W +: CELL_W] : '0;
  assign asks_o      = known && 1'(asks >> viq);
  assign size_o      = known_class ? sizes[of_class*CELL_W +: CELL_W] : '0;
  assign used_o      = known_class ? used[of_class*CELL_W +: CELL_W] : '0;
  assign set_aside_o = known_class ? set_aside[of_class*CELL_W +: CELL_W] : '0;

`ifndef SYNTHESIS
`ifndef FORMAL
  logic [CELL_W-1:0] minimum_before;
  always @(posedge clk_i) minimum_before <= minimum_i;

  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{set_i, arrives_i, departs_i} !== 1'bx); end
      begin : settings_known assert (^{minimum_i, viq_limit_i, headroom_i, xoff_i, xon_i, pausing_i} !== 1'bx); end
      begin : set_known assert (!set_i || ^{set_class_i, set_size_i} !== 1'bx); end
      begin : arrival_known assert (!arrives_i || ^{arrives_port_i, arrives_class_i, arrives_length_i, arrives_cells_i} !== 1'bx); end
      begin : departure_known assert (!departs_i || ^{departs_port_i, departs_class_i, departs_length_i, departs_cells_i} !== 1'bx); end
      begin : read_known assert (^{read_port_i, read_class_i} !== 1'bx); end
      // A rule for software.
      begin : minimum_stands_while_a_class_has_a_partition assert (sizes == '0 || minimum_i == minimum_before)
        else $warning("the minimum changes while a class has a partition"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
