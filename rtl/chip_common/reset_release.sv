// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A reset that falls as soon as rst_ni does, and rises with the clock: behind the second edge that sees rst_ni high.
module reset_release (
  input  logic clk_i,
  input  logic rst_ni,
  output logic rst_no
);
  logic [1:0] released_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) released_q <= '0;
    else released_q <= {released_q[0], 1'b1};
  end
  assign rst_no = released_q[1];
endmodule

`default_nettype wire
