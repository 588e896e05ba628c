// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A row as it stands: as it was read, unless it was written in the cycle in which it was read. See viq_admission.md.
module viq_bypass #(
  parameter int VIQ_W = 5,
  parameter int ROW_W = 32
) (
  input  logic [VIQ_W-1:0] viq_i,
  input  logic [ROW_W-1:0] row_i,
  input  logic             wrote_a_i,
  input  logic [VIQ_W-1:0] wrote_a_viq_i,
  input  logic [ROW_W-1:0] wrote_a_row_i,
  input  logic             wrote_d_i,
  input  logic [VIQ_W-1:0] wrote_d_viq_i,
  input  logic [ROW_W-1:0] wrote_d_row_i,
  output logic [ROW_W-1:0] row_o
);
  logic of_a, of_d;
  assign of_a  = wrote_a_i && wrote_a_viq_i == viq_i;
  assign of_d  = wrote_d_i && wrote_d_viq_i == viq_i;
  assign row_o = of_a ? wrote_a_row_i : of_d ? wrote_d_row_i : row_i;
endmodule

`default_nettype wire
