// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// An rr_arbiter with what is proved of it, for one arbitrary input, who_i, and so for each. Its distance from the pointer
// is the number of inputs before it in turn. Everything comes as it likes, in one cycle, too. Numbers as in
// docs/reference/proofs.md.
module rr_arbiter_formal #(
  parameter int INPUTS = 33,
  parameter int LOCK   = 1
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic [INPUTS-1:0]         req_i,
  input logic                      accept_i,
  input logic                      lock_i,
  input logic [$clog2(INPUTS)-1:0] who_i
);
  localparam int W = $clog2(INPUTS);
  localparam logic [W:0] N = (W + 1)'(INPUTS);

  logic              grant_valid, locked;
  logic [INPUTS-1:0] grant;
  logic [W-1:0]      grant_index, pointer, owner;
  rr_arbiter #(.INPUTS(INPUTS), .LOCK(LOCK)) i_dut (
    .clk_i, .rst_ni, .req_i, .accept_i, .lock_i, .grant_valid_o(grant_valid), .grant_o(grant), .grant_index_o(grant_index),
    .pointer_o(pointer), .locked_o(locked), .owner_o(owner)
  );

  logic [W-1:0] who;
  logic         asks, granted;
  assign asks    = req_i[who];
  assign granted = grant[who];

  // Of events alone: whether the cycle before ended with a lock, and whose; the pointer by the last grant accepted.
  logic         was_locked, keeps;
  logic [W-1:0] was_owner, turn;
  assign keeps = was_locked && req_i[was_owner];

  // Inputs before this one in turn.
  logic [W:0] who_from, index_from, owner_from;
  assign who_from   = who >= pointer ? who - pointer : who + N - pointer;
  assign index_from = grant_index >= pointer ? grant_index - pointer : grant_index + N - pointer;
  assign owner_from = was_owner >= pointer ? was_owner - pointer : was_owner + N - pointer;

  // A turn is a grant that is not kept from the cycle before, together with the cycles for which a lock keeps it. It counts
  // against a request of `who` that stood when it began, once a grant of it is accepted.
  logic       stood, counts, counted;  // the request stood in the cycle before; of the turn that a lock holds
  logic [W:0] waited;                  // turns of others that counted since the request came
  logic       counts_now, counted_now, adds;
  assign counts_now  = keeps ? counts && stood : 1'b1;
  assign counted_now = keeps && counted;
  assign adds        = asks && !granted && accept_i && grant_valid && counts_now && !counted_now;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was_locked <= 1'b0;
      was_owner  <= '0;
      turn       <= '0;
      stood      <= 1'b0;
      counts     <= 1'b0;
      counted    <= 1'b0;
      waited     <= '0;
    end else begin
      was_locked <= LOCK != 0 && lock_i && req_i != '0;
      if (LOCK != 0 && lock_i && req_i != '0) was_owner <= grant_index;
      if (accept_i && req_i != '0) turn <= grant_index == W'(INPUTS - 1) ? '0 : grant_index + 1'b1;
      stood      <= asks && !(granted && accept_i);
      counts     <= keeps ? counts && stood && asks : asks && !granted;
      counted    <= counted_now || (accept_i && grant_valid);
      waited     <= !asks || (granted && accept_i) ? '0 : adds ? (stood ? waited : '0) + 1'b1 : stood ? waited : '0;
    end
  end

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begin
    begun <= 1'b1;
    who   <= begun ? who : who_i;
  end

  always_comb begin
    if (!begun) assume (!rst_ni);
    if (!begun) assume (who_i < N);
    if (begun) a7_who: assert (who < N);
    if (begun && !rst_ni) begin
      a7_reset: assert (pointer == '0 && !locked && owner == '0);
    end else if (begun) begin
      // For the induction.
      a7_ranges: assert (pointer < N && owner < N && (LOCK != 0 || !locked));
      // No grant without a request, one at most, and index and flag are those of the grant.
      a1_one: assert ((grant & (grant - 1'b1)) == '0 && (grant & ~req_i) == '0);
      a1_index: assert (granted == (grant_valid && grant_index == who));
      // Whenever somebody asks there is a grant.
      a2_some: assert (grant_valid == (req_i != '0) && (grant != '0) == grant_valid && (grant_valid || grant_index == '0));
      // The locked input is granted while it asks.
      a4_lock: assert (locked == was_locked && owner == was_owner);
      if (keeps) a4_keeps: assert (grant_index == was_owner);
      // Otherwise nobody who asks is before the input granted.
      if (asks && !keeps) a3_turn: assert (grant_valid && index_from <= who_from);
      // The pointer is behind the input of the last grant accepted.
      a5_pointer: assert (pointer == turn);
      // A standing request waits for less than INPUTS turns of others.
      a6_lock: assert (!(was_locked && counted) || pointer == (was_owner == W'(INPUTS - 1) ? '0 : was_owner + 1'b1));
      if (stood && was_locked && counts && !counted) a6_before: assert (owner_from < who_from);
      if (stood && was_locked && !counts && was_owner != who) a6_new: assert (waited == '0);
      a6_bound: assert (!stood || (was_locked && !counts && was_owner != who ? waited == '0 : {1'b0, waited} + {1'b0, who_from} < {1'b0, N}));
      if (stood) a6_wait: assert (waited < N);
    end
    whole_round: cover (begun && rst_ni && asks && granted && waited == N - 1'b1);
    passed_over: cover (begun && rst_ni && keeps && asks && !granted && accept_i && pointer == who);
    broken: cover (begun && rst_ni && was_locked && !keeps && granted);
  end
endmodule

`default_nettype wire
