// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A quotient, a bit a cycle from the highest one on: the upper steps_i bits of the dividend, which is shifted out as the quotient is
// shifted in. Then over_o, and the quotient stands, to the nearest, halves upwards. The divisor is not 0.
module fera_divider #(
  parameter int N_W     = 60,
  parameter int D_W     = 24,
  parameter int COUNT_W = 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               load_i,
  input  logic [COUNT_W-1:0] steps_i,     // with load_i, as the dividend
  input  logic [N_W-1:0]     dividend_i,
  input  logic [D_W-1:0]     divisor_i,   // stands
  output logic               over_o,
  output logic [N_W:0]       quotient_o
);
  logic [N_W-1:0]     quotient_q;
  logic [D_W-1:0]     left_q, left_less;  // below the divisor
  logic [COUNT_W-1:0] steps_q;
  logic [D_W:0]       left, twice;
  logic               fits;

  assign left      = {left_q, quotient_q[N_W-1]};
  assign fits      = left >= {1'b0, divisor_i};
  assign left_less = left[D_W-1:0] - (fits ? divisor_i : '0);
  assign over_o    = steps_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      quotient_q <= '0;
      left_q     <= '0;
      steps_q    <= '0;
    end else if (load_i) begin
      quotient_q <= dividend_i;
      left_q     <= '0;
      steps_q    <= steps_i;
    end else if (!over_o) begin
      quotient_q <= {quotient_q[N_W-2:0], fits};
      left_q     <= left_less;
      steps_q    <= steps_q - 1'b1;
    end
  end

  assign twice      = {left_q, 1'b0};
  assign quotient_o = {1'b0, quotient_q} + (N_W + 1)'(twice >= {1'b0, divisor_i});
endmodule

`default_nettype wire
