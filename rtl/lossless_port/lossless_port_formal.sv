// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// lossless_port with what is proved of what it adds to its blocks, for any inputs in any cycle. Numbers as in
// docs/reference/proofs.md.
module lossless_port_formal #(
  parameter int PORT      = 11,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    port_pause_i,
  input logic                    resync_i,
  input logic [COUNTER_W-1:0]    buffer_i,
  input logic [7:0]              credited_i,
  input logic [7:0]              strict_i,
  input logic [63:0]             weights_i,
  input logic [13:0]             quantum_i,
  input logic [9:0]              step_i,
  input logic                    link_up_i,
  input logic [7:0]              period_i,
  input logic                    init_i,
  input logic                    admitted_valid_i,
  input logic [2:0]              admitted_class_i,
  input logic [24:0]             admitted_depth_i,
  input logic [BLOCKS_W-1:0]     admitted_blocks_i,
  input logic                    released_valid_i,
  input logic [2:0]              released_class_i,
  input logic [24:0]             released_depth_i,
  input logic [BLOCKS_W-1:0]     released_blocks_i,
  input logic [7:0]              above_i,
  input logic [7:0]              below_i,
  input logic [7:0]              waiting_i,
  input logic [55:0]             lengths_0_3_i,
  input logic [55:0]             lengths_4_7_i,
  input logic [4*BLOCKS_W-1:0]   head_blocks_0_3_i,
  input logic [4*BLOCKS_W-1:0]   head_blocks_4_7_i,
  input logic [7:0]              open_i,
  input logic [7:0]              port_open_i,
  input logic                    heard_valid_i,
  input logic                    heard_credit_i,
  input logic [31:0]             heard_head_i,
  input logic [63:0]             heard_times_0_3_i,
  input logic [63:0]             heard_times_4_7_i,
  input logic [2:0]              heard_class_i,
  input logic [COUNTER_W-1:0]    heard_fctbs_i,
  input logic [COUNTER_W-1:0]    heard_fccl_i,
  input logic                    sent_valid_i,
  input logic [2:0]              sent_class_i,
  input logic [BLOCKS_W-1:0]     sent_blocks_i,
  input logic                    mac_ready_i,
  input logic                    request_i,
  input logic                    write_i,
  input logic [17:0]             address_i,
  input logic [31:0]             data_i,
  input logic [3:0]              strobe_i,
  input logic [63:0]             value_i,
  input logic [7:0]              interrupt_status_set_i,
  input logic [7:0]              interrupt_status_level_i
);
  logic ready_o;
  logic [7:0] goes_o;
  logic mac_valid_o;
  logic [1:0] mac_kind_o;
  logic [2:0] mac_class_o;
  logic [31:0] mac_head_o;
  logic [63:0] mac_times_0_3_o;
  logic [63:0] mac_times_4_7_o;
  logic [COUNTER_W-1:0] mac_fctbs_o;
  logic [COUNTER_W-1:0] mac_fccl_o;
  logic [7:0] blocked_o;
  logic [7:0] credit_o;
  logic answers_o;
  logic error_o;
  logic [31:0] data_o;
  logic value_reads_o;
  logic [8:0] value_number_o;
  logic [47:0] port_mac_address_o;
  logic [13:0] port_max_frame_o;
  logic forwarding_route_port_o;
  logic interrupt_o;
  logic [10:0] clocks_o;
  lossless_port #(.PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_dut (.*);

  (* anyconst *) logic [2:0] c;  // any class

  // Edges that have seen a high reset since the last low one; what the cycle before had.
  logic [1:0] edges_q;
  logic       ran_q, asked_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      edges_q <= '0;
      ran_q   <= 1'b0;
      asked_q <= 1'b0;
    end else begin
      edges_q <= {edges_q[0], 1'b1};
      ran_q   <= ready_o;
      asked_q <= ready_o && request_i;
    end
  end

  logic start = 1'b1;
  always_ff @(posedge clk_i) start <= 1'b0;
  always_comb begin
    if (start) assume (!rst_ni);
  end

  logic taken, control;
  assign taken   = mac_valid_o && mac_ready_i;
  assign control = mac_kind_o != 2'd0;

  // A class that has an event in this cycle.
  logic counts;
  assign counts = (admitted_valid_i && admitted_class_i == c) || (released_valid_i && released_class_i == c) ||
                  (sent_valid_i && sent_class_i == c) || (heard_valid_i && heard_credit_i && heard_class_i == c) ||
                  period_i[c] || init_i || (taken && mac_kind_o == 2'd2 && mac_class_o == c);

  always_comb begin
    if (!start) begin
      // z1: the reset falls at once and is released by the second edge; until then nothing is offered, taken or clocked, and what
      // comes is lost.
      z1_release: assert (ready_o == edges_q[1]);
      z1_nothing: assert (ready_o || !(mac_valid_o || goes_o != '0 || clocks_o != '0 || answers_o || blocked_o != '0));
      z1_lost: assert (ran_q || !(answers_o || blocked_o != '0));
      // z2: a packet goes if the MAC takes one, of a class that waits, is not held, has credits and tokens.
      z2_may: assert (!goes_o[c] || (waiting_i[c] && !blocked_o[c] && credit_o[c] && open_i[c] && port_open_i[c]));
      z2_credit: assert (credited_i[c] || credit_o[c]);
      z2_taken: assert ((goes_o != '0) == (taken && mac_kind_o == 2'd0));
      z2_class: assert (!goes_o[c] || (mac_class_o == c && goes_o == 8'd1 << c));
      // z3: a MAC control frame goes before a credit message, that of the lowest class first; these before a packet.
      z3_kind: assert (mac_kind_o != 2'd3 && (mac_valid_o || mac_kind_o == 2'd0) && (mac_valid_o || mac_class_o == '0));
      z3_frame: assert ((mac_kind_o == 2'd1) == (ready_o && mac_head_o[7:0] != '0) || port_pause_i);
      z3_message: assert (mac_kind_o != 2'd2 || credited_i[mac_class_o]);
      z3_shown: assert (mac_kind_o == 2'd2 || (mac_fctbs_o == '0 && mac_fccl_o == '0));
      // z4: what counts is clocked, and nothing else.
      z4_credits: assert (clocks_o[4'd3 + c] == (ready_o && counts));
      z4_scheduler: assert (clocks_o[2] == (ready_o && mac_ready_i && !control && waiting_i != '0));
      z4_bank: assert (clocks_o[0] == (ready_o && (request_i || answers_o || interrupt_status_set_i != '0)));
      z4_engine: assert (clocks_o[1] || !(ready_o && ((heard_valid_i && !heard_credit_i) || (above_i | below_i) != '0 ||
                                                       (taken && mac_kind_o == 2'd1) || blocked_o != '0)));
      // z5: each request is answered in the next cycle.
      z5_answer: assert (answers_o == asked_q);
    end
  end
endmodule

`default_nettype wire
