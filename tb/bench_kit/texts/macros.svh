// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Pins and parameters of @BLOCK@ and of modules with its ports, made by weir @VERSION@.

`ifndef WEIR_@MACRO@_SVH
`define WEIR_@MACRO@_SVH

// Connects all but clk_i to an in_t and an out_t.
`define WEIR_@MACRO@_PINS(in, out) \
@PINS@

`define WEIR_@MACRO@_PARAMETERS \
@SETS@

`endif
