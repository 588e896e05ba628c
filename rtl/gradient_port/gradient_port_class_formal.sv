// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of one class of GRADIENT of gradient_port. Events are those of the port; the counts beside them are of events alone.
module gradient_port_class_formal #(
  parameter int C         = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8
) (
  input logic                 clk_i,
  input logic                 start_i,
  input logic                 ready_i,
  input logic                 credited_i,        // of the class
  input logic                 wants_i,
  input logic [2:0]           wants_class_i,
  input logic [BLOCKS_W-1:0]  wants_blocks_i,
  input logic [COUNTER_W-1:0] wants_depth_i,
  input logic [COUNTER_W-1:0] stop_i,
  input logic                 takes_i,
  input logic                 heard_valid_i,
  input logic                 heard_credit_i,
  input logic [2:0]           heard_class_i,
  input logic [COUNTER_W-1:0] heard_fccl_i,
  input logic                 admitted_valid_i,
  input logic [2:0]           admitted_class_i,
  input logic [BLOCKS_W-1:0]  admitted_blocks_i,
  input logic                 taken_valid_i,
  input logic [2:0]           taken_class_i,
  input logic [BLOCKS_W-1:0]  taken_blocks_i,
  input logic                 released_valid_i,
  input logic [2:0]           released_class_i,
  input logic [BLOCKS_W-1:0]  released_blocks_i,
  input logic                 period_i,
  input logic                 mac_ready_i,
  input logic                 first_i,           // the lowest class whose message is due
  input logic                 tells_i,
  input logic [2:0]           mac_class_i,
  input logic [COUNTER_W-1:0] mac_fctbs_i,
  input logic [COUNTER_W-1:0] mac_fccl_i,
  input logic                 shown_i,
  input logic [COUNTER_W-1:0] shown_held_i,
  input logic [COUNTER_W-1:0] untaken_i,
  input logic [4*COUNTER_W:0] registers_i,       // due, sent, heard, untaken, freed
  input logic                 clocked_i          // of the class's bank
);
  logic [COUNTER_W-1:0] sent, heard, untaken, freed, held;
  logic                 due, wanted, clocked_q;
  logic [4*COUNTER_W:0] bank_q;
  assign held   = sent - heard;
  assign wanted = wants_i && wants_class_i == 3'(C);
  always_ff @(posedge clk_i) begin
    if (!ready_i) begin
      sent    <= '0;
      heard   <= '0;
      untaken <= '0;
      freed   <= '0;
      due     <= 1'b0;
    end else begin
      if (wanted && takes_i) sent <= sent + COUNTER_W'(wants_blocks_i);
      if (heard_valid_i && heard_credit_i && heard_class_i == 3'(C)) heard <= heard_fccl_i;
      untaken <= untaken + (admitted_valid_i && admitted_class_i == 3'(C) ? COUNTER_W'(admitted_blocks_i) : '0) -
                 (taken_valid_i && taken_class_i == 3'(C) ? COUNTER_W'(taken_blocks_i) : '0);
      if (released_valid_i && released_class_i == 3'(C)) freed <= freed + COUNTER_W'(released_blocks_i);
      if (tells_i && mac_ready_i && first_i) due <= 1'b0;
      if (period_i) due <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    clocked_q <= clocked_i || !ready_i;
    bank_q    <= registers_i;
  end

  always_comb begin
    if (!start_i) begin
      // g6: a packet is taken if and only if the rule lets it go, by the counts that the cycle began with.
      g6_judged: assert (!ready_i || !wanted ||
                         takes_i == (!credited_i || held < stop_i || wants_depth_i >= held));
      // g7: each event of the class counts once, and nothing else.
      g7_counts: assert (!ready_i || registers_i[4*COUNTER_W-1:0] == {sent, heard, untaken, freed});
      g7_untaken: assert (!ready_i || untaken_i == untaken);
      // g8: a message is due from the end of a period until it is told.
      g8_due: assert (!ready_i || registers_i[4*COUNTER_W] == due);
      // g9: what goes to the MAC is the message of the lowest class.
      g9_message: assert (!(tells_i && first_i) || (mac_class_i == 3'(C) && mac_fctbs_i == sent && mac_fccl_i == freed));
      g10_reset: assert (ready_i || registers_i == '0);
      g10_shown: assert (!ready_i || !shown_i || shown_held_i == held);
      // g11: the bank has a clock if and only if something of the class counts.
      g11_clock: assert (!ready_i || clocked_i == ((wanted && takes_i) || (heard_valid_i && heard_credit_i && heard_class_i == 3'(C)) ||
                         (admitted_valid_i && admitted_class_i == 3'(C)) || (taken_valid_i && taken_class_i == 3'(C)) ||
                         (released_valid_i && released_class_i == 3'(C)) || (tells_i && mac_ready_i && first_i) || period_i));
      g11_bank: assert (!ready_i || clocked_q || registers_i == bank_q);
    end
  end
endmodule

`default_nettype wire
