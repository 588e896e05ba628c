// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// iSLIP: matches inputs to outputs of a crossbar, all iterations in one cycle. In an iteration each output without a
// partner grants an input that asks for it and has none, and each input accepts one of its grants, both in turn from
// a pointer. Pointers move beyond the partner of the first iteration, when the matching is taken. See islip.md.
module islip #(
  parameter int INPUTS     = 8,
  parameter int ITERATIONS = 2
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic [INPUTS*INPUTS-1:0]         req_i,            // bit o * INPUTS + i: input i asks for output o
  input  logic                             take_i,           // the matching of this cycle is taken: pointers move
  output logic [INPUTS*INPUTS-1:0]         match_o,          // bit o * INPUTS + i: output o takes from input i
  output logic [INPUTS*$clog2(INPUTS)-1:0] grant_pointer_o,  // of each output, output 0 in the lowest bits
  output logic [INPUTS*$clog2(INPUTS)-1:0] accept_pointer_o  // of each input, likewise
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (INPUTS < 2 || INPUTS > 64) begin : g_inputs
    INPUTS_is_not_2_to_64 i_parameters ();
  end
  if (ITERATIONS < 1 || ITERATIONS > INPUTS) begin : g_iterations
    ITERATIONS_is_not_1_to_INPUTS i_parameters ();
  end

  localparam int PAIRS = INPUTS * INPUTS;
  localparam int W     = $clog2(INPUTS);

  for (genvar k = 0; k < ITERATIONS; k = k + 1) begin : g_iteration
    logic [PAIRS-1:0] asks, grants;     // by output: bit o * INPUTS + i
    logic [PAIRS-1:0] offers, accepts;  // by input: bit i * INPUTS + o
    logic [PAIRS-1:0] pairs, matched;   // by output, of this iteration and of all up to it

    if (k == 0) begin : g_first
      assign asks    = req_i;
      assign matched = pairs;
    end else begin : g_further
      logic [INPUTS-1:0] busy;  // inputs with a partner
      always_comb begin
        busy = '0;
        for (int o = 0; o < INPUTS; o = o + 1) begin
          busy = busy | g_iteration[k-1].matched[o*INPUTS+:INPUTS];
        end
      end
      for (genvar o = 0; o < INPUTS; o = o + 1) begin : g_open
        assign asks[o*INPUTS+:INPUTS] = g_iteration[k-1].matched[o*INPUTS+:INPUTS] != '0 ? '0 : req_i[o*INPUTS+:INPUTS] & ~busy;
      end
      assign matched = g_iteration[k-1].matched | pairs;
    end

    for (genvar o = 0; o < INPUTS; o = o + 1) begin : g_output
      rr_turn #(.INPUTS(INPUTS)) i_grant (
        .req_i(asks[o*INPUTS+:INPUTS]), .first_i(grant_pointer_o[o*W+:W]), .grant_o(grants[o*INPUTS+:INPUTS])
      );
    end
    for (genvar i = 0; i < INPUTS; i = i + 1) begin : g_input
      rr_turn #(.INPUTS(INPUTS)) i_accept (
        .req_i(offers[i*INPUTS+:INPUTS]), .first_i(accept_pointer_o[i*W+:W]), .grant_o(accepts[i*INPUTS+:INPUTS])
      );
      for (genvar o = 0; o < INPUTS; o = o + 1) begin : g_pair
        assign offers[i*INPUTS+o] = grants[o*INPUTS+i];
        assign pairs[o*INPUTS+i]  = accepts[i*INPUTS+o];
      end
    end
  end
  assign match_o = g_iteration[ITERATIONS-1].matched;

  // Pairs whose pointers move; by output, and by input.
  logic [PAIRS-1:0] moving, moving_by_input;
  assign moving = take_i ? g_iteration[0].pairs : '0;
  for (genvar n = 0; n < INPUTS; n = n + 1) begin : g_port
    for (genvar m = 0; m < INPUTS; m = m + 1) begin : g_partner
      assign moving_by_input[n*INPUTS+m] = moving[m*INPUTS+n];
    end
    islip_pointer #(.INPUTS(INPUTS)) i_grant_pointer (
      .clk_i, .rst_ni, .partner_i(moving[n*INPUTS+:INPUTS]), .pointer_o(grant_pointer_o[n*W+:W])
    );
    islip_pointer #(.INPUTS(INPUTS)) i_accept_pointer (
      .clk_i, .rst_ni, .partner_i(moving_by_input[n*INPUTS+:INPUTS]), .pointer_o(accept_pointer_o[n*W+:W])
    );
  end

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : requests_known assert (^{req_i, take_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
