// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A departure from an account, headroom first: what it leaves, and what it gives back to the buffer. It takes no more than there
// is.
module viq_departure #(
  parameter int CELL_W = 16
) (
  input  logic [CELL_W-1:0]   minimum_i,
  input  logic                departs_i,
  input  logic [CELL_W-1:0]   packet_i,
  input  logic [CELL_W-1:0]   cells_i,
  input  logic [CELL_W-1:0]   held_i,
  output logic [2*CELL_W-1:0] left_o,    // headroom above cells
  output logic [CELL_W-1:0]   shared_o,  // given back of the cells beyond the minimum
  output logic [CELL_W-1:0]   pool_o,    // given back of the pool
  output logic                broken_o   // more departs than there is
);
  logic              of_pool;
  logic [CELL_W-1:0] rest, beyond, left_cells, left_held;
  assign of_pool    = packet_i < held_i;
  assign rest       = of_pool ? '0 : packet_i - held_i;
  assign beyond     = cells_i > minimum_i ? cells_i - minimum_i : '0;
  assign left_held  = of_pool ? held_i - packet_i : '0;
  assign left_cells = rest < cells_i ? cells_i - rest : '0;

  assign left_o   = {left_held, left_cells};
  assign shared_o = !departs_i ? '0 : rest < beyond ? rest : beyond;
  assign pool_o   = !departs_i ? '0 : of_pool ? packet_i : held_i;
  assign broken_o = departs_i && rest > cells_i;
endmodule

`default_nettype wire
