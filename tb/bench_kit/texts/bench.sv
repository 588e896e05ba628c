// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays the inputs of vectors/stimulus.hex on @BLOCK@ beside its C++ model, made by weir @VERSION@. run.sh runs it.
//
//   -DDUT=my_module   the module to check; @BLOCK@ when not given
//   -DNO_PARAMETERS   the module takes no parameters, for example a netlist
//   +stimulus=FILE    another file of inputs
//   +long             the long segments, too

`timescale 1ps/1ps
`include "weir_@BLOCK@.svh"

`ifndef DUT
`define DUT @BLOCK@
`endif

module weir_@BLOCK@_bench;
  import weir_@BLOCK@_pkg::*;

  localparam int LINES = @LINES@;
  localparam int SHORT = @SHORT@;  // lines of segments that are not long

  logic clk_i = 0;
  logic plays = 0;
  in_t  in;
  out_t out;
  `DUT
`ifndef NO_PARAMETERS
  #(`WEIR_@MACRO@_PARAMETERS)
`endif
  dut (.clk_i(clk_i), `WEIR_@MACRO@_PINS(in, out));
  weir_@BLOCK@_monitor monitor (.clk_i(clk_i && plays), `WEIR_@MACRO@_PINS(in, out));

  logic [31+$bits(in_t):0] stimulus[LINES];  // how many cycles, inputs
  logic [31:0] cycles;
  int lines;
  string file;

  initial begin
    if (!$value$plusargs("stimulus=%s", file)) file = "vectors/stimulus.hex";
    $readmemh(file, stimulus);
    lines = $test$plusargs("long") != 0 ? LINES : SHORT;
    {cycles, in} = stimulus[0];
    // A falling edge of the reset, and a clock edge while it is low, before anything is compared.
    in.rst_ni = 1;
    #@LOW@;
    in.rst_ni = 0;
    #@HIGH@;
    clk_i = 1;
    #@HIGH@;
    clk_i = 0;
    plays = 1;
    for (int line = 0; line < lines; line = line + 1) begin
      {cycles, in} = stimulus[line];
      for (int n = 0; n < cycles; n = n + 1) begin
        #@LOW@;
        clk_i = 1;
        #@HIGH@;
        clk_i = 0;
      end
    end
    $display("@BLOCK@: %0d cycles, no difference", monitor.board.cycles);
    $finish;
  end
endmodule
