// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Index of the highest bit that is set, 0 when none is: a tree of INDEX_W levels, each of which asks whether the upper
// half of what is left holds anything. Combinational. Without branches, which a simulator would mispredict.
module highest_set #(
  parameter int W       = 25,
  parameter int INDEX_W = 5  // 2^INDEX_W >= W
) (
  input  logic [W-1:0]       bits_i,
  output logic [INDEX_W-1:0] index_o
);
  logic [(1<<INDEX_W)-1:0] left;
  logic                    upper;

  always_comb begin
    left    = (1 << INDEX_W)'(bits_i);
    index_o = '0;
    upper   = 1'b0;
    for (int level = INDEX_W - 1; level >= 0; level = level - 1) begin
      upper   = (left >> (1 << level)) != 0;
      left    = upper ? left >> (1 << level) : left;
      index_o = index_o | (INDEX_W'(upper) << level);
    end
  end
endmodule

`default_nettype wire
