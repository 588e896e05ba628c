// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// An llr_tx with what is proved of it. One frame, whose number may be any, is followed from its sending to its end; beside
// it a count of what is kept. Everything else comes as it likes, in one cycle, too. Numbers as in docs/reference/proofs.md.
module llr_tx_formal #(
  parameter int SEQ_W   = 20,
  parameter int SLOT_W  = 9,
  parameter int DATA_W  = 16,
  parameter int COUNT_W = 8,
  parameter int LEN_W   = 14,
  parameter int BYTES_W = 32,
  parameter int TIMER_W = 16,
  parameter int AGE_W   = 32
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic [AGE_W:0]     now_i,
  input logic               llr_mode_remote_i,
  input logic [SEQ_W-1:0]   outstanding_frames_max_i,
  input logic [BYTES_W-1:0] outstanding_bytes_max_i,
  input logic [TIMER_W-1:0] replay_timer_max_i,
  input logic [COUNT_W-1:0] replay_count_max_i,
  input logic [AGE_W-1:0]   pcs_lost_timeout_i,
  input logic [AGE_W-1:0]   data_age_timeout_i,
  input logic [1:0]         init_llr_frame_action_i,
  input logic [1:0]         flush_llr_frame_action_i,
  input logic               re_init_on_flush_i,
  input logic [1:0]         echo_check_i,
  input logic               init_seq_zero_i,
  input logic               init_data_constant_i,
  input logic               re_init_i,
  input logic               flush_read_i,
  input logic               pcs_up_i,
  input logic               offer_i,
  input logic [LEN_W-1:0]   offer_length_i,
  input logic               offer_poisoned_i,
  input logic               replay_take_i,
  input logic               init_take_i,
  input logic [1:0]         set_i,
  input logic [SEQ_W-1:0]   set_seq_i,
  input logic [DATA_W-1:0]  set_data_i,
  input logic [BYTES_W-1:0] oldest_start_i,
  input logic [AGE_W-1:0]   oldest_first_sent_i,
  input logic               replay_poisoned_i
);
  localparam int G = SEQ_W + 2;  // ghost numbers, their differences and signs
  localparam logic [2:0] OFF     = 3'd0;
  localparam logic [2:0] INIT    = 3'd1;
  localparam logic [2:0] ADVANCE = 3'd2;
  localparam logic [2:0] REPLAY  = 3'd3;
  localparam logic [2:0] FLUSH   = 3'd4;

  logic [1:0]         admission;
  logic               keep, replay_due, init_due, timer_runs, expired, begun_replay, pcs_runs, pcs_lost, flush_bit;
  logic [SLOT_W-1:0]  keep_slot, oldest_slot, replay_slot;
  logic [BYTES_W-1:0] keep_start, kept_bytes;
  logic [SEQ_W-1:0]   outstanding, tx_seq, acked_seq, replay_seq;
  logic [2:0]         state;
  logic [COUNT_W-1:0] replay_ct;
  logic [DATA_W-1:0]  init_data;
  logic [TIMER_W:0]   timer_due;
  logic [AGE_W:0]     pcs_due;
  logic               n_init, n_discard, n_ok, n_poisoned, n_replay, n_echo, n_ack, n_nack, n_error;
  llr_tx #(.SEQ_W(SEQ_W), .SLOT_W(SLOT_W), .DATA_W(DATA_W), .COUNT_W(COUNT_W), .LEN_W(LEN_W), .BYTES_W(BYTES_W),
           .TIMER_W(TIMER_W), .AGE_W(AGE_W)) i_dut (
    .clk_i, .rst_ni, .now_i, .llr_mode_remote_i, .outstanding_frames_max_i, .outstanding_bytes_max_i, .replay_timer_max_i,
    .replay_count_max_i, .pcs_lost_timeout_i, .data_age_timeout_i, .init_llr_frame_action_i, .flush_llr_frame_action_i,
    .re_init_on_flush_i, .echo_check_i, .init_seq_zero_i, .init_data_constant_i, .re_init_i, .flush_read_i, .pcs_up_i,
    .offer_i, .offer_length_i, .offer_poisoned_i, .replay_take_i, .init_take_i, .set_i, .set_seq_i, .set_data_i,
    .oldest_start_i, .oldest_first_sent_i, .replay_poisoned_i, .admission_o(admission), .keep_o(keep),
    .keep_slot_o(keep_slot), .keep_start_o(keep_start), .oldest_slot_o(oldest_slot), .replay_slot_o(replay_slot),
    .replay_due_o(replay_due), .init_due_o(init_due), .outstanding_o(outstanding), .outstanding_bytes_o(kept_bytes),
    .state_o(state), .tx_seq_o(tx_seq), .acked_seq_o(acked_seq), .replay_seq_o(replay_seq), .replay_ct_o(replay_ct),
    .init_data_o(init_data), .replay_timer_runs_o(timer_runs), .replay_timer_due_o(timer_due),
    .replay_timer_expired_o(expired), .replay_begun_o(begun_replay), .pcs_lost_timer_runs_o(pcs_runs),
    .pcs_lost_timer_due_o(pcs_due), .pcs_lost_o(pcs_lost), .llr_tx_flush_o(flush_bit), .llr_tx_init_ctl_os_o(n_init),
    .llr_tx_discard_o(n_discard), .llr_tx_ok_o(n_ok), .llr_tx_poisoned_o(n_poisoned), .llr_tx_replay_o(n_replay),
    .llr_rx_init_echo_ctl_os_o(n_echo), .llr_rx_ack_ctl_os_o(n_ack), .llr_rx_nack_ctl_os_o(n_nack),
    .llr_rx_ack_nack_seq_error_o(n_error)
  );

  // A frame that is followed: its number may be any. At which place of what is kept it stands, 1 for the oldest; 0: it
  // is not kept. The ghost's count of what is kept and its last number acknowledged, of events alone. What is kept ends
  // with ADVANCE and REPLAY.
  (* anyconst *) logic [SEQ_W-1:0] mine;
  logic [G-1:0]     kept_q, place_q, kept, place, kept_then, place_then, named, pointer;
  logic [SEQ_W-1:0] acked_q;
  logic             active, known, refuses, leaves;
  assign active     = state == ADVANCE || state == REPLAY;
  assign kept       = active ? kept_q : '0;
  assign place      = active ? place_q : '0;
  assign kept_then  = kept + G'(keep);
  assign place_then = keep && tx_seq == mine ? kept_then : place;
  assign named      = G'(SEQ_W'(set_seq_i - acked_q));
  assign known      = llr_mode_remote_i && active && (set_i == 2'd1 || set_i == 2'd2) && named <= kept_then;
  assign refuses    = known && set_i == 2'd2 && named != kept_then;
  assign leaves     = llr_mode_remote_i && replay_take_i && state == REPLAY;
  assign pointer    = G'(SEQ_W'(replay_seq - acked_seq));

  // The cycle before.
  logic             begun = 1'b0;
  logic             p_reset, p_remote, p_active, p_known, p_refuses, p_leaves, p_echo;
  logic [2:0]       p_state;
  logic [G-1:0]     p_kept, p_kept_then, p_named, p_pointer;
  logic [SEQ_W-1:0] p_acked, p_set_seq;
  logic [SLOT_W-1:0] p_oldest_slot, p_replay_slot;
  always_ff @(posedge clk_i) begin
    begun         <= 1'b1;
    p_reset       <= !rst_ni;
    p_remote      <= llr_mode_remote_i;
    p_active      <= active;
    p_state       <= state;
    p_known       <= known;
    p_refuses     <= refuses;
    p_leaves      <= leaves;
    p_echo        <= set_i == 2'd3 && (!echo_check_i[0] || set_seq_i == tx_seq) && (!echo_check_i[1] || set_data_i == init_data);
    p_kept        <= kept;
    p_kept_then   <= kept_then;
    p_named       <= named;
    p_pointer     <= pointer;
    p_acked       <= acked_seq;
    p_set_seq     <= set_seq_i;
    p_oldest_slot <= oldest_slot;
    p_replay_slot <= replay_slot;
    kept_q        <= known ? kept_then - named : kept_then;
    place_q       <= known ? (place_then > named ? place_then - named : '0) : place_then;
    // Where nothing is kept the number after which the next frame comes is the block's.
    acked_q       <= active || !rst_ni ? (known ? set_seq_i : acked_q) : tx_seq - 1'b1;
    if (!rst_ni) begin
      kept_q  <= '0;
      place_q <= '0;
      acked_q <= '1;
    end
  end

  always_comb begin
    if (!begun) assume (!rst_ni);
    if (begun && !rst_ni) begin
      w7_reset: assert (state == OFF && tx_seq == '0 && acked_seq == '1 && replay_seq == '0 && replay_ct == '0 && init_data == '0 &&
                        keep_start == '0 && !timer_runs && timer_due == '0 && !expired && !begun_replay && !pcs_runs &&
                        pcs_due == '0 && !pcs_lost && !flush_bit);
    end else if (begun) begin
      // The window: what the block counts is what was sent and not acknowledged; it never exceeds slots or settings.
      w1_count: assert (G'(outstanding) == kept && (!active || acked_seq == acked_q));
      w1_slots: assert (kept <= G'(1) << SLOT_W);
      w1_frames: assert (!keep || (outstanding < outstanding_frames_max_i && kept < G'(1) << SLOT_W));
      w1_bytes: assert (!keep || 40'(kept_bytes) + 40'(offer_length_i) <= 40'(outstanding_bytes_max_i));
      w1_state: assert (!keep || (llr_mode_remote_i && state == ADVANCE && offer_i));
      // A frame is kept until a set names it or one after it, or all is given up; nobody takes its slot.
      w2_kept: assert (place <= kept && (place == '0 || SEQ_W'(mine - acked_seq) == place[SEQ_W-1:0]));
      w2_others: assert (place != '0 || kept == '0 || G'(SEQ_W'(mine - acked_seq)) > kept || mine == acked_seq);
      w2_slot: assert (!keep || place == '0 || keep_slot != mine[SLOT_W-1:0]);
      // A replay begins at the frame that was refused, or at the oldest, goes on one by one, and ends with the last.
      w3_refused: assert (!p_refuses || p_reset || !active || (state == REPLAY && replay_seq == SEQ_W'(p_set_seq + 1'b1) && pointer == G'(1)));
      w3_within: assert (state != REPLAY || (pointer >= G'(1) && pointer <= kept));
      w3_begins: assert (state != REPLAY || p_reset || p_state == REPLAY || pointer == G'(1));
      w3_goes_on: assert (state != REPLAY || p_reset || p_state != REPLAY || pointer == G'(1) ||
                          pointer == p_pointer + G'(p_leaves) - (p_known ? p_named : '0));
      w3_ends: assert (state != ADVANCE || p_reset || p_state != REPLAY || (p_leaves && p_pointer == p_kept) ||
                       (p_known && p_named == p_kept));
      w3_alone: assert (!replay_due || !keep);
      // The memories are read where the oldest and the replayed frame stand, and written where the new one does.
      w4_oldest: assert (p_reset || p_oldest_slot == SLOT_W'(acked_seq[SLOT_W-1:0] + 1'b1));
      w4_replay: assert (p_reset || p_replay_slot == replay_seq[SLOT_W-1:0]);
      w4_keep: assert (keep_slot == tx_seq[SLOT_W-1:0]);
      // Whatever is kept is on its way or has a timer.
      w5_timer: assert (!(state == ADVANCE && kept != '0) || timer_runs);
      w5_runs: assert (!timer_runs || (active && kept != '0));
      w5_expired: assert (!expired || (state == REPLAY && !timer_runs));
      w5_begun: assert (!begun_replay || (state == REPLAY && (timer_runs || expired)));
      // States follow each other as the page says.
      w6_mode: assert (p_reset || p_remote || state == OFF);
      w6_off: assert (p_reset || !p_remote || p_state != OFF || state == INIT);
      w6_init: assert (p_reset || !p_remote || p_state != INIT || state == INIT || (p_echo && (state == ADVANCE || state == FLUSH)));
      w6_flush: assert (state <= FLUSH && (state != FLUSH || p_state == FLUSH || flush_bit));
      w6_kept: assert (active || kept == '0);
      // A frame that leaves is counted once.
      w8_frames: assert (2'(n_ok) + 2'(n_poisoned) == 2'(keep) + 2'(leaves) && !(n_discard && keep));
      w8_sets: assert (n_ack == (set_i == 2'd1) && n_nack == (set_i == 2'd2) && n_echo == (set_i == 2'd3));
    end
  end

  // Not empty: a replay of some frames from one that was refused to its end; a new frame beside the set that names it.
  always_comb begin
    if (begun && rst_ni) begin
      replayed: cover (n_replay && p_pointer > G'(1) && p_leaves);
      named_at_once: cover (keep && known && named == kept_then);
    end
  end
endmodule

`default_nettype wire
