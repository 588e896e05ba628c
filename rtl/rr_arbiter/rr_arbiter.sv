// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A round-robin arbiter: of the inputs that ask, it grants the first at or after a pointer, which moves to one beyond the
// granted input when the grant is accepted. A lock keeps the grant at an input for as long as it asks. Decides in the
// cycle in which the inputs ask; the grant depends neither on its acceptance nor on the lock of the same cycle. See
// rr_arbiter.md.
module rr_arbiter #(
  parameter int INPUTS = 33,
  parameter int LOCK   = 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic [INPUTS-1:0]         req_i,
  input  logic                      accept_i,       // the grant of this cycle is accepted
  input  logic                      lock_i,         // the input granted in this cycle is granted in the next, if it asks
  output logic                      grant_valid_o,  // there is a grant
  output logic [INPUTS-1:0]         grant_o,        // one bit at most
  output logic [$clog2(INPUTS)-1:0] grant_index_o,  // of that bit; 0 without a grant
  output logic [$clog2(INPUTS)-1:0] pointer_o,
  output logic                      locked_o,
  output logic [$clog2(INPUTS)-1:0] owner_o         // the input of the last lock
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (INPUTS < 2 || INPUTS > 64) begin : g_inputs
    INPUTS_is_not_2_to_64 i_parameters ();
  end
  if (LOCK != 0 && LOCK != 1) begin : g_lock_parameter
    LOCK_is_not_0_or_1 i_parameters ();
  end

  localparam int INDEX_W = $clog2(INPUTS);
  localparam logic [INDEX_W-1:0] LAST = INDEX_W'(INPUTS - 1);

  logic [INDEX_W-1:0] pointer_q, pointer_d;
  logic               locked_q;
  logic [INDEX_W-1:0] owner_q;

  // The locked input, if it asks; else the next in turn.
  logic [INPUTS-1:0] kept, turn;
  assign kept = locked_q ? req_i & (INPUTS'(1) << owner_q) : '0;
  rr_turn #(.INPUTS(INPUTS)) i_turn (.req_i, .first_i(pointer_q), .grant_o(turn));
  assign grant_o = kept != '0 ? kept : turn;

  logic [INDEX_W-1:0] index;
  always_comb begin
    index = '0;
    for (int i = 1; i < INPUTS; i = i + 1) begin
      if (grant_o[i]) index = index | INDEX_W'(i);
    end
  end
  assign grant_index_o = index;
  assign grant_valid_o = req_i != '0;

  logic accepted;
  assign accepted  = accept_i && grant_valid_o;
  assign pointer_d = !accepted ? pointer_q : index == LAST ? '0 : index + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) pointer_q <= '0;
    else pointer_q <= pointer_d;
  end
  assign pointer_o = pointer_q;

  if (LOCK != 0) begin : g_lock
    logic               locked_d;
    logic [INDEX_W-1:0] owner_d;
    assign locked_d = lock_i && grant_valid_o;
    assign owner_d  = locked_d ? index : owner_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        locked_q <= 1'b0;
        owner_q  <= '0;
      end else begin
        locked_q <= locked_d;
        owner_q  <= owner_d;
      end
    end
  end else begin : g_no_lock
    logic unused;
    assign unused   = &{1'b0, lock_i};
    assign locked_q = 1'b0;
    assign owner_q  = '0;
  end
  assign locked_o = locked_q;
  assign owner_o  = owner_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : requests_known assert (^{req_i, accept_i, lock_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
