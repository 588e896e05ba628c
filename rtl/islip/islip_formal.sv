// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// An islip with what is proved of it; of ports, for an arbitrary one, who_i, and so for each. The rule is stated a second
// time, by who stands before whom in turn. Requests, taking and resets come as they like. Numbers as in
// docs/reference/proofs.md.
module islip_formal #(
  parameter int INPUTS     = 4,
  parameter int ITERATIONS = 2
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic [INPUTS*INPUTS-1:0]  req_i,
  input logic                      take_i,
  input logic [$clog2(INPUTS)-1:0] who_i
);
  localparam int PAIRS = INPUTS * INPUTS;
  localparam int W     = $clog2(INPUTS);
  localparam logic [W:0] N = (W + 1)'(INPUTS);

  logic [PAIRS-1:0]    matching;
  logic [INPUTS*W-1:0] grant_pointers, accept_pointers;
  islip #(.INPUTS(INPUTS), .ITERATIONS(ITERATIONS)) i_dut (
    .clk_i, .rst_ni, .req_i, .take_i, .match_o(matching), .grant_pointer_o(grant_pointers), .accept_pointer_o(accept_pointers)
  );

  // Whether a stands before b in turn from a pointer.
  function automatic logic before(input logic [W-1:0] a, input logic [W-1:0] b, input logic [W-1:0] from);
    before = (a >= from) == (b >= from) ? a < b : a >= from;
  endfunction

  // The rule: what each output grants, what each input accepts, iteration by iteration.
  logic [PAIRS-1:0] wanted, first, may, grants, accepts;
  always_comb begin
    wanted = '0;
    first  = '0;
    for (int k = 0; k < ITERATIONS; k = k + 1) begin
      may = req_i;
      for (int o = 0; o < INPUTS; o = o + 1) begin
        for (int i = 0; i < INPUTS; i = i + 1) begin
          for (int n = 0; n < INPUTS; n = n + 1) begin
            if (wanted[o*INPUTS+n] || wanted[n*INPUTS+i]) may[o*INPUTS+i] = 1'b0;
          end
        end
      end
      grants = may;
      for (int o = 0; o < INPUTS; o = o + 1) begin
        for (int i = 0; i < INPUTS; i = i + 1) begin
          for (int n = 0; n < INPUTS; n = n + 1) begin
            if (may[o*INPUTS+n] && n != i && before(W'(n), W'(i), grant_pointers[o*W+:W])) grants[o*INPUTS+i] = 1'b0;
          end
        end
      end
      accepts = grants;
      for (int o = 0; o < INPUTS; o = o + 1) begin
        for (int i = 0; i < INPUTS; i = i + 1) begin
          for (int n = 0; n < INPUTS; n = n + 1) begin
            if (grants[n*INPUTS+i] && n != o && before(W'(n), W'(o), accept_pointers[i*W+:W])) accepts[o*INPUTS+i] = 1'b0;
          end
        end
      end
      if (k == 0) first = accepts;
      wanted = wanted | accepts;
    end
  end

  // Of the matching: the pairs; whether a request is left between two ports without a partner; partners of who.
  logic [W:0]        pairs;
  logic              maximal;
  logic [INPUTS-1:0] inputs, outputs, of_output, of_input;
  always_comb begin
    pairs   = '0;
    inputs  = '0;
    outputs = '0;
    for (int o = 0; o < INPUTS; o = o + 1) begin
      for (int i = 0; i < INPUTS; i = i + 1) begin
        if (matching[o*INPUTS+i]) begin
          inputs[i]  = 1'b1;
          outputs[o] = 1'b1;
        end
      end
      pairs = pairs + {{W{1'b0}}, outputs[o]};
    end
    maximal = 1'b1;
    for (int o = 0; o < INPUTS; o = o + 1) begin
      if (!outputs[o] && (req_i[o*INPUTS+:INPUTS] & ~inputs) != '0) maximal = 1'b0;
    end
  end

  logic [W-1:0]      who, grant_pointer, accept_pointer;
  logic [INPUTS-1:0] first_of_output, first_of_input;
  always_comb begin
    for (int n = 0; n < INPUTS; n = n + 1) begin
      of_output[n]       = matching[who*INPUTS+n];
      of_input[n]        = matching[n*INPUTS+who];
      first_of_output[n] = first[who*INPUTS+n];
      first_of_input[n]  = first[n*INPUTS+who];
    end
  end
  assign grant_pointer  = grant_pointers[who*W+:W];
  assign accept_pointer = accept_pointers[who*W+:W];

  // The pointers of who, by what was accepted in first iterations and taken, alone.
  function automatic logic [W-1:0] moved(input logic [W-1:0] from, input logic [INPUTS-1:0] partner);
    moved = from;
    for (int n = 0; n < INPUTS; n = n + 1) begin
      if (partner[n]) moved = n == INPUTS - 1 ? '0 : W'(n + 1);
    end
  endfunction
  logic [W-1:0] grant_turn, accept_turn;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      grant_turn  <= '0;
      accept_turn <= '0;
    end else if (take_i) begin
      grant_turn  <= moved(grant_turn, first_of_output);
      accept_turn <= moved(accept_turn, first_of_input);
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
    if (begun) x7_who: assert (who < N);
    if (begun && !rst_ni) begin
      x7_reset: assert (grant_pointers == '0 && accept_pointers == '0);
    end else if (begun) begin
      // For the induction.
      x7_ranges: assert (grant_pointer < N && accept_pointer < N);
      // No pair without a request; at most one of an output and one of an input.
      x1_asked: assert ((matching & ~req_i) == '0);
      x2_output: assert ((of_output & (of_output - 1'b1)) == '0);
      x2_input: assert ((of_input & (of_input - 1'b1)) == '0);
      // By the rule, whether it is taken or not.
      x3_rule: assert (matching == wanted);
      // Whoever asks, there is a pair; as many as there are iterations, or no request between two without a partner.
      x4_some: assert ((matching != '0) == (req_i != '0));
      x5_maximal: assert (maximal || pairs >= (W + 1)'(ITERATIONS));
      // Pointers move by acceptance in the first iteration alone, when the matching is taken.
      x6_grant: assert (grant_pointer == grant_turn);
      x6_accept: assert (accept_pointer == accept_turn);
    end
    full: cover (begun && rst_ni && pairs == N && matching != first);
    not_maximal: cover (begun && rst_ni && !maximal);
    moved_apart: cover (begun && rst_ni && grant_pointer != accept_pointer && grant_pointer != '0 && accept_pointer != '0);
  end
endmodule

`default_nettype wire
