// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Self-checking bench of @BLOCK@, made by weir @VERSION@: plays stimulus.hex and compares with
// expected.hex, both in the working directory, and ends with "N passed, N failed", counting segments.
//
//   -DDUT=my_module      the module to check; @BLOCK@ when not given
//   -DNO_PARAMETERS      the module takes no parameters, for example a netlist
//
// A line of stimulus.hex is as many cycles with the same inputs as its first 32 bits say. A line of expected.hex has
// the steps of all outputs, then the outputs: those of the first cycle; each further one is a step on.
//
// When it runs: +long plays the long segments, too (they come last); +from=N and +to=N play some segments only, numbered
// from 0 as in manifest.json, where an N behind the last segment is the last; +stop ends at the first difference.
//
// Plain Verilog: simulated by Icarus Verilog and by Verilator --binary.

`timescale 1ps/1ps

`ifndef DUT
`define DUT @BLOCK@
`endif

module tb_@BLOCK@;
  localparam LINES    = @LINES@;
  localparam CYCLES   = @CYCLES@;
  localparam SEGMENTS = @SEGMENTS@;
  localparam SHORT    = @SHORT@;  // segments that are not long
  localparam REPORTS  = 10;  // mismatches of a segment that are printed

  reg  [@INPUT_BITS@-1:0] stimulus [0:LINES-1];
  reg  [@OUTPUT_BITS@-1:0] expected [0:LINES-1];
  integer line_of [0:SEGMENTS];
  integer first [0:SEGMENTS];
  reg  [@NAME_BITS@-1:0] name [0:SEGMENTS];

  reg clk_i;
@DECLARATIONS@
  `DUT
`ifndef NO_PARAMETERS
  #(@PARAMETERS@)
`endif
  dut (
@PINS@
  );

  reg [31:0] cycles, n;
  reg moves, none;
  integer line, start, segment, from, to, stop, wrong, reported, passed, failed;

  task end_segment;
    begin
      if (wrong == 0) begin
        passed = passed + 1;
      end else begin
        failed = failed + 1;
        $display("segment %0s: FAILED, %0d of %0d cycles differ", name[segment], wrong,
                 first[segment + 1] - first[segment]);
      end
      wrong    = 0;
      reported = 0;
    end
  endtask

  task report;
    begin
      $display("cycle %0d, segment %0s, cycle %0d of it:", start + n, name[segment], start + n - first[segment]);
@COMPARE@
@SHOW@
      reported = reported + 1;
      if (reported == REPORTS) $display("  further differences of this segment are counted only");
    end
  endtask

  initial begin
@TABLE@
    line_of[SEGMENTS] = LINES;
    first[SEGMENTS]   = CYCLES;
    name[SEGMENTS]    = 0;
    $readmemh("stimulus.hex", stimulus);
    $readmemh("expected.hex", expected);
    from = 0;
    to   = $test$plusargs("long") ? SEGMENTS - 1 : SHORT - 1;
    if ($value$plusargs("from=%d", from)) $display("from segment %0d", from);
    if ($value$plusargs("to=%d", to)) $display("to segment %0d", to);
    if (to >= SEGMENTS) to = SEGMENTS - 1;
    none = from < 0 || from > to;
    if (none) begin
      from = 0;
      to   = -1;
    end
    stop     = $test$plusargs("stop") ? 1 : 0;
    segment  = from;
    wrong    = 0;
    reported = 0;
    passed   = 0;
    failed   = 0;

    // A falling edge of the reset, and clock edges while it is low.
    clk_i = 0;
    rst_ni = 1;
    #@LOW@;
    {cycles, @INPUTS@} = stimulus[0];
    rst_ni = 0;
    #@HIGH@;
    clk_i = 1;
    #@HIGH@;
    clk_i = 0;

    start = first[from];
    for (line = line_of[from]; line < line_of[to + 1]; line = line + 1) begin
      if (line == line_of[segment + 1]) begin
        end_segment;
        segment = segment + 1;
      end
      {cycles, @INPUTS@} = stimulus[line];
      {@STEPS@, @EXPECTED@} = expected[line];
      moves = {@STEPS@} != 0;
      for (n = 0; n < cycles; n = n + 1) begin
        #@LOW@;
        if ({@OUTPUTS@} !== {@EXPECTED@}) begin
          wrong = wrong + 1;
          if (reported < REPORTS) report;
          if (stop != 0) begin
            line = LINES;
            n    = cycles - 1;
          end
        end
        clk_i = 1;
        #@HIGH@;
        clk_i = 0;
        if (moves) begin
@ADVANCE@        end
      end
      start = start + cycles;
    end
    end_segment;
    if (to + 1 < SEGMENTS && to + 1 == SHORT) $display("long segments that were not played (+long): %0d", SEGMENTS - SHORT);
    if (none) $display("no segment is played; there are segments 0 to %0d", SEGMENTS - 1);
    else $display("%0d passed, %0d failed", passed, failed);
    $finish;
  end
endmodule
