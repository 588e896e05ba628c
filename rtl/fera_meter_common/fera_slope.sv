// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// f(q) of FERA, linear: 1 less what gain and |q - Q_eq| make, or more below Q_eq; at least `least`, and below 8.
module fera_slope #(
  parameter int F_W = 14,
  parameter int P_W = 71
) (
  input  logic           above_i,    // q > Q_eq
  input  logic [P_W-1:0] product_i,  // gain |q - Q_eq|, shifted down to F_W bits below one
  input  logic           half_i,     // of what was shifted out
  input  logic           rest_i,
  input  logic [F_W:0]   least_i,    // c
  output logic [F_W+2:0] f_o
);
  localparam logic [F_W+2:0] ONE  = (F_W + 3)'(1) << F_W;
  localparam logic [F_W+2:0] MOST = {(F_W + 3){1'b1}};

  // Halves upwards: of what is taken off, downwards.
  logic [P_W-1:0] rounded;
  logic [F_W+2:0] change, f;
  logic [F_W+3:0] sum;
  assign rounded = product_i + P_W'(half_i && (!above_i || rest_i));
  assign change  = |rounded[P_W-1:F_W+3] ? MOST : rounded[F_W+2:0];
  assign sum     = {1'b0, ONE} + {1'b0, change};
  assign f       = !above_i ? (sum[F_W+3] ? MOST : sum[F_W+2:0]) : change >= ONE ? '0 : ONE - change;
  assign f_o     = f < {2'b00, least_i} ? {2'b00, least_i} : f;
endmodule

`default_nettype wire
