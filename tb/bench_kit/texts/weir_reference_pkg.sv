// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The functions of weir/reference.h, from libweir_reference.so. The same in every kit: kits can stand in one bench.

`ifndef WEIR_REFERENCE_PKG
`define WEIR_REFERENCE_PKG

package weir_reference_pkg;
  localparam int INPUT = 0;
  localparam int OUTPUT = 1;

  import "DPI-C" function string weir_reference_error();
  import "DPI-C" function chandle weir_reference_new(input string block, input string parameters);
  import "DPI-C" function void weir_reference_delete(input chandle model);
  import "DPI-C" function longint unsigned weir_reference_ports(input chandle model, input int direction);
  import "DPI-C" function string weir_reference_port_name(input chandle model, input int direction,
                                                          input longint unsigned place);
  import "DPI-C" function int unsigned weir_reference_port_bits(input chandle model, input int direction,
                                                                input longint unsigned place);
  import "DPI-C" function int weir_reference_set(input chandle model, input longint unsigned place,
                                                 input longint unsigned value);
  import "DPI-C" function int weir_reference_step(input chandle model);
  import "DPI-C" function longint unsigned weir_reference_get(input chandle model, input longint unsigned place);
endpackage

`endif
