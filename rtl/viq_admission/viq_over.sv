// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Whether cells are over a threshold: the limit, and where it grows with the free cells the minimum and a share of these. The
// threshold itself is not made: what is compared is ready before the share is.
module viq_over #(
  parameter int CELL_W = 16
) (
  input  logic [CELL_W:0]   sum_i,
  input  logic [CELL_W-1:0] limit_i,
  input  logic [CELL_W-1:0] minimum_i,
  input  logic              grows_i,
  input  logic [CELL_W+6:0] share_i,
  output logic              over_o
);
  logic [CELL_W:0] beyond;
  assign beyond = sum_i > {1'b0, minimum_i} ? sum_i - {1'b0, minimum_i} : '0;
  assign over_o = sum_i > {1'b0, limit_i} || (grows_i && (CELL_W+7)'(beyond) > share_i);
endmodule

`default_nettype wire
