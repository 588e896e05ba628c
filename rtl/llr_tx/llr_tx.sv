// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The transmitter of Ultra Ethernet's link-level retry (LLR) of one port: numbers eligible frames, keeps them until they
// are acknowledged, and has them sent again after an LLR_NACK or when the replay timer expires. One frame that leaves and
// one ordered set that arrives a cycle. The frames that are kept stand in memories outside. See llr_tx.md.
module llr_tx #(
  parameter int SEQ_W   = 20,
  parameter int SLOT_W  = 9,
  parameter int DATA_W  = 16,
  parameter int COUNT_W = 8,
  parameter int LEN_W   = 14,
  parameter int BYTES_W = 32,
  parameter int TIMER_W = 16,
  parameter int AGE_W   = 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [AGE_W:0]     now_i,                     // the time, in ticks of the timers
  input  logic               llr_mode_remote_i,         // the other end takes part
  input  logic [SEQ_W-1:0]   outstanding_frames_max_i,  // settings, by the names of their registers
  input  logic [BYTES_W-1:0] outstanding_bytes_max_i,
  input  logic [TIMER_W-1:0] replay_timer_max_i,
  input  logic [COUNT_W-1:0] replay_count_max_i,
  input  logic [AGE_W-1:0]   pcs_lost_timeout_i,
  input  logic [AGE_W-1:0]   data_age_timeout_i,
  input  logic [1:0]         init_llr_frame_action_i,   // 0 and 3 block, 1 discard, 2 best effort
  input  logic [1:0]         flush_llr_frame_action_i,
  input  logic               re_init_on_flush_i,
  input  logic [1:0]         echo_check_i,              // bit 0: the number is compared, bit 1: the data are
  input  logic               init_seq_zero_i,
  input  logic               init_data_constant_i,
  input  logic               re_init_i,                 // management: out of FLUSH
  input  logic               flush_read_i,              // management: the error bit has been read
  input  logic               pcs_up_i,
  input  logic               offer_i,                   // a frame that may be eligible can leave in this cycle
  input  logic [LEN_W-1:0]   offer_length_i,
  input  logic               offer_poisoned_i,
  input  logic               replay_take_i,             // the kept frame leaves
  input  logic               init_take_i,               // the LLR_INIT leaves
  input  logic [1:0]         set_i,                     // what has come: 0 nothing, 1 ACK, 2 NACK, 3 LLR_INIT_ECHO
  input  logic [SEQ_W-1:0]   set_seq_i,
  input  logic [DATA_W-1:0]  set_data_i,
  input  logic [BYTES_W-1:0] oldest_start_i,            // of the slot oldest_slot_o of the cycle before
  input  logic [AGE_W-1:0]   oldest_first_sent_i,
  input  logic               replay_poisoned_i,         // of the slot replay_slot_o of the cycle before
  output logic [1:0]         admission_o,               // 0 block, 1 discard, 2 best effort, 3 eligible
  output logic               keep_o,                    // the frame leaves with tx_seq_o and is kept: write its slot
  output logic [SLOT_W-1:0]  keep_slot_o,
  output logic [BYTES_W-1:0] keep_start_o,
  output logic [SLOT_W-1:0]  oldest_slot_o,             // slots to be read for the next cycle
  output logic [SLOT_W-1:0]  replay_slot_o,
  output logic               replay_due_o,              // the kept frame with replay_seq_o is to leave
  output logic               init_due_o,                // an LLR_INIT (tx_seq_o, init_data_o) is to leave
  output logic [SEQ_W-1:0]   outstanding_o,
  output logic [BYTES_W-1:0] outstanding_bytes_o,
  output logic [2:0]         state_o,                   // 0 OFF, 1 INIT, 2 ADVANCE, 3 REPLAY, 4 FLUSH
  output logic [SEQ_W-1:0]   tx_seq_o,
  output logic [SEQ_W-1:0]   acked_seq_o,
  output logic [SEQ_W-1:0]   replay_seq_o,
  output logic [COUNT_W-1:0] replay_ct_o,
  output logic [DATA_W-1:0]  init_data_o,
  output logic               replay_timer_runs_o,
  output logic [TIMER_W:0]   replay_timer_due_o,
  output logic               replay_timer_expired_o,
  output logic               replay_begun_o,
  output logic               pcs_lost_timer_runs_o,
  output logic [AGE_W:0]     pcs_lost_timer_due_o,
  output logic               pcs_lost_o,
  output logic               llr_tx_flush_o,
  output logic               llr_tx_init_ctl_os_o,      // from here on: counts of this cycle
  output logic               llr_tx_discard_o,
  output logic               llr_tx_ok_o,
  output logic               llr_tx_poisoned_o,
  output logic               llr_tx_replay_o,
  output logic               llr_rx_init_echo_ctl_os_o,
  output logic               llr_rx_ack_ctl_os_o,
  output logic               llr_rx_nack_ctl_os_o,
  output logic               llr_rx_ack_nack_seq_error_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (SLOT_W < 1 || DATA_W < 1 || COUNT_W < 1 || LEN_W < 1 || TIMER_W < 1) begin : g_least
    a_width_is_below_1 i_parameters ();
  end
  if (SLOT_W >= SEQ_W || LEN_W > BYTES_W || TIMER_W > AGE_W) begin : g_parameters
    SLOT_W_not_below_SEQ_W_or_LEN_W_above_BYTES_W_or_TIMER_W_above_AGE_W i_parameters ();
  end

  localparam logic [2:0] OFF     = 3'd0;
  localparam logic [2:0] INIT    = 3'd1;
  localparam logic [2:0] ADVANCE = 3'd2;
  localparam logic [2:0] REPLAY  = 3'd3;
  localparam logic [2:0] FLUSH   = 3'd4;

  localparam logic [1:0] BLOCK       = 2'd0;
  localparam logic [1:0] DISCARD     = 2'd1;
  localparam logic [1:0] BEST_EFFORT = 2'd2;
  localparam logic [1:0] ELIGIBLE    = 2'd3;

  localparam logic [1:0] ACK  = 2'd1;
  localparam logic [1:0] NACK = 2'd2;
  localparam logic [1:0] ECHO = 2'd3;

  localparam logic [COUNT_W-1:0] ENDLESS = {COUNT_W{1'b1}};

  logic [2:0]         state_q, state_d;
  logic [SEQ_W-1:0]   tx_q, tx_d, acked_q, acked_d, replay_q, replay_d;
  logic [COUNT_W-1:0] count_q, count_d;
  logic [DATA_W-1:0]  data_q, data_d;
  logic [BYTES_W-1:0] start_q, start_d;
  logic [TIMER_W:0]   due_q, due_d;
  logic [AGE_W:0]     pcs_due_q, pcs_due_d;
  logic               runs_q, runs_d, expired_q, expired_d, begun_q, begun_d, flush_q, flush_d;
  logic               pcs_runs_q, pcs_runs_d, pcs_lost_q, pcs_lost_d;

  // The mode first.
  logic [2:0] state_now;
  assign state_now    = llr_mode_remote_i ? state_q : OFF;
  assign replay_due_o = state_now == REPLAY;
  assign init_due_o   = state_now == INIT;

  // The window, by what the cycle began with.
  logic none_kept, window_open;
  assign outstanding_o       = tx_q - acked_q - 1'b1;
  assign none_kept           = outstanding_o == '0;
  assign outstanding_bytes_o = none_kept ? '0 : start_q - oldest_start_i;
  assign window_open = outstanding_o < outstanding_frames_max_i && outstanding_o[SEQ_W-1:SLOT_W] == '0 &&
                       (BYTES_W + 1)'(outstanding_bytes_o) + (BYTES_W + 1)'(offer_length_i) <= {1'b0, outstanding_bytes_max_i};

  // Then the frame that leaves: a new one, or the kept one at the replay pointer.
  logic [1:0] action;
  logic       sends, replays;
  assign action      = state_now == INIT ? init_llr_frame_action_i : flush_llr_frame_action_i;
  assign admission_o = state_now == OFF ? BEST_EFFORT : state_now == ADVANCE ? (window_open ? ELIGIBLE : BLOCK) :
                       state_now == REPLAY || action == 2'd3 ? BLOCK : action;
  assign sends       = offer_i && admission_o == ELIGIBLE;
  assign replays     = replay_take_i && replay_due_o;

  // The replay ends with its last frame. A timer that has expired in it counts then: it begins anew, or it was the last one.
  logic             ends, first, starts, exhausted, late, again_late;
  logic [SEQ_W-1:0] tx_then, oldest, replay_next, replay_then;
  logic [2:0]       state_then;
  assign tx_then     = sends ? tx_q + 1'b1 : tx_q;
  assign oldest      = acked_q + 1'b1;
  assign replay_next = replay_q + 1'b1;
  assign ends        = replays && replay_next == tx_q;
  assign first       = replays && !begun_q;
  assign starts      = first || (sends && none_kept);
  assign exhausted   = replay_count_max_i != ENDLESS && count_q >= replay_count_max_i;
  assign late        = ends && begun_q && expired_q;
  assign again_late  = late && !exhausted;
  assign state_then  = ends ? (late ? (exhausted ? FLUSH : REPLAY) : ADVANCE) : state_now;
  assign replay_then = again_late ? oldest : replays ? replay_next : replay_q;

  // Then the ordered set: what it acknowledges is freed; a NACK that leaves something begins a replay.
  logic [SEQ_W-1:0] back, after;
  logic             hears, acks, covers, good, frees, leaves, refused, overtaken, done, echoed;
  logic [2:0]       state_after;
  assign back        = set_seq_i - acked_q;
  assign after       = set_seq_i + 1'b1;
  assign hears       = state_then == ADVANCE || state_then == REPLAY;
  assign acks        = (set_i == ACK || set_i == NACK) && hears;
  assign covers      = back <= outstanding_o || (sends && set_seq_i == tx_q);
  assign good        = acks && covers;
  assign frees       = good && back != '0;
  assign leaves      = after != tx_then;
  assign refused     = good && set_i == NACK && leaves;
  assign overtaken   = frees && state_then == REPLAY && replay_then - oldest < back;
  assign done        = good && state_then == REPLAY && !leaves;
  assign echoed      = set_i == ECHO && state_now == INIT && (!echo_check_i[0] || set_seq_i == tx_q) &&
                       (!echo_check_i[1] || set_data_i == data_q);
  assign state_after = refused ? REPLAY : done || echoed ? ADVANCE : state_then;

  // Then the replay timer, unless the cycle has started or stopped it.
  logic [TIMER_W:0] past;
  logic             expires, times_out, again_now;
  assign past      = now_i[TIMER_W:0] - due_q;
  assign expires   = runs_q && !past[TIMER_W] && !starts && !frees;
  assign times_out = expires && state_after == ADVANCE;
  assign again_now = times_out && !exhausted;

  // Then what ends in FLUSH.
  logic [AGE_W-1:0] age;
  logic [AGE_W:0]   pcs_past;
  logic             aged, pcs_gone, flushes, drops, enters;
  assign age      = now_i[AGE_W-1:0] - oldest_first_sent_i;
  assign aged     = data_age_timeout_i != '0 && !none_kept && age >= data_age_timeout_i && !frees;
  assign pcs_past = now_i - pcs_due_q;
  assign pcs_gone = !pcs_up_i && (pcs_lost_q || (pcs_runs_q && !pcs_past[AGE_W]));
  assign flushes  = ((late || times_out) && exhausted) ||
                    ((aged || pcs_gone) && (state_after == ADVANCE || state_after == REPLAY));
  assign drops    = flushes || !llr_mode_remote_i;

  // Then INIT, out of the state that the cycle began with.
  assign enters  = llr_mode_remote_i && (state_q == OFF || (state_q == FLUSH && (re_init_i || re_init_on_flush_i)));

  assign state_d = enters ? INIT : flushes ? FLUSH : again_now ? REPLAY : state_after;
  assign tx_d    = enters && init_seq_zero_i ? '0 : tx_then;
  assign acked_d = enters || drops ? tx_d - 1'b1 : good ? set_seq_i : acked_q;
  assign data_d  = enters && !init_data_constant_i ? data_q + 1'b1 : data_q;
  assign start_d = sends ? start_q + BYTES_W'(offer_length_i) : start_q;

  assign replay_d = drops ? '0 : again_now ? oldest : refused || overtaken ? after : replay_then;
  assign begun_d  = !drops && !again_now && !refused && !done && !ends && (replays || begun_q);

  // A replay more: from none where something was freed.
  logic [COUNT_W-1:0] raised_late, raised_from;
  assign raised_late = again_late && count_q < ENDLESS - 1'b1 ? count_q + 1'b1 : count_q;
  assign raised_from = frees ? '0 : raised_late;
  assign count_d     = echoed ? '0 : (refused || again_now) && raised_from < ENDLESS - 1'b1 ? raised_from + 1'b1 : raised_from;

  assign runs_d    = !drops && (frees ? leaves : starts || (runs_q && !expires));
  assign due_d     = starts || (frees && leaves) ? now_i[TIMER_W:0] + (TIMER_W + 1)'(replay_timer_max_i) : due_q;
  assign expired_d = !drops && ((expires && state_after == REPLAY) || (expired_q && !starts && !frees && !ends));

  assign pcs_runs_d = !pcs_up_i && (pcs_runs_q || pcs_lost_timeout_i != '0);
  assign pcs_due_d  = pcs_runs_d && !pcs_runs_q ? now_i + (AGE_W + 1)'(pcs_lost_timeout_i) : pcs_due_q;
  assign pcs_lost_d = pcs_gone;
  assign flush_d    = flushes || (flush_q && !flush_read_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= OFF;
      tx_q       <= '0;
      acked_q    <= '1;
      replay_q   <= '0;
      count_q    <= '0;
      data_q     <= '0;
      start_q    <= '0;
      runs_q     <= 1'b0;
      due_q      <= '0;
      expired_q  <= 1'b0;
      begun_q    <= 1'b0;
      pcs_runs_q <= 1'b0;
      pcs_due_q  <= '0;
      pcs_lost_q <= 1'b0;
      flush_q    <= 1'b0;
    end else begin
      state_q    <= state_d;
      tx_q       <= tx_d;
      acked_q    <= acked_d;
      replay_q   <= replay_d;
      count_q    <= count_d;
      data_q     <= data_d;
      start_q    <= start_d;
      runs_q     <= runs_d;
      due_q      <= due_d;
      expired_q  <= expired_d;
      begun_q    <= begun_d;
      pcs_runs_q <= pcs_runs_d;
      pcs_due_q  <= pcs_due_d;
      pcs_lost_q <= pcs_lost_d;
      flush_q    <= flush_d;
    end
  end

  // The memories of what is kept: written with the frame, read for the next cycle.
  assign keep_o        = sends;
  assign keep_slot_o   = tx_q[SLOT_W-1:0];
  assign keep_start_o  = start_q;
  assign oldest_slot_o = acked_d[SLOT_W-1:0] + 1'b1;
  assign replay_slot_o = replay_d[SLOT_W-1:0];

  assign state_o                = state_q;
  assign tx_seq_o               = tx_q;
  assign acked_seq_o            = acked_q;
  assign replay_seq_o           = replay_q;
  assign replay_ct_o            = count_q;
  assign init_data_o            = data_q;
  assign replay_timer_runs_o    = runs_q;
  assign replay_timer_due_o     = due_q;
  assign replay_timer_expired_o = expired_q;
  assign replay_begun_o         = begun_q;
  assign pcs_lost_timer_runs_o  = pcs_runs_q;
  assign pcs_lost_timer_due_o   = pcs_due_q;
  assign pcs_lost_o             = pcs_lost_q;
  assign llr_tx_flush_o         = flush_q;

  // What software counts, by the names of SAI_PORT_STAT_*.
  logic poisoned;
  assign poisoned                    = sends ? offer_poisoned_i : replay_poisoned_i;
  assign llr_tx_init_ctl_os_o        = init_take_i && init_due_o;
  assign llr_tx_discard_o            = offer_i && admission_o == DISCARD;
  assign llr_tx_ok_o                 = (sends || replays) && !poisoned;
  assign llr_tx_poisoned_o           = (sends || replays) && poisoned;
  assign llr_tx_replay_o             = ends;
  assign llr_rx_init_echo_ctl_os_o   = set_i == ECHO;
  assign llr_rx_ack_ctl_os_o         = set_i == ACK;
  assign llr_rx_nack_ctl_os_o        = set_i == NACK;
  assign llr_rx_ack_nack_seq_error_o = acks && !covers;

`ifndef SYNTHESIS
`ifndef __ICARUS__
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
    end else begin
      kept_frames_have_slots: assert (outstanding_o <= SEQ_W'(1) << SLOT_W);
    end
  end
`endif
`endif

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : settings_known assert (^{llr_mode_remote_i, outstanding_frames_max_i, outstanding_bytes_max_i,
        replay_timer_max_i, replay_count_max_i, pcs_lost_timeout_i, data_age_timeout_i, init_llr_frame_action_i,
        flush_llr_frame_action_i, re_init_on_flush_i, echo_check_i, init_seq_zero_i, init_data_constant_i} !== 1'bx); end
      begin : events_known assert (^{now_i, re_init_i, flush_read_i, pcs_up_i, offer_i, replay_take_i, init_take_i, set_i} !== 1'bx); end
      begin : offer_known assert (!offer_i || ^{offer_length_i, offer_poisoned_i} !== 1'bx); end
      begin : set_known assert (set_i == 2'd0 || ^{set_seq_i, set_data_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
