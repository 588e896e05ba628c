// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays stimulus.txt, a line of bits a cycle (reset, inputs of the first copy, of the second, of the third), on three copies of a
// block, and prints the outputs of each cycle before its edge. Made and read by contract_test.py.
`timescale 1ns/1ns

module contract_bench;
  reg  [@LINE_BITS@-1:0] stimulus [0:@CYCLES@-1];
  reg                    clk, rst_n;
  reg  [@IN_BITS@-1:0]   one_in, other_in, x_in;
  wire [@OUT_BITS@-1:0]  one_out, other_out, x_out;
@COPIES@

  integer n;
  initial begin
    $readmemb("stimulus.txt", stimulus);
    clk = 0;
    {rst_n, one_in, other_in, x_in} = stimulus[0];
    rst_n = 1;
    #1;
    for (n = 0; n < @CYCLES@; n = n + 1) begin
      {rst_n, one_in, other_in, x_in} = stimulus[n];
      #1 $display("%b %b %b", one_out, other_out, x_out);
      clk = 1;
      #1 clk = 0;
    end
    $finish;
  end
endmodule
