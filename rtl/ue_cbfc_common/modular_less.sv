// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Which of two counts modulo 2^WIDTH is ahead: `from` is less than `to` if `to` is 1 to 2^(WIDTH-1) - 1 steps ahead.
// Equal counts, and counts exactly half of the range apart, are not less in either direction.
module modular_less #(
  parameter int WIDTH = 20
) (
  input  logic [WIDTH-1:0] from_i,
  input  logic [WIDTH-1:0] to_i,
  output logic [WIDTH-1:0] difference_o,  // steps from `from` to `to`
  output logic             less_o
);
  if (WIDTH < 1) begin : g_parameters
    WIDTH_is_below_1 i_parameters ();
  end

  assign difference_o = to_i - from_i;
  assign less_o       = difference_o != '0 && !difference_o[WIDTH-1];
endmodule

`default_nettype wire
