// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The pointer of an output or of an input: one beyond its last partner, 0 beyond the last port. Without a partner it
// stays.
module islip_pointer #(
  parameter int INPUTS = 8
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [INPUTS-1:0]         partner_i,  // one bit at most
  output logic [$clog2(INPUTS)-1:0] pointer_o
);
  localparam int W = $clog2(INPUTS);

  logic [W-1:0] pointer_q, pointer_d, beyond;
  always_comb begin
    beyond = '0;
    for (int i = 0; i < INPUTS - 1; i = i + 1) begin
      beyond = beyond | (W'(i + 1) & {W{partner_i[i]}});
    end
  end
  assign pointer_d = partner_i != '0 ? beyond : pointer_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_q <= '0;
    else pointer_q <= pointer_d;
  end
  assign pointer_o = pointer_q;
endmodule

`default_nettype wire
