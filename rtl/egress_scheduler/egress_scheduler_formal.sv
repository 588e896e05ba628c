// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// egress_scheduler with what is proved of it, for any inputs in any cycle, settings included. No weight times quantum is above
// a limit, which is any. Numbers as in docs/reference/proofs.md.
module egress_scheduler_formal #(
  parameter int LEN_W    = 3,
  parameter int WEIGHT_W = 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic [7:0]            waiting_i,
  input logic [4*LEN_W-1:0]    lengths_0_3_i,
  input logic [4*LEN_W-1:0]    lengths_4_7_i,
  input logic [7:0]            blocked_i,
  input logic [7:0]            credit_i,
  input logic [7:0]            open_i,
  input logic [7:0]            port_open_i,
  input logic                  ready_i,
  input logic [7:0]            strict_i,
  input logic [8*WEIGHT_W-1:0] weights_i,
  input logic [LEN_W-1:0]      quantum_i
);
  localparam int W = LEN_W + WEIGHT_W;

  (* anyconst *) logic [W-1:0] limit;

  logic [7:0]     chosen_o;
  logic           grant_o;
  logic [2:0]     turn_o;
  logic [2*W-1:0] deficits_0_1_o, deficits_2_3_o, deficits_4_5_o, deficits_6_7_o;
  egress_scheduler #(.LEN_W(LEN_W), .WEIGHT_W(WEIGHT_W)) i_dut (.*);

  logic [8*W-1:0]     deficits;
  logic [8*LEN_W-1:0] lengths;
  assign deficits = {deficits_6_7_o, deficits_4_5_o, deficits_2_3_o, deficits_0_1_o};
  assign lengths  = {lengths_4_7_i, lengths_0_3_i};

  // By class, from class 0 up: whether it may go, and what is wrong with a choice.
  logic [7:0] may;
  logic       none_may, any_strict, two_chosen, above_chosen, between, fits_in_turn, turn_may;
  always_comb begin
    none_may     = 1'b1;
    any_strict   = 1'b0;
    two_chosen   = 1'b0;
    above_chosen = 1'b0;  // a strict class that may go above the one chosen
    for (int c = 0; c < 8; c = c + 1) begin
      may[c] = waiting_i[c] && !blocked_i[c] && credit_i[c] && open_i[c];
      if (may[c]) none_may = 1'b0;
      if (may[c] && strict_i[c]) any_strict = 1'b1;
      for (int d = 0; d < c; d = d + 1) begin
        if (chosen_o[c] && chosen_o[d]) two_chosen = 1'b1;
        if (may[c] && strict_i[c] && chosen_o[d]) above_chosen = 1'b1;
      end
    end
  end

  // The class in turn; and whether a class may go that comes before the chosen one, d classes behind the one in turn.
  logic [7:0] behind, behind_chosen;  // bit d: d + 1 classes behind the one in turn
  logic       passed_by;
  always_comb begin
    turn_may     = may[turn_o];
    fits_in_turn = W'(lengths[turn_o*LEN_W+:LEN_W]) <= deficits[turn_o*W+:W];
    between      = 1'b0;
    passed_by    = 1'b0;
    for (int d = 0; d < 8; d = d + 1) begin
      behind[d]        = may[3'(turn_o+3'(d+1))];
      behind_chosen[d] = chosen_o[3'(turn_o+3'(d+1))];
      if (behind_chosen[d] && between) passed_by = 1'b1;
      if (behind[d]) between = 1'b1;
    end
  end

  // What the next cycle is to show.
  logic           was;
  logic           bounded, beyond, dwrr_grant;
  logic [8*W-1:0] deficits_then, deficits_next;
  logic [2:0]     turn_then, next_turn;
  logic           enough;  // weights are at least 1, and no packet is longer than the quantum
  logic           clipped, clipped_then;
  logic [W-1:0]   have, length, product;
  assign dwrr_grant = grant_o && !any_strict;
  always_comb begin
    deficits_next = deficits;
    next_turn     = turn_o;
    enough        = 1'b1;
    clipped       = 1'b0;
    beyond        = 1'b0;
    bounded       = 1'b1;
    for (int c = 0; c < 8; c = c + 1) begin
      have    = deficits[c*W+:W];
      length  = W'(lengths[c*LEN_W+:LEN_W]);
      product = W'(weights_i[c*WEIGHT_W+:WEIGHT_W]) * W'(quantum_i);
      if (length > W'(quantum_i) || weights_i[c*WEIGHT_W+:WEIGHT_W] == '0) enough = 1'b0;
      if (product > limit) bounded = 1'b0;
      if (have > limit) beyond = 1'b1;
      if (dwrr_grant && chosen_o[c]) begin
        next_turn = 3'(c);
        if (have >= length) deficits_next[c*W+:W] = have - length;
        else if (have + product >= length) deficits_next[c*W+:W] = have + product - length;
        else begin
          deficits_next[c*W+:W] = '0;
          clipped      = 1'b1;
        end
      end else if (dwrr_grant && turn_o == 3'(c) && !waiting_i[c]) deficits_next[c*W+:W] = '0;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was           <= 1'b0;
      deficits_then <= '0;
      turn_then     <= '0;
      clipped_then  <= 1'b0;
    end else begin
      was           <= 1'b1;
      deficits_then <= deficits_next;
      turn_then     <= next_turn;
      clipped_then  <= clipped && enough;
    end
  end

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    assume (bounded);
    if (begun && !rst_ni) begin
      d7_reset: assert (turn_o == '0 && deficits == '0);
    end else if (begun) begin
      // No deficit is above the largest weight times quantum.
      d1_bound: assert (!beyond);
      // One class at most, and only one that may go; a packet starts only where the port is idle and its shaper allows it.
      d2_may: assert (!two_chosen && (chosen_o & ~may) == '0);
      if (grant_o) d2_grant: assert (ready_i && chosen_o != '0 && (chosen_o & ~port_open_i) == '0);
      // Work conserving: a class is chosen if one may go, and an idle port sends what is chosen and its shaper allows.
      d3_chosen: assert (none_may || chosen_o != '0);
      if (ready_i && (chosen_o & port_open_i) != '0) d3_grant: assert (grant_o);
      // Strict classes go first, the highest of them first.
      if (any_strict) d4_strict: assert ((chosen_o & ~strict_i) == '0 && !above_chosen);
      // The turn goes on while the packet fits, and passes to the next class that may go.
      if (!any_strict && turn_may && fits_in_turn) d5_goes_on: assert (chosen_o[turn_o]);
      if (!any_strict && !(turn_may && fits_in_turn)) d5_next: assert (!passed_by);
      // Each grant is charged, once; held classes and strict grants change no deficit; an empty class loses its own.
      if (was) d6_deficits: assert (deficits == deficits_then && turn_o == turn_then);
      if (was) d6_quantum: assert (!clipped_then);
    end
  end

  // Not empty: class 0, which was passed by in its turn, comes back to what it kept; a strict class interrupts its turn; its turn
  // begins anew; two classes have deficits.
  always_comb begin
    if (begun && rst_ni) begin
      comes_back: cover (dwrr_grant && chosen_o[0] && turn_o == 3'd1 && lengths[0+:LEN_W] != '0 &&
                         W'(lengths[0+:LEN_W]) <= deficits[0+:W]);
      interrupts: cover (grant_o && any_strict && chosen_o[1] && turn_o == '0 && deficits[0+:W] != '0);
      anew: cover (dwrr_grant && chosen_o[0] && turn_o == '0 && !fits_in_turn && deficits[0+:W] != '0);
      two_have: cover (deficits[0+:W] != '0 && deficits[7*W+:W] != '0);
    end
  end
endmodule

`default_nettype wire
