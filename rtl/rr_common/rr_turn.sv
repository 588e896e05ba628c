// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Whose turn it is: of the inputs that ask, the first at or after first_i, in ascending order and from the last on to
// input 0. The round robin of rr_arbiter and islip.
module rr_turn #(
  parameter int INPUTS = 8
) (
  input  logic [INPUTS-1:0]         req_i,
  input  logic [$clog2(INPUTS)-1:0] first_i,
  output logic [INPUTS-1:0]         grant_o  // one bit; none if nobody asks
);
  logic [INPUTS-1:0] behind;
  assign behind  = req_i & ({INPUTS{1'b1}} << first_i);
  assign grant_o = behind != '0 ? behind & (~behind + 1'b1) : req_i & (~req_i + 1'b1);
endmodule

`default_nettype wire
