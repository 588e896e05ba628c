// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What a departure leaves of a VIQ to which so much has come in the same cycle, and how many cells more the VIQ then lacks of its
// guaranteed minimum. Cells and bytes that depart are of what stood before: no more than there was.
module partition_departure #(
  parameter int CELL_W = 16,
  parameter int Q_W    = 24
) (
  input  logic [CELL_W-1:0] minimum_i,       // 0 in a class without a partition
  input  logic [Q_W-1:0]    xon_i,
  input  logic [CELL_W-1:0] cells_i,         // before the cycle
  input  logic [Q_W-1:0]    depth_i,
  input  logic [CELL_W-1:0] came_cells_i,
  input  logic [Q_W-1:0]    came_length_i,
  input  logic              all_cells_i,     // no fewer depart than there were
  input  logic              all_bytes_i,
  input  logic [CELL_W-1:0] goes_cells_i,
  input  logic [Q_W-1:0]    goes_length_i,
  output logic [CELL_W-1:0] cells_o,
  output logic [Q_W-1:0]    depth_o,
  output logic [CELL_W-1:0] returns_o,
  output logic              falls_o          // to XON
);
  logic [CELL_W-1:0] full, more_cells, lacks_now, lacked;
  logic [Q_W-1:0]    more_bytes;
  // Ready before the row is: what the cycle adds to it, below 0 where more goes than comes.
  assign more_cells = came_cells_i - goes_cells_i;
  assign more_bytes = came_length_i - goes_length_i;
  assign cells_o    = all_cells_i ? came_cells_i : cells_i + more_cells;
  assign depth_o    = all_bytes_i ? came_length_i : depth_i + more_bytes;
  assign falls_o    = depth_o <= xon_i;

  assign full      = cells_i + came_cells_i;
  assign lacked    = minimum_i > full ? minimum_i - full : '0;
  assign lacks_now = minimum_i > cells_o ? minimum_i - cells_o : '0;
  assign returns_o = lacks_now - lacked;
endmodule

`default_nettype wire
