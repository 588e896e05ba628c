// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// linear_rate with what is proved of it, beside the exact quotient, and beside another of it that is asked for another room in the
// same cycles. Messages, ranges and resets come in any cycle, in the middle of a division, too. Numbers as in
// docs/reference/proofs.md.
module linear_rate_formal #(
  parameter int COUNTER_W     = 3,
  parameter int BLOCK_SHIFT   = 1,
  parameter int FACTOR_INT_W  = 3,
  parameter int FACTOR_FRAC_W = 2
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             message_i,
  input logic [COUNTER_W-1:0]             fccl_i,
  input logic [COUNTER_W-1:0]             fctbs_i,
  input logic [COUNTER_W-1:0]             other_fctbs_i,
  input logic [COUNTER_W+BLOCK_SHIFT-1:0] range_i
);
  localparam int ROOM_W   = COUNTER_W + BLOCK_SHIFT;
  localparam int FACTOR_W = FACTOR_INT_W + FACTOR_FRAC_W;
  localparam int STEPS    = ROOM_W + FACTOR_FRAC_W + 1;
  localparam int W        = ROOM_W + FACTOR_W + 2;
  localparam logic [COUNTER_W-1:0] HALF = {1'b1, {(COUNTER_W - 1){1'b0}}};
  localparam logic [FACTOR_W-1:0]  MOST = {FACTOR_W{1'b1}};

  logic                busy_o, valid_o, other_busy, other_valid;
  logic [FACTOR_W-1:0] factor_o, other_factor;
  linear_rate #(.COUNTER_W(COUNTER_W), .BLOCK_SHIFT(BLOCK_SHIFT), .FACTOR_INT_W(FACTOR_INT_W), .FACTOR_FRAC_W(FACTOR_FRAC_W)) i_dut (
    .clk_i, .rst_ni, .message_i, .fccl_i, .fctbs_i, .range_i, .busy_o, .valid_o, .factor_o
  );
  linear_rate #(.COUNTER_W(COUNTER_W), .BLOCK_SHIFT(BLOCK_SHIFT), .FACTOR_INT_W(FACTOR_INT_W), .FACTOR_FRAC_W(FACTOR_FRAC_W)) i_other (
    .clk_i, .rst_ni, .message_i, .fccl_i, .fctbs_i(other_fctbs_i), .range_i, .busy_o(other_busy), .valid_o(other_valid),
    .factor_o(other_factor)
  );
  (* hierconn *) wire [7:0] \i_dut.i_divider.steps_q ;
  (* hierconn *) wire [7:0] \i_other.i_divider.steps_q ;
  (* hierconn *) wire       \i_dut.due_q ;
  (* hierconn *) wire       \i_other.due_q ;

  function automatic logic [ROOM_W-1:0] room_of(input logic [COUNTER_W-1:0] credited, input logic [COUNTER_W-1:0] sent);
    logic [COUNTER_W-1:0] blocks;
    blocks  = credited - sent;
    room_of = blocks == '0 || blocks > HALF ? ROOM_W'(1) : ROOM_W'(blocks) << BLOCK_SHIFT;
  endfunction

  // Cycles since the message that is worked on; 0: none. What it asked for; and the last factor.
  logic [7:0]          age;
  logic [ROOM_W-1:0]   room, other_room, range;
  logic [FACTOR_W-1:0] last;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      age        <= '0;
      room       <= '0;
      other_room <= '0;
      range      <= '0;
      last       <= '0;
    end else begin
      if (message_i && (age == '0 || age == 8'(STEPS + 1))) begin
        age        <= 8'd1;
        room       <= room_of(fccl_i, fctbs_i);
        other_room <= room_of(fccl_i, other_fctbs_i);
        range      <= range_i;
      end else if (age != '0) begin
        age <= age == 8'(STEPS + 1) ? '0 : age + 1'b1;
      end
      if (valid_o) last <= factor_o;
    end
  end

  logic [W-1:0] short_of, times, times_less, times_most;
  assign short_of   = W'(range - room) << FACTOR_FRAC_W;
  assign times      = W'(factor_o) * W'(room);
  assign times_less = times - W'(room);
  assign times_most = W'(MOST) * W'(room);

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;
  always_comb begin
    if (!begun) assume (!rst_ni);
    assume (range_i != '0);
    if (begun && !rst_ni) begin
      r5_reset: assert (!busy_o && !valid_o && factor_o == '0);
    end else if (begun) begin
      // Never above the exact rate, and less than a step of the factor below it.
      if (valid_o && room >= range) r1_all: assert (factor_o == '0);
      if (valid_o && room < range && factor_o != MOST) r1_never_above: assert (times >= short_of && factor_o != '0);
      if (valid_o && room < range && factor_o != MOST) r1_by_a_step: assert (times_less < short_of);
      if (valid_o && room < range && factor_o == MOST) r1_lowest: assert (times_most < short_of + W'(room));
      // More room never makes it slower.
      if (valid_o && other_room >= room) r2_monotone: assert (other_valid && other_factor <= factor_o);
      // A message is taken unless one is worked on, and its factor comes in time, once, and stands.
      r3_busy: assert (busy_o == (age >= 8'd1 && age <= 8'(STEPS)) && other_busy == busy_o);
      r3_valid: assert (valid_o == (age == 8'(STEPS + 1)) && other_valid == valid_o);
      if (!busy_o && !valid_o) r3_stands: assert (factor_o == last);
      r3_steps: assert (age <= 8'(STEPS + 1) && \i_dut.due_q == (age != '0) && \i_other.due_q == \i_dut.due_q &&
                        \i_dut.i_divider.steps_q == (age == '0 ? 8'd0 : 8'(STEPS + 1) - age) &&
                        \i_other.i_divider.steps_q == \i_dut.i_divider.steps_q );
      // No rate is 0: none is below that of one byte of room.
      if (valid_o) r4_not_zero: assert (W'(factor_o) <= W'(range - 1'b1) << FACTOR_FRAC_W && room != '0);
    end
  end

  // Not empty: a factor that was rounded, one that does not fit, and one of a message that came with the last.
  always_comb begin
    if (begun && rst_ni) begin
      rounded: cover (valid_o && room < range && factor_o != MOST && times != short_of);
      lowest: cover (valid_o && factor_o == MOST && times_most < short_of);
    end
  end
endmodule

`default_nettype wire
