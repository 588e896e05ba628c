// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What ITSY's causality unit keeps of one port: as an ingress its numbers, its own check and one that is forwarded through
// it; as an egress the check that was last seen there. A check is {S, P, Seq, TTL - 1}. See itsy_causality.md.
module itsy_port #(
  parameter int SWITCH_W = 14,
  parameter int PORT_W   = 6,
  parameter int SEQ_W    = 8,
  parameter int TTL_W    = 4
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  logic                                   clear_i,
  input  logic                                   life_over_i,
  input  logic                                   pauses_i,    // it begins to pause, or ends it
  input  logic                                   held_i,      // as an egress, from this cycle on
  input  logic                                   take_i,
  input  logic                                   completes_i, // what has it initiate, but for what waits for numbers
  input  logic [SEQ_W-1:0]                       seq_i,       // of the check that arrives
  input  logic [SWITCH_W+PORT_W+SEQ_W+TTL_W-1:0] check_i,     // which goes on, a hop less
  input  logic                                   marks_i,     // it goes on, and arrived here
  input  logic                                   forwards_i,  // it goes on over an edge to here
  input  logic [SWITCH_W+PORT_W+SEQ_W+TTL_W-1:0] sum_check_i, // which goes on behind a sum
  input  logic                                   sum_forwards_i,
  output logic                                   of_this_pause_o,
  output logic                                   seen_before_o,
  output logic                                   own_o,
  output logic                                   wants_o,
  output logic [SEQ_W-1:0]                       seq_o,
  output logic [SEQ_W-1:0]                       given_o,
  output logic [SEQ_W-2:0]                       taken_o,
  output logic [SWITCH_W+PORT_W+SEQ_W+TTL_W:0]   forwarded_o, // valid at the top, as the next
  output logic [SWITCH_W+PORT_W+SEQ_W+TTL_W:0]   seen_o
);
  localparam int CHECK_W = SWITCH_W + PORT_W + SEQ_W + TTL_W;

  logic [SEQ_W-1:0]   seq_q, given_q, given_now, age;
  logic [SEQ_W-2:0]   taken_q, taken_now;
  logic               wants_q, own_q, forwarded_valid_q, seen_valid_q;
  logic [CHECK_W-1:0] forwarded_q, seen_q;

  // Its own check has the latest number always, so that a bit says all of it.
  logic initiates, full;
  assign given_now = pauses_i ? '0 : given_q;
  assign taken_now = life_over_i ? '0 : taken_q;
  assign full      = &taken_now;
  assign initiates = completes_i || (wants_q && !pauses_i);  // in vain until the life is over

  // After 2^SEQ_W - 1 numbers in one pause any is of it.
  assign age             = seq_q - seq_i;
  assign of_this_pause_o = age < given_now || &given_now;

  assign seen_before_o = seen_valid_q && seen_q[CHECK_W-1:TTL_W] == check_i[CHECK_W-1:TTL_W] &&
                         seen_q[TTL_W-1:0] >= check_i[TTL_W-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seq_q             <= '0;
      given_q           <= '0;
      taken_q           <= '0;
      wants_q           <= 1'b0;
      own_q             <= 1'b0;
      forwarded_valid_q <= 1'b0;
      seen_valid_q      <= 1'b0;
      forwarded_q       <= '0;
      seen_q            <= '0;
    end else if (clear_i) begin  // Seq stays: numbers of before may be under way
      given_q           <= '0;
      taken_q           <= '0;
      wants_q           <= 1'b0;
      own_q             <= 1'b0;
      forwarded_valid_q <= 1'b0;
      seen_valid_q      <= 1'b0;
    end else begin
      given_q <= given_now;
      taken_q <= taken_now;
      wants_q <= initiates ? full : wants_q && !pauses_i;
      own_q   <= own_q && !pauses_i && !take_i;
      if (initiates && !full) begin
        seq_q   <= seq_q + 1'b1;
        given_q <= &given_now ? given_now : given_now + 1'b1;
        taken_q <= taken_now + 1'b1;
        own_q   <= 1'b1;
      end
      if (forwards_i) begin
        forwarded_valid_q <= 1'b1;
        forwarded_q       <= check_i;
      end else if (sum_forwards_i) begin
        forwarded_valid_q <= 1'b1;
        forwarded_q       <= sum_check_i;
      end else if (pauses_i || (take_i && !own_q)) begin
        forwarded_valid_q <= 1'b0;
      end
      if (marks_i) begin
        seen_valid_q <= 1'b1;
        seen_q       <= check_i;
      end else if (!held_i) begin
        seen_valid_q <= 1'b0;
      end
    end
  end

  assign own_o       = own_q;
  assign wants_o     = wants_q;
  assign seq_o       = seq_q;
  assign given_o     = given_q;
  assign taken_o     = taken_q;
  assign forwarded_o = {forwarded_valid_q, forwarded_valid_q ? forwarded_q : {CHECK_W{1'b0}}};
  assign seen_o      = {seen_valid_q, seen_valid_q ? seen_q : {CHECK_W{1'b0}}};
endmodule

`default_nettype wire
