// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The rate of time-based GFC (SIGCOMM '19, section 5.2), R = C min(1, remaining/(Bm - B0)), as the factor (C - R)/R that the
// fixed-point limiter wants: (Bm - B0 - remaining)/remaining, rounded up, so that R is rounded down. One division a message, a
// bit a cycle. See linear_rate.md.
module linear_rate #(
  parameter int COUNTER_W     = 16,
  parameter int BLOCK_SHIFT   = 6,
  parameter int FACTOR_INT_W  = 26,
  parameter int FACTOR_FRAC_W = 16
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  message_i,  // unless busy_o
  input  logic [COUNTER_W-1:0]                  fccl_i,     // of the message
  input  logic [COUNTER_W-1:0]                  fctbs_i,    // of its arrival
  input  logic [COUNTER_W+BLOCK_SHIFT-1:0]      range_i,    // Bm - B0 in bytes, 1 or more
  output logic                                  busy_o,
  output logic                                  valid_o,    // in one cycle
  output logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] factor_o    // with valid_o and until the next message; else 0
);
  localparam int ROOM_W     = COUNTER_W + BLOCK_SHIFT;
  localparam int FACTOR_W   = FACTOR_INT_W + FACTOR_FRAC_W;
  localparam int DIVIDEND_W = ROOM_W + FACTOR_FRAC_W + 1;
  localparam int WIDE_W     = DIVIDEND_W + 1 > FACTOR_W ? DIVIDEND_W + 1 : FACTOR_W;
  localparam int COUNT_W    = 8;
  localparam logic [COUNT_W-1:0] STEPS = COUNT_W'(DIVIDEND_W);

  // Parameters that do not fit end elaboration: there is no such module.
  if (COUNTER_W < 2 || BLOCK_SHIFT < 1 || FACTOR_INT_W < 1 || FACTOR_FRAC_W < 1) begin : g_parameters
    A_width_is_too_small i_parameters ();
  end
  if (DIVIDEND_W >= (1 << COUNT_W)) begin : g_steps
    COUNT_W_does_not_hold_the_steps i_parameters ();
  end

  // More sent than credited is nothing remaining; and nothing counts as one byte, so that no rate is 0.
  logic [COUNTER_W-1:0] difference, remaining;
  logic [ROOM_W-1:0]    room, short_of;
  logic                 limits;
  assign difference = fccl_i - fctbs_i;
  assign remaining  = difference > {1'b1, {(COUNTER_W - 1){1'b0}}} ? '0 : difference;
  assign room       = remaining == '0 ? ROOM_W'(1) : {remaining, {BLOCK_SHIFT{1'b0}}};
  assign limits     = room < range_i;
  assign short_of   = range_i - room;

  // The divider rounds to the nearest, halves upwards: (2 a + b - 2)/(2 b) to the nearest is a/b rounded up.
  logic [DIVIDEND_W-1:0] twice, dividend;
  logic [DIVIDEND_W:0]   quotient;
  logic [COUNTER_W:0]    room_q;   // in blocks, and whether it is one byte instead
  logic [ROOM_W-1:0]     divisor;
  logic                  takes, over, due_q;
  assign twice    = {short_of, {FACTOR_FRAC_W{1'b0}}, 1'b0};
  assign dividend = limits ? twice + DIVIDEND_W'(room) - DIVIDEND_W'(2) : '0;
  assign takes    = message_i && !busy_o;
  assign divisor  = {room_q[COUNTER_W:1], BLOCK_SHIFT'(room_q[0])};
  fera_divider #(.N_W(DIVIDEND_W), .D_W(ROOM_W + 1), .COUNT_W(COUNT_W)) i_divider (
    .clk_i, .rst_ni, .load_i(takes), .steps_i(STEPS), .dividend_i(dividend), .divisor_i({divisor, 1'b0}), .over_o(over),
    .quotient_o(quotient)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      room_q <= (COUNTER_W + 1)'(1);
      due_q  <= 1'b0;
    end else begin
      if (takes) room_q <= {remaining, remaining == '0};
      due_q <= takes || (due_q && !over);
    end
  end

  // What R_r cannot express is its lowest rate.
  logic [WIDE_W:0] wide;
  assign wide     = (WIDE_W + 1)'(quotient);
  assign busy_o   = due_q && !over;
  assign valid_o  = due_q && over;
  assign factor_o = busy_o ? '0 : wide > (WIDE_W + 1)'({FACTOR_W{1'b1}}) ? '1 : wide[FACTOR_W-1:0];

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : message_known assert (^message_i !== 1'bx); end
      begin : limit_known assert (!message_i || ^{fccl_i, fctbs_i, range_i} !== 1'bx); end
      begin : range_is_some assert (!message_i || range_i != '0); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
