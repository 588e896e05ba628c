// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// t in 64ths of T, to the nearest, at least 1: seven steps of a division, whose quotient has no more bits. t <= T.
module fera_clock #(
  parameter int T_W = 20
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic           load_i,
  input  logic           step_i,
  input  logic [T_W-1:0] counted_i,   // t, with load_i
  input  logic [T_W-1:0] interval_i,  // T, stands
  output logic [6:0]     parts_o
);
  logic [T_W:0]   left_q;     // below 2 T
  logic [T_W-1:0] left_less;  // below T
  logic [6:0]     parts_q, parts;
  logic           fits;

  assign fits      = left_q >= {1'b0, interval_i};
  assign left_less = left_q[T_W-1:0] - (fits ? interval_i : '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q  <= '0;
      parts_q <= '0;
    end else if (load_i) begin
      left_q  <= {1'b0, counted_i};
      parts_q <= '0;
    end else if (step_i) begin
      left_q  <= {left_less, 1'b0};
      parts_q <= {parts_q[5:0], fits};
    end
  end

  assign parts   = parts_q + 7'(fits);
  assign parts_o = parts == '0 ? 7'd1 : parts;
endmodule

`default_nettype wire
