// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The row of a VIQ: the numbers of its port and its class side by side. See partition_admission_memory.md.
module partition_viq #(
  parameter int PORTS   = 4,
  parameter int PORT_W  = 3,
  parameter int CLASSES = 8,
  parameter int VIQ_W   = 5
) (
  input  logic [PORT_W-1:0] port_i,
  input  logic [2:0]        class_i,
  output logic              known_o,  // there is this VIQ
  output logic [VIQ_W-1:0]  viq_o
);
  assign known_o = {1'b0, port_i} < (PORT_W+1)'(PORTS) && {1'b0, class_i} < 4'(CLASSES);
  assign viq_o   = VIQ_W'({port_i, class_i});
endmodule

`default_nettype wire
