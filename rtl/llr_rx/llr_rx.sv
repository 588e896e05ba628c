// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The receiver of Ultra Ethernet's link-level retry (LLR) of one port: accepts eligible frames in the order of their
// numbers, each once, and says by ordered sets up to which number it has come. One frame and one LLR_INIT a cycle, each
// judged in the cycle in which it comes. See llr_rx.md.
module llr_rx #(
  parameter int SEQ_W  = 20,
  parameter int DATA_W = 16
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              llr_mode_local_i,  // this end takes part
  input  logic              bad_frame_any_i,   // a bad frame is answered by a NACK whatever its number
  input  logic              dup_silent_i,      // a duplicate does not end the silence after a NACK
  input  logic              idle_ack_i,        // an ACK without news
  input  logic              nack_take_i,       // the set leaves
  input  logic              echo_take_i,
  input  logic              ack_take_i,
  input  logic              frame_i,           // the last bit of an eligible frame has come
  input  logic [SEQ_W-1:0]  frame_seq_i,
  input  logic [1:0]        frame_fcs_i,       // 0 good, 1 poisoned, 2 and 3 bad
  input  logic              init_i,            // an LLR_INIT has come
  input  logic [SEQ_W-1:0]  init_seq_i,
  input  logic [DATA_W-1:0] init_data_i,
  output logic              accept_o,          // the frame goes to the MAC client
  output logic              nack_due_o,        // an LLR_NACK (last_seq_o) is to leave
  output logic              echo_due_o,        // an LLR_INIT_ECHO (echo_seq_o, echo_data_o) is to leave
  output logic              ack_due_o,         // an LLR_ACK (last_seq_o) may leave in an ACK slot
  output logic [SEQ_W-1:0]  last_seq_o,
  output logic [SEQ_W-1:0]  echo_seq_o,
  output logic [DATA_W-1:0] echo_data_o,
  output logic [1:0]        state_o,           // 0 OFF, 1 SEND_ACKS, 2 SEND_NACK, 3 NACK_SENT
  output logic [SEQ_W-1:0]  next_rx_seq_o,
  output logic              ack_news_o,
  output logic              in_duplicates_o,
  output logic              llr_tx_init_echo_ctl_os_o,  // from here on: counts of this cycle
  output logic              llr_tx_ack_ctl_os_o,
  output logic              llr_tx_nack_ctl_os_o,
  output logic              llr_rx_init_ctl_os_o,
  output logic              llr_rx_ok_o,
  output logic              llr_rx_poisoned_o,
  output logic              llr_rx_bad_o,
  output logic              llr_rx_expected_seq_good_o,
  output logic              llr_rx_expected_seq_poisoned_o,
  output logic              llr_rx_expected_seq_bad_o,
  output logic              llr_rx_missing_seq_o,
  output logic              llr_rx_duplicate_seq_o,
  output logic              llr_rx_replay_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (SEQ_W < 2 || DATA_W < 1) begin : g_parameters
    SEQ_W_below_2_or_DATA_W_below_1 i_parameters ();
  end

  localparam logic [1:0] OFF       = 2'd0;
  localparam logic [1:0] SEND_ACKS = 2'd1;
  localparam logic [1:0] SEND_NACK = 2'd2;
  localparam logic [1:0] NACK_SENT = 2'd3;

  logic [1:0]        state_q, state_d;
  logic [SEQ_W-1:0]  next_q, next_d, echo_seq_q, echo_seq_d;
  logic [DATA_W-1:0] echo_data_q, echo_data_d;
  logic              echo_due_q, echo_due_d, news_q, news_d, in_duplicates_q, in_duplicates_d;

  // The mode first.
  logic [1:0] state_now;
  assign state_now  = llr_mode_local_i ? state_q : OFF;
  assign nack_due_o = state_now == SEND_NACK;
  assign echo_due_o = llr_mode_local_i && echo_due_q;
  assign ack_due_o  = state_now == SEND_ACKS && (idle_ack_i || news_q);

  // Then the set that leaves, by what the cycle began with.
  logic       nack_leaves, echo_leaves, ack_leaves;
  logic [1:0] state_then;
  assign nack_leaves = nack_take_i && nack_due_o;
  assign echo_leaves = echo_take_i && echo_due_o;
  assign ack_leaves  = ack_take_i && ack_due_o;
  assign state_then  = nack_leaves ? NACK_SENT : state_now;

  // Then the frame: expected, missing or a duplicate.
  logic [SEQ_W-1:0] ahead;
  logic             bad, judged, expected, missing, duplicate, asks, resumes;
  assign ahead     = frame_seq_i - next_q;
  assign bad       = frame_fcs_i[1];
  assign judged    = frame_i && state_now != OFF;
  assign expected  = judged && ahead == '0;
  assign missing   = judged && ahead != '0 && !ahead[SEQ_W-1];
  assign duplicate = judged && ahead[SEQ_W-1];
  assign accept_o  = expected && !bad;
  assign asks      = state_then == SEND_ACKS && (missing || (bad && (expected || (duplicate && bad_frame_any_i))));
  assign resumes   = state_then == NACK_SENT && duplicate && !bad && !dup_silent_i;

  logic [1:0] state_after;
  assign state_after = asks ? SEND_NACK : accept_o || resumes ? SEND_ACKS : state_then;

  // Then the LLR_INIT, which begins anew.
  logic begins;
  assign begins          = init_i && llr_mode_local_i;
  assign state_d         = begins ? SEND_ACKS : state_after;
  assign next_d          = begins ? init_seq_i : accept_o ? next_q + 1'b1 : next_q;
  assign echo_due_d      = begins || (echo_due_o && !echo_leaves);
  assign echo_seq_d      = begins ? init_seq_i : echo_due_d ? echo_seq_q : '0;
  assign echo_data_d     = begins ? init_data_i : echo_due_d ? echo_data_q : '0;
  assign news_d          = llr_mode_local_i && !begins && (accept_o || (news_q && !ack_leaves));
  assign in_duplicates_d = llr_mode_local_i && !begins &&
                           (judged ? duplicate && state_after == SEND_ACKS : in_duplicates_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q         <= OFF;
      next_q          <= '0;
      echo_due_q      <= 1'b0;
      echo_seq_q      <= '0;
      echo_data_q     <= '0;
      news_q          <= 1'b0;
      in_duplicates_q <= 1'b0;
    end else begin
      state_q         <= state_d;
      next_q          <= next_d;
      echo_due_q      <= echo_due_d;
      echo_seq_q      <= echo_seq_d;
      echo_data_q     <= echo_data_d;
      news_q          <= news_d;
      in_duplicates_q <= in_duplicates_d;
    end
  end

  assign last_seq_o      = next_q - 1'b1;
  assign echo_seq_o      = echo_seq_q;
  assign echo_data_o     = echo_data_q;
  assign state_o         = state_q;
  assign next_rx_seq_o   = next_q;
  assign ack_news_o      = news_q;
  assign in_duplicates_o = in_duplicates_q;

  // What software counts, by the names of SAI_PORT_STAT_*.
  assign llr_tx_init_echo_ctl_os_o      = echo_leaves;
  assign llr_tx_ack_ctl_os_o            = ack_leaves;
  assign llr_tx_nack_ctl_os_o           = nack_leaves;
  assign llr_rx_init_ctl_os_o           = init_i;
  assign llr_rx_ok_o                    = frame_i && frame_fcs_i == 2'd0;
  assign llr_rx_poisoned_o              = frame_i && frame_fcs_i == 2'd1;
  assign llr_rx_bad_o                   = frame_i && bad;
  assign llr_rx_expected_seq_good_o     = accept_o && !frame_fcs_i[0];
  assign llr_rx_expected_seq_poisoned_o = accept_o && frame_fcs_i[0];
  assign llr_rx_expected_seq_bad_o      = expected && bad;
  assign llr_rx_missing_seq_o           = missing;
  assign llr_rx_duplicate_seq_o         = duplicate;
  assign llr_rx_replay_o = resumes || (accept_o && state_then == NACK_SENT) ||
                           (duplicate && state_then == SEND_ACKS && !in_duplicates_q);

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known, and a set leaves at most.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : settings_known assert (^{llr_mode_local_i, bad_frame_any_i, dup_silent_i, idle_ack_i} !== 1'bx); end
      begin : events_known assert (^{nack_take_i, echo_take_i, ack_take_i, frame_i, init_i} !== 1'bx); end
      begin : one_set_leaves_a_cycle assert (!(nack_take_i && echo_take_i) && !(nack_take_i && ack_take_i) &&
                                             !(echo_take_i && ack_take_i)); end
      begin : frame_known assert (!frame_i || ^{frame_seq_i, frame_fcs_i} !== 1'bx); end
      begin : init_known assert (!init_i || ^{init_seq_i, init_data_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
