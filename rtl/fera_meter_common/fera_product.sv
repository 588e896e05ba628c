// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// above + b m, a bit of b a cycle, then shifted down a bit a cycle. Loaded, it takes B_W steps and the shifts; then over_o, and
// product_o stands. half_o and rest_o are of the bits that were shifted out: the highest, and any below it.
module fera_product #(
  parameter int B_W     = 47,
  parameter int M_W     = 24,
  parameter int COUNT_W = 8
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               load_i,
  input  logic [COUNT_W-1:0] steps_i,  // with load_i: B_W, or 0 for b itself, and the shifts
  input  logic [B_W-1:0]     b_i,
  input  logic [M_W-1:0]     above_i,
  input  logic [COUNT_W-1:0] shifts_i,  // stands, as m_i does
  input  logic [M_W-1:0]     m_i,
  output logic               over_o,
  output logic [B_W+M_W-1:0] product_o,
  output logic               half_o,
  output logic               rest_o
);
  logic [B_W+M_W-1:0] product_q;
  logic [COUNT_W-1:0] steps_q;
  logic               half_q, rest_q, adds;
  logic [M_W:0]       sum;

  assign over_o = steps_q == '0;
  assign adds   = steps_q > shifts_i;
  assign sum    = {1'b0, product_q[B_W +: M_W]} + (adds && product_q[0] ? {1'b0, m_i} : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      product_q <= '0;
      steps_q   <= '0;
      half_q    <= 1'b0;
      rest_q    <= 1'b0;
    end else if (load_i) begin
      product_q <= {above_i, b_i};
      steps_q   <= steps_i;
      half_q    <= 1'b0;
      rest_q    <= 1'b0;
    end else if (!over_o) begin
      product_q <= {sum, product_q[B_W-1:1]};
      steps_q   <= steps_q - 1'b1;
      half_q    <= !adds && product_q[0];
      rest_q    <= rest_q || half_q;
    end
  end

  assign product_o = product_q;
  assign half_o    = half_q;
  assign rest_o    = rest_q;
endmodule

`default_nettype wire
