// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The packet that a port sends next: of eight classes the highest strict one that may go, else by deficit weighted round
// robin. The class in turn and the one behind it are judged side by side, so that the product of weight and quantum does not
// wait for the comparison of length and deficit. See egress_scheduler.md.
module egress_scheduler #(
  parameter int LEN_W    = 14,
  parameter int WEIGHT_W = 8
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic [7:0]                  waiting_i,       // a packet of the class waits
  input  logic [4*LEN_W-1:0]          lengths_0_3_i,   // of the packets that are next, class 0 in the lowest bits
  input  logic [4*LEN_W-1:0]          lengths_4_7_i,
  input  logic [7:0]                  blocked_i,       // flow control holds the class
  input  logic [7:0]                  credit_i,        // there are credits for its packet
  input  logic [7:0]                  open_i,          // the class's shaper lets its packet go
  input  logic [7:0]                  port_open_i,     // so does the port's
  input  logic                        ready_i,         // the port is idle
  input  logic [7:0]                  strict_i,        // setting: strict classes
  input  logic [8*WEIGHT_W-1:0]       weights_i,       // setting
  input  logic [LEN_W-1:0]            quantum_i,       // setting
  output logic [7:0]                  chosen_o,        // the class whose packet is next: one bit at most
  output logic                        grant_o,         // that packet starts
  output logic [2:0]                  turn_o,
  output logic [2*(LEN_W+WEIGHT_W)-1:0] deficits_0_1_o,
  output logic [2*(LEN_W+WEIGHT_W)-1:0] deficits_2_3_o,
  output logic [2*(LEN_W+WEIGHT_W)-1:0] deficits_4_5_o,
  output logic [2*(LEN_W+WEIGHT_W)-1:0] deficits_6_7_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (LEN_W < 1 || LEN_W > 16 || WEIGHT_W < 1 || WEIGHT_W > 8) begin : g_parameters
    LEN_W_is_not_1_to_16_or_WEIGHT_W_not_1_to_8 i_parameters ();
  end

  localparam int W = LEN_W + WEIGHT_W;

  logic [2:0]         turn_q, turn_d;
  logic [8*W-1:0]     deficits_q, deficits_d;
  logic [8*LEN_W-1:0] lengths;
  assign lengths = {lengths_4_7_i, lengths_0_3_i};

  // The classes that may go, and the highest strict one of them.
  logic [7:0] may, strict_may, highest;
  assign may        = waiting_i & ~blocked_i & credit_i & open_i;
  assign strict_may = may & strict_i;
  always_comb begin
    highest = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      if (strict_may[c]) highest = 8'd1 << c;
    end
  end

  // The class in turn, and the first that may go behind it.
  logic [7:0] in_turn, after;
  assign in_turn = 8'd1 << turn_q;
  rr_turn #(.INPUTS(8)) i_after (.req_i(may), .first_i(turn_q + 3'd1), .grant_o(after));

  // Of both the length and what is left, of the one behind its weight.
  logic [LEN_W-1:0]    turn_length, after_length;
  logic [W-1:0]        turn_deficit, after_deficit;
  logic [WEIGHT_W-1:0] after_weight;
  always_comb begin
    turn_length   = '0;
    turn_deficit  = '0;
    after_length  = '0;
    after_deficit = '0;
    after_weight  = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      if (in_turn[c]) begin
        turn_length  = turn_length | lengths[c*LEN_W+:LEN_W];
        turn_deficit = turn_deficit | deficits_q[c*W+:W];
      end
      if (after[c]) begin
        after_length  = after_length | lengths[c*LEN_W+:LEN_W];
        after_deficit = after_deficit | deficits_q[c*W+:W];
        after_weight  = after_weight | weights_i[c*WEIGHT_W+:WEIGHT_W];
      end
    end
  end

  // The turn goes on while the packet fits. The class behind has a new quantum, unless its packet fits what it has kept.
  logic         goes_on, refills;
  logic [W-1:0] turn_left, added, after_sum, after_left;
  assign goes_on    = (may & in_turn) != '0 && W'(turn_length) <= turn_deficit;
  assign turn_left  = turn_deficit - W'(turn_length);
  assign refills    = after_deficit < W'(after_length);
  assign added      = refills ? W'(after_weight) * W'(quantum_i) : '0;
  assign after_sum  = after_deficit + added;
  assign after_left = after_sum < W'(after_length) ? '0 : after_sum - W'(after_length);

  logic charged;
  assign chosen_o = strict_may != '0 ? highest : goes_on ? in_turn : after;
  assign grant_o  = ready_i && (chosen_o & port_open_i) != '0;
  assign charged  = grant_o && strict_may == '0;

  always_comb begin
    turn_d     = turn_q;
    deficits_d = deficits_q;
    for (int c = 0; c < 8; c = c + 1) begin
      if (charged && chosen_o[c]) begin
        turn_d             = 3'(c);
        deficits_d[c*W+:W] = goes_on ? turn_left : after_left;
      end else if (charged && in_turn[c] && !waiting_i[c]) begin
        deficits_d[c*W+:W] = '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q     <= '0;
      deficits_q <= '0;
    end else begin
      turn_q     <= turn_d;
      deficits_q <= deficits_d;
    end
  end

  assign turn_o         = turn_q;
  assign deficits_0_1_o = deficits_q[0*W+:2*W];
  assign deficits_2_3_o = deficits_q[2*W+:2*W];
  assign deficits_4_5_o = deficits_q[4*W+:2*W];
  assign deficits_6_7_o = deficits_q[6*W+:2*W];

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : classes_known assert (^{waiting_i, blocked_i, credit_i, open_i, port_open_i, ready_i} !== 1'bx); end
      begin : settings_known assert (^{strict_i, weights_i, quantum_i} !== 1'bx); end
      // Rules for software.
      begin : weight_is_some assert (!charged || goes_on || after_weight != '0) else $warning("a class has no weight in its turn"); end
      begin : quantum_is_a_packet assert (!charged || (goes_on ? turn_length : after_length) <= quantum_i)
        else $warning("a packet is longer than the quantum"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
