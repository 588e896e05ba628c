// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_slope with what is proved of it: twice, of one c, for a depth and for one that is no less. Depths are told by how far they are
// from Q_eq, and so by products. Numbers as in docs/reference/proofs.md.
module fera_slope_formal #(
  parameter int F_W = 14,
  parameter int P_W = 71
) (
  input logic           above_i,
  input logic [P_W-1:0] product_i,
  input logic           half_i,
  input logic           rest_i,
  input logic           above_2_i,    // of the other depth
  input logic [P_W-1:0] product_2_i,
  input logic           half_2_i,
  input logic           rest_2_i,
  input logic [F_W:0]   least_i
);
  logic [F_W+2:0] f_o, f_2;
  fera_slope #(.F_W(F_W), .P_W(P_W)) i_dut (.above_i, .product_i, .half_i, .rest_i, .least_i, .f_o);
  fera_slope #(.F_W(F_W), .P_W(P_W)) i_other (.above_i(above_2_i), .product_i(product_2_i), .half_i(half_2_i),
                                              .rest_i(rest_2_i), .least_i, .f_o(f_2));

  // In quarters of a unit: a half, and any rest, which is more than nothing and less than a half.
  localparam int W = P_W + 3;
  localparam logic [W-1:0] ONE = W'(4) << F_W;
  logic [W-1:0] change, change_2, f, shifted;
  assign change   = W'({product_i, half_i, rest_i});
  assign change_2 = W'({product_2_i, half_2_i, rest_2_i});
  assign f        = W'({f_o, 2'b00});
  // f + change above Q_eq, and 1 + change below it: both sides of what f has to be.
  assign shifted  = above_i ? f + change : f;

  // Whether the other depth is no less.
  logic deeper;
  assign deeper = above_i ? above_2_i && change_2 >= change : above_2_i || change_2 <= change;

  always_comb begin
    // A product is shifted down by Q_W or more.
    assume (!product_i[P_W-1] && !product_2_i[P_W-1]);
    assume (least_i <= {1'b1, {F_W{1'b0}}});  // c, at most 1
    f12_least: assert (f_o >= {2'b00, least_i});
    if (above_i) f12_at_most_1: assert (f <= ONE);
    if (!above_i) f12_at_least_1: assert (f >= ONE);
    // Within half a unit, halves upwards, where no bound holds it.
    if (above_i && f_o > {2'b00, least_i}) f12_above: assert (shifted > ONE - 2 && shifted <= ONE + 2);
    if (!above_i && !(&f_o)) f12_below: assert (shifted + 2 > ONE + change && shifted <= ONE + change + 2);
    // And a bound holds it where f would be beyond it.
    if (above_i && f_o == {2'b00, least_i}) f12_held: assert (shifted + 2 > ONE);
    if (!above_i && &f_o) f12_ends: assert (shifted <= ONE + change + 2);
    // A deeper queue never has a higher f.
    if (deeper) f12_monotone: assert (f_2 <= f_o);
  end
endmodule

`default_nettype wire
