// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Words side by side, of which one at most is not 0, as one.
module register_or #(
  parameter int WORDS = 1,
  parameter int WIDTH = 32
) (
  input  logic [WORDS*WIDTH-1:0] words_i,
  output logic [WIDTH-1:0]       any_o
);
  always_comb begin
    any_o = '0;
    for (int w = 0; w < WORDS; w = w + 1) any_o = any_o | words_i[w*WIDTH+:WIDTH];
  end
endmodule

`default_nettype wire
