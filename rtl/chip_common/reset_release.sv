// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A reset that falls as soon as rst_ni does, and rises with the clock: behind the second edge that sees rst_ni high. running_o says
// the same to logic, from a register of its own: the net of the reset is long. Both have the same value in each cycle; running_q is
// written otherwise, and without released_q[1], so that synthesis does not make one of the two.
module reset_release (
  input  logic clk_i,
  input  logic rst_ni,
  output logic rst_no,
  output logic running_o
);
  logic [1:0] released_q;
  logic       running_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      released_q <= '0;
      running_q  <= 1'b0;
    end else begin
      released_q <= {released_q[0], 1'b1};
      running_q  <= running_q || released_q[0];
    end
  end
  assign rst_no    = released_q[1];
  assign running_o = running_q;
endmodule

`default_nettype wire
