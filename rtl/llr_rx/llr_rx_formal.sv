// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// An llr_rx with what is proved of it. Each frame has a ghost number of the sender's, which never comes round: its
// sequence number is the lowest bits of it. The receiver's own ghost is the number after the last frame accepted.
// Everything else comes as it likes, in one cycle, too. Numbers as in docs/reference/proofs.md.
module llr_rx_formal #(
  parameter int SEQ_W  = 20,
  parameter int DATA_W = 16
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              llr_mode_local_i,
  input logic              bad_frame_any_i,
  input logic              dup_silent_i,
  input logic              idle_ack_i,
  input logic              nack_take_i,
  input logic              echo_take_i,
  input logic              ack_take_i,
  input logic              frame_i,
  input logic [SEQ_W+1:0]  frame_ghost_i,
  input logic [1:0]        frame_fcs_i,
  input logic              init_i,
  input logic [SEQ_W+1:0]  init_ghost_i,
  input logic [DATA_W-1:0] init_data_i
);
  localparam int G = SEQ_W + 2;  // differences of ghosts, and their signs
  localparam logic [1:0] OFF       = 2'd0;
  localparam logic [1:0] SEND_ACKS = 2'd1;
  localparam logic [1:0] SEND_NACK = 2'd2;
  localparam logic [1:0] NACK_SENT = 2'd3;

  logic              accept, nack_due, echo_due, ack_due, ack_news, in_duplicates;
  logic [SEQ_W-1:0]  last_seq, echo_seq, next_rx_seq;
  logic [DATA_W-1:0] echo_data;
  logic [1:0]        state;
  logic              n_echo, n_ack, n_nack, n_init, n_ok, n_poisoned, n_bad, n_expected_good, n_expected_poisoned, n_expected_bad,
                     n_missing, n_duplicate, n_replay;
  llr_rx #(.SEQ_W(SEQ_W), .DATA_W(DATA_W)) i_dut (
    .clk_i, .rst_ni, .llr_mode_local_i, .bad_frame_any_i, .dup_silent_i, .idle_ack_i, .nack_take_i, .echo_take_i, .ack_take_i,
    .frame_i, .frame_seq_i(frame_ghost_i[SEQ_W-1:0]), .frame_fcs_i, .init_i, .init_seq_i(init_ghost_i[SEQ_W-1:0]), .init_data_i,
    .accept_o(accept), .nack_due_o(nack_due), .echo_due_o(echo_due), .ack_due_o(ack_due), .last_seq_o(last_seq),
    .echo_seq_o(echo_seq), .echo_data_o(echo_data), .state_o(state), .next_rx_seq_o(next_rx_seq), .ack_news_o(ack_news),
    .in_duplicates_o(in_duplicates), .llr_tx_init_echo_ctl_os_o(n_echo), .llr_tx_ack_ctl_os_o(n_ack),
    .llr_tx_nack_ctl_os_o(n_nack), .llr_rx_init_ctl_os_o(n_init), .llr_rx_ok_o(n_ok), .llr_rx_poisoned_o(n_poisoned),
    .llr_rx_bad_o(n_bad), .llr_rx_expected_seq_good_o(n_expected_good), .llr_rx_expected_seq_poisoned_o(n_expected_poisoned),
    .llr_rx_expected_seq_bad_o(n_expected_bad), .llr_rx_missing_seq_o(n_missing), .llr_rx_duplicate_seq_o(n_duplicate),
    .llr_rx_replay_o(n_replay)
  );

  // The frame that is to be accepted next; how far the frame that comes is from it.
  logic [G-1:0] wanted, from;
  logic         begins;
  assign from   = frame_ghost_i - wanted;
  assign begins = init_i && llr_mode_local_i;

  // Of events alone: whether there was an LLR_INIT since the mode came on; whether it is echoed still; whether a NACK has
  // left since anything was accepted or repeated; whether something was accepted since the last ACK; whether the last frame
  // was a duplicate.
  logic              begun_link, owes_echo, asked, asks, news, repeats;
  logic [SEQ_W-1:0]  init_seq;
  logic [DATA_W-1:0] init_data;
  logic              good, expected, repeated, resumes;
  assign good     = !frame_fcs_i[1];
  assign expected = frame_i && from == '0;
  assign repeated = frame_i && from[SEQ_W-1:0] >= SEQ_W'(1) << (SEQ_W - 1);
  assign resumes  = repeated && good && !dup_silent_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wanted     <= '0;
      begun_link <= 1'b0;
      owes_echo  <= 1'b0;
      init_seq   <= '0;
      init_data  <= '0;
      asked      <= 1'b0;
      asks       <= 1'b0;
      news       <= 1'b0;
      repeats    <= 1'b0;
    end else if (!llr_mode_local_i) begin
      begun_link <= 1'b0;
      owes_echo  <= 1'b0;
      asked      <= 1'b0;
      asks       <= 1'b0;
      news       <= 1'b0;
      repeats    <= 1'b0;
    end else if (begins) begin
      wanted     <= init_ghost_i;
      begun_link <= 1'b1;
      owes_echo  <= 1'b1;
      init_seq   <= init_ghost_i[SEQ_W-1:0];
      init_data  <= init_data_i;
      asked      <= 1'b0;
      asks       <= 1'b0;
      news       <= 1'b0;
      repeats    <= 1'b0;
    end else begin
      if (accept) wanted <= wanted + 1'b1;
      if (echo_take_i) owes_echo <= 1'b0;
      if (begun_link) begin
        news <= accept || (news && !n_ack);
        if (frame_i) repeats <= repeated;
        if (expected && good) begin
          asked <= 1'b0;
          asks  <= 1'b0;
        end else if (asks && nack_take_i) begin
          asked <= !resumes;
          asks  <= 1'b0;
        end else if (asked) begin
          asked <= !resumes;
        end else if (!asks && frame_i) begin
          asks <= repeated ? bad_frame_any_i && !good : 1'b1;
        end
      end
    end
  end

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  logic [3:0] fcs_counts, number_counts;
  assign fcs_counts    = 4'(n_ok) + 4'(n_poisoned) + 4'(n_bad);
  assign number_counts = 4'(n_expected_good) + 4'(n_expected_poisoned) + 4'(n_expected_bad) + 4'(n_missing) + 4'(n_duplicate);

  always_comb begin
    if (!begun) assume (!rst_ni);
    assume (!(nack_take_i && echo_take_i) && !(nack_take_i && ack_take_i) && !(echo_take_i && ack_take_i));
    // The range of the ghost: a frame is less than all numbers away from the expected one, in either direction.
    assume (!frame_i || (from < G'(1) << SEQ_W) || (from > G'(3) << SEQ_W));
    if (begun && !rst_ni) begin
      n5_reset: assert (state == OFF && next_rx_seq == 0 && !ack_news && !in_duplicates && echo_seq == 0 && echo_data == 0 && !echo_due);
    end else if (begun) begin
      // What is accepted is the next one, whatever came between; and the next one is accepted.
      n1_in_step: assert (next_rx_seq == wanted[SEQ_W-1:0] && (state != OFF) == begun_link);
      if (accept) n1_only_the_next: assert (begun_link && frame_ghost_i == wanted && good);
      if (llr_mode_local_i && begun_link && expected && good) n1_and_then: assert (accept);
      // ACK and NACK name the last one accepted, and are never due at once; none without an LLR_INIT.
      n2_number: assert (last_seq == wanted[SEQ_W-1:0] - 1'b1);
      n2_either: assert (!(nack_due && ack_due) && ((!nack_due && !ack_due) || (llr_mode_local_i && begun_link)));
      n2_news: assert (ack_news == news && (!ack_due || idle_ack_i || news));
      if (llr_mode_local_i && state == SEND_ACKS && (idle_ack_i || news)) n2_ack: assert (ack_due);
      // One NACK after the first frame that is not the next one, and silence from there until a frame is accepted or, by
      // the repaired rule, a duplicate comes.
      n3_state: assert (state == (!begun_link ? OFF : asked ? NACK_SENT : asks ? SEND_NACK : SEND_ACKS));
      n3_due: assert (nack_due == (llr_mode_local_i && asks && begun_link) && !(asks && asked));
      if (!begun_link) n3_nothing: assert (!asks && !asked && !owes_echo);
      if (n_nack) n3_once: assert (!asked && nack_take_i);
      // An LLR_INIT is echoed, once, with its number and its data, unless another or the end of the mode comes before.
      n4_echo: assert (echo_due == (llr_mode_local_i && owes_echo));
      if (echo_due) n4_fields: assert (echo_seq == init_seq && echo_data == init_data);
      n4_taken: assert (n_echo == (echo_take_i && echo_due) && n_init == init_i);
      // A frame is counted once by its FCS and, from an LLR_INIT on, once by its number.
      n6_by_fcs: assert (fcs_counts == 4'(frame_i) && (!n_bad || !good));
      n6_by_number: assert (number_counts == 4'(frame_i && llr_mode_local_i && begun_link));
      n6_accepted: assert (accept == (n_expected_good || n_expected_poisoned));
      n6_duplicate: assert (!n_duplicate || repeated);
      n6_replay: assert (n_replay == ((n_duplicate && state == SEND_ACKS && !in_duplicates) ||
                                      ((asked || n_nack) && (accept || (llr_mode_local_i && resumes)))));
      n6_duplicates: assert (in_duplicates == (repeats && state == SEND_ACKS));
    end
  end

  // Not empty: the next frame is accepted as numbers come round, with a NACK that leaves and an LLR_INIT; a duplicate ends
  // the silence; a frame nearly all numbers ahead is not taken for the next one.
  always_comb begin
    if (begun && rst_ni) begin
      round_with_all: cover (accept && next_rx_seq == {SEQ_W{1'b1}} && n_nack && init_i);
      resumed: cover (asked && resumes && llr_mode_local_i && n_replay);
      far_ahead: cover (n_missing && from[G-1] == 1'b1 && state == SEND_ACKS);
    end
  end
endmodule

`default_nettype wire
