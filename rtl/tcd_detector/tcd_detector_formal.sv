// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// tcd_detector with what is proved of it, beside TCD in the words of the paper: two times of any length, one since the end of
// the latest OFF period and one since the latest sample, and no sweep. Time goes on or stands still in any cycle; the sweep
// looks at one of STAMPS queues every tick. Numbers as in docs/reference/proofs.md.
module tcd_detector_formal #(
  parameter int STAMP_W = 3,
  parameter int Q_W     = 3,
  parameter int STAMPS  = 2,
  parameter int SLOT_W  = 1
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic           tick_i,       // this cycle is the last of a tick
  input logic           off_end_i,
  input logic           departs_i,
  input logic [Q_W-1:0] behind_i,
  input logic [1:0]     ecn_i,
  input logic           red_mark_i,
  input logic           paused_i
);
  localparam logic [1:0] UNDETERMINED = 2'd2;
  localparam logic [1:0] RELEASED     = 2'd3;
  localparam int AGE_W = STAMP_W + 1;
  localparam logic [AGE_W-1:0] LONG_AGO = {AGE_W{1'b1}};  // longer than any span

  // Settings, and the place in the sweep: any, but for what the stamp's width is safe for.
  (* anyconst *) logic [STAMP_W-1:0] longest_on_i, period_i;
  (* anyconst *) logic [Q_W-1:0]     low_threshold_i, rise_i, band_i, hard_level_i;
  (* anyconst *) logic               sticky_i, hold_i;
  (* anyconst *) logic [1:0]         undetermined_i;
  (* anyconst *) logic [SLOT_W-1:0]  place;

  logic [STAMP_W-1:0] now_i;  // begins anywhere
  logic [SLOT_W-1:0]  slot;
  logic               sweep_i;
  always_ff @(posedge clk_i) begin
    if (tick_i) begin
      now_i <= now_i + 1'b1;
      slot  <= slot == SLOT_W'(STAMPS - 1) ? '0 : slot + 1'b1;
    end
  end
  assign sweep_i = slot == place;

  logic [1:0]         ecn_o, state_o;
  logic               ce_o, ue_o, running_o, pause_seen_o, held_o;
  logic [STAMP_W-1:0] stamp_o;
  logic [Q_W-1:0]     sample_o;
  tcd_detector #(.STAMP_W(STAMP_W), .Q_W(Q_W)) i_dut (.*);

  // TCD in the paper's words.
  logic [1:0]       state, from, next;
  logic             was_off, seen, on_is_short, congested, sampled;
  logic             held, holds, next_held, samples, due;  // congested by a sample until one that says no
  logic [AGE_W-1:0] off_age, sample_age;  // ticks; all ones: more than that
  logic [Q_W-1:0]   sample;
  logic             risen, stands, hard;

  assign on_is_short = off_end_i || (was_off && off_age < {1'b0, longest_on_i});
  assign samples     = state == RELEASED || held;
  assign from        = off_end_i && samples ? UNDETERMINED : state;
  assign holds       = held && !off_end_i;
  assign risen       = (Q_W + 1)'(behind_i) > (Q_W + 1)'(sample) + (Q_W + 1)'(rise_i);
  assign stands      = (Q_W + 1)'(behind_i) + (Q_W + 1)'(band_i) >= (Q_W + 1)'(sample);
  assign due         = risen || (stands && (paused_i || (sticky_i && seen)));
  assign hard        = behind_i > hard_level_i;
  always_comb begin
    next      = from;
    next_held = holds;
    congested = 1'b0;
    sampled   = 1'b0;
    if (departs_i && on_is_short) begin
      next = UNDETERMINED;
    end else if (departs_i && from < UNDETERMINED && !holds) begin
      next      = {1'b0, red_mark_i};
      congested = red_mark_i;
    end else if (departs_i && behind_i <= low_threshold_i) begin
      next      = 2'd0;
      next_held = 1'b0;
    end else if (departs_i && (from == UNDETERMINED || sample_age >= {1'b0, period_i})) begin
      congested = from != UNDETERMINED && due;
      next_held = congested && hold_i;
      sampled   = !congested || hold_i;
      next      = congested ? 2'd1 : RELEASED;
    end else if (departs_i) begin
      congested = holds;
    end
  end

  function automatic logic [AGE_W-1:0] older(input logic [AGE_W-1:0] age, input logic by_a_tick);
    older = age == LONG_AGO || !by_a_tick ? age : age + 1'b1;
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state      <= 2'd0;
      held       <= 1'b0;
      was_off    <= 1'b0;
      off_age    <= '0;
      sample_age <= '0;
      sample     <= '0;
      seen       <= 1'b0;
    end else begin
      state      <= next;
      held       <= next_held;
      was_off    <= was_off || off_end_i;
      off_age    <= older(off_end_i ? '0 : off_age, tick_i);
      sample_age <= older(sampled ? '0 : sample_age, tick_i);
      if (sampled) sample <= behind_i;
      seen       <= !sampled && (seen || (departs_i && paused_i && (from == RELEASED || holds)));
    end
  end

  logic [1:0] marked;
  assign marked = !departs_i || ecn_i == 2'd0                                   ? ecn_i
                  : congested || hard                                            ? 2'd3
                  : next == UNDETERMINED && on_is_short && ecn_i != 2'd3         ? undetermined_i
                                                                                 : ecn_i;

  // Ticks since the stamp, since its span was over, and since the sweep looked.
  logic [AGE_W-1:0]   age, span, beyond;
  logic [SLOT_W-1:0]  since;
  logic [STAMP_W-1:0] shown;
  assign age    = samples ? sample_age : off_age;
  assign span   = {1'b0, samples ? period_i : longest_on_i};
  assign beyond = age - span;
  assign since  = slot > place ? slot - place - 1'b1 : SLOT_W'(STAMPS - 1) - (place - slot);
  assign shown  = now_i - stamp_o;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (slot <= SLOT_W'(STAMPS - 1) && place <= SLOT_W'(STAMPS - 1));
    assume (longest_on_i != 0 && {1'b0, longest_on_i} <= {1'b1, {STAMP_W{1'b0}}} - AGE_W'(STAMPS));
    assume (period_i != 0 && {1'b0, period_i} <= {1'b1, {STAMP_W{1'b0}}} - AGE_W'(STAMPS));
    if (started && !rst_ni) begin
      t6_reset: assert (state_o == 0 && !running_o && stamp_o == 0 && sample_o == 0 && !pause_seen_o && !held_o);
    end else if (started) begin
      // Never U when the queue was never OFF.
      if (!was_off) t1_state: assert (!state_o[1] && !held_o);
      if (!was_off && !off_end_i) t1_packet: assert (!ue_o);
      // CE stays, and so does what knows no code points, and nothing is marked that is not there.
      if (ecn_i == 2'd3) t2_ce_stays: assert (ecn_o == 2'd3 && !ue_o);
      if (ecn_i == 2'd0) t2_not_capable_stays: assert (ecn_o == 2'd0 && !ue_o && !ce_o);
      if (!departs_i) t2_no_packet_no_mark: assert (!ce_o && !ue_o && ecn_o == ecn_i);
      if (ue_o) t2_given_ue: assert (ecn_o == undetermined_i);
      if (ce_o) t2_given_ce: assert (ecn_o == 2'd3 && !ue_o);
      // Decided in the cycle of the departure, one in every cycle.
      t3_code_point: assert (ecn_o == marked);
      t3_given_ce: assert (ce_o == (departs_i && ecn_i != 0 && (congested || hard)));
      // No wrap fakes a short time since the stamp: UE says that T_on is truly short, and a stamp that counts is right.
      if (ue_o) t4_on_period_is_short: assert (on_is_short);
      if (running_o) t4_shown_age_is_true: assert ({1'b0, shown} == age && (was_off || samples));
      if (running_o && age >= span) t4_swept_in_a_round: assert (beyond <= AGE_W'(since));
      // One stamp and a bit say what two times say.
      t5_state: assert (state_o == state && held_o == held && (!held || state == 2'd1));
      if (samples) t5_sample: assert (sample_o == sample && pause_seen_o == seen);
      if (samples) t5_on_period_is_over: assert (was_off && off_age >= {1'b0, longest_on_i});
      if (!running_o && !samples) t5_no_short_on_period: assert (!was_off || off_age >= {1'b0, longest_on_i});
      if (!running_o && samples) t5_sample_is_due: assert (sample_age >= {1'b0, period_i});
      if (state == UNDETERMINED) t5_was_off: assert (was_off);
    end
  end

  // Not empty: a queue that was released is found congested at its second sample, and the sweep clears a stamp.
  always_comb begin
    if (started && rst_ni) begin
      congested_after_release: cover (state == RELEASED && congested && departs_i && ecn_i == 2'd1 && seen);
      swept: cover (state == UNDETERMINED && !running_o);
      released_after_a_hold: cover (held && next == RELEASED);
    end
  end
endmodule

`default_nettype wire
