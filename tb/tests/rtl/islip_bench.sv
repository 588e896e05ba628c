// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Plays stimulus.txt on islip, a line of bits a cycle (rst_ni, take_i, req_i), and prints the outputs of each cycle.
module islip_bench;
  parameter INPUTS     = 4;
  parameter ITERATIONS = 2;
  parameter CYCLES     = 1;

  localparam PAIRS    = INPUTS * INPUTS;
  localparam POINTERS = INPUTS * $clog2(INPUTS);

  reg  [PAIRS+1:0]    stimulus [0:CYCLES-1];
  reg                 clk, rst_n, take;
  reg  [PAIRS-1:0]    req;
  wire [PAIRS-1:0]    matching;
  wire [POINTERS-1:0] grant_pointers, accept_pointers;
  islip #(.INPUTS(INPUTS), .ITERATIONS(ITERATIONS)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .req_i(req), .take_i(take), .match_o(matching), .grant_pointer_o(grant_pointers),
    .accept_pointer_o(accept_pointers)
  );

  integer n;
  initial begin
    $readmemb("stimulus.txt", stimulus);
    clk = 0;
    rst_n = 1;
    #1;
    for (n = 0; n < CYCLES; n = n + 1) begin
      {rst_n, take, req} = stimulus[n];
      #1;
      $display("%b %b %b", matching, grant_pointers, accept_pointers);
      clk = 1;
      #1;
      clk = 0;
    end
    $finish;
  end
endmodule
