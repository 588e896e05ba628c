// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Whether a class may have a partition of this size, and what it then keeps set aside.
module partition_size #(
  parameter int CELL_W = 16,
  parameter int ALL_W  = 21
) (
  input  logic [CELL_W-1:0] size_i,
  input  logic [CELL_W-1:0] used_i,
  input  logic [CELL_W-1:0] aside_i,
  input  logic [ALL_W-1:0]  minimums_i,  // of all ports
  output logic              fits_o,
  output logic [CELL_W-1:0] keeps_o
);
  logic [ALL_W-1:0] keeps;
  // An empty class keeps the minimum of every port anew.
  assign keeps   = used_i != '0 ? ALL_W'(aside_i) : size_i == '0 ? '0 : minimums_i;
  assign fits_o  = ALL_W'(size_i) >= ALL_W'(used_i) + keeps;
  assign keeps_o = keeps[CELL_W-1:0];
endmodule

`default_nettype wire
