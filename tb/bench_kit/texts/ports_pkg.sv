// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parameters and ports of @BLOCK@, made by weir @VERSION@ from the table of its ports. A cycle's inputs and outputs are
// a packed struct each, without clk_i.

package weir_@BLOCK@_pkg;
  // verilator lint_off UNUSEDPARAM
@PARAMETERS@  // verilator lint_on UNUSEDPARAM

  typedef struct packed {
@INPUTS@  } in_t;

  typedef struct packed {
@OUTPUTS@  } out_t;
endpackage
