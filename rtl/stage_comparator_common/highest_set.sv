// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Index of the highest bit that is set, 0 when none is: a tree of INDEX_W levels, each of which asks whether the upper
// half of what is left holds anything. Combinational.
module highest_set #(
  parameter W       = 25,
  parameter INDEX_W = 5  // 2^INDEX_W >= W
) (
  input  logic [W-1:0]       bits_i,
  output logic [INDEX_W-1:0] index_o
);
  logic [(1<<INDEX_W)-1:0] left;

  always_comb begin
    left    = (1 << INDEX_W)'(bits_i);
    index_o = '0;
    for (int level = INDEX_W - 1; level >= 0; level = level - 1) begin
      if ((left >> (1 << level)) != 0) begin
        left    = left >> (1 << level);
        index_o = index_o | (INDEX_W'(1) << level);
      end
    end
  end
endmodule
