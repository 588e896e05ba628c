// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Ternary Congestion Detection of one queue (egress port, class): whether it is long because too much comes in, or because
// it was not let go (TCD, SIGCOMM '21, section 4). Decides in the cycle in which a packet departs. Time, sweep and settings
// are those of the port, for all its queues. See tcd_detector.md.
module tcd_detector #(
  parameter int STAMP_W = 18,
  parameter int Q_W     = 24
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic [STAMP_W-1:0] now_i,            // ticks, modulo 2^STAMP_W
  input  logic               sweep_i,          // the sweep looks at this queue
  input  logic               off_end_i,        // the queue may send again; comes before a departure of this cycle
  input  logic               departs_i,
  input  logic [Q_W-1:0]     behind_i,         // bytes that wait behind the packet
  input  logic [1:0]         ecn_i,            // of the packet
  input  logic               red_mark_i,       // what the queue's length alone says of it
  input  logic               paused_i,         // an ingress that feeds the queue is paused by this switch
  input  logic [STAMP_W-1:0] longest_on_i,     // max(T_on), ticks
  input  logic [STAMP_W-1:0] period_i,         // T, ticks
  input  logic [Q_W-1:0]     low_threshold_i,
  input  logic [Q_W-1:0]     rise_i,
  input  logic [Q_W-1:0]     band_i,
  input  logic [Q_W-1:0]     hard_level_i,     // all ones: none
  input  logic               sticky_i,         // a pause counts until the sample, not at its instant alone
  input  logic               hold_i,           // what a sample declares holds until one that does not
  input  logic [1:0]         undetermined_i,   // code point of UE
  output logic [1:0]         ecn_o,            // the packet's from here on
  output logic               ce_o,             // it was given CE
  output logic               ue_o,             // it was given UE
  output logic [1:0]         state_o,          // 0 non-congestion, 1 congestion, 2 undetermined, 3 released
  output logic               running_o,
  output logic [STAMP_W-1:0] stamp_o,
  output logic [Q_W-1:0]     sample_o,
  output logic               pause_seen_o,
  output logic               held_o            // in state 1 by a sample, and sampled still
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (STAMP_W < 1 || Q_W < 1) begin : g_parameters
    A_width_is_below_1 i_parameters ();
  end

  localparam logic [1:0] NON_CONGESTION = 2'd0;
  localparam logic [1:0] CONGESTION     = 2'd1;
  localparam logic [1:0] UNDETERMINED   = 2'd2;
  localparam logic [1:0] RELEASED       = 2'd3;
  localparam logic [1:0] NOT_CAPABLE    = 2'd0;
  localparam logic [1:0] CE             = 2'd3;

  logic [1:0]         state_q, state_now, state_d;
  logic               running_q, running_d, pause_seen_q, pause_seen_d, held_q, held_d;
  logic [STAMP_W-1:0] stamp_q, stamp_d, age, span;
  logic [Q_W-1:0]     sample_q, sample_d;

  // The stamp is of the latest sample of a queue that is sampled, else of the end of the latest OFF period; so is the span
  // from it.
  logic over, runs, samples;
  assign samples = state_q == RELEASED || held_q;
  assign age  = now_i - stamp_q;
  assign span = samples ? period_i : longest_on_i;
  assign over = age >= span;

  // An OFF period that ends begins the release anew.
  logic held_now, samples_now;
  assign state_now   = off_end_i && samples ? UNDETERMINED : state_q;
  assign held_now    = held_q && !off_end_i;
  assign samples_now = samples && !off_end_i;
  assign runs      = off_end_i || (running_q && !over);

  // One bit more, so that neither sum wraps.
  logic low, risen, stands, pause, due;
  assign low    = behind_i <= low_threshold_i;
  assign risen  = {1'b0, behind_i} > {1'b0, sample_q} + {1'b0, rise_i};
  assign stands = {1'b0, behind_i} + {1'b0, band_i} >= {1'b0, sample_q};
  assign pause  = paused_i || (sticky_i && pause_seen_q);
  assign due    = risen || (stands && pause);

  logic congested, ends, sampled;
  always_comb begin
    state_d      = state_now;
    pause_seen_d = pause_seen_q;
    held_d       = held_now;
    congested    = 1'b0;
    ends         = 1'b0;
    sampled      = 1'b0;
    if (departs_i) begin
      if (runs && !samples_now) begin
        state_d      = UNDETERMINED;
        pause_seen_d = 1'b0;
      end else if (state_now == NON_CONGESTION || (state_now == CONGESTION && !held_now)) begin
        state_d   = red_mark_i ? CONGESTION : NON_CONGESTION;
        congested = red_mark_i;
      end else if (low) begin
        state_d = NON_CONGESTION;
        ends    = 1'b1;
        held_d  = 1'b0;
      end else if (state_now == UNDETERMINED) begin
        state_d = RELEASED;
        sampled = 1'b1;
      end else begin
        pause_seen_d = pause_seen_q || paused_i;
        if (runs) begin
          congested = held_now;
        end else begin
          state_d   = due ? CONGESTION : RELEASED;
          held_d    = due && hold_i;
          congested = due;
          ends      = due;  // of a queue that is held the new sample keeps the span
          sampled   = !due || hold_i;
        end
      end
      if (sampled) pause_seen_d = 1'b0;
    end
  end

  assign sample_d  = sampled ? behind_i : sample_q;
  assign stamp_d   = sampled || off_end_i ? now_i : stamp_q;
  assign running_d = sampled || off_end_i || (running_q && !ends && !(sweep_i && over));

  // CE stays CE, and a sender that knows no code points gets none.
  logic hard;
  assign hard  = behind_i > hard_level_i;
  assign ce_o  = departs_i && (congested || hard) && ecn_i != NOT_CAPABLE;
  assign ue_o  = departs_i && !congested && !hard && state_d == UNDETERMINED && ecn_i != NOT_CAPABLE && ecn_i != CE;
  assign ecn_o = ce_o ? CE : ue_o ? undetermined_i : ecn_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= NON_CONGESTION;
      running_q    <= 1'b0;
      stamp_q      <= '0;
      sample_q     <= '0;
      pause_seen_q <= 1'b0;
      held_q       <= 1'b0;
    end else begin
      state_q      <= state_d;
      running_q    <= running_d;
      stamp_q      <= stamp_d;
      sample_q     <= sample_d;
      pause_seen_q <= pause_seen_d;
      held_q       <= held_d;
    end
  end

  assign state_o      = state_q;
  assign running_o    = running_q;
  assign stamp_o      = stamp_q;
  assign sample_o     = sample_q;
  assign pause_seen_o = pause_seen_q;
  assign held_o       = held_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{now_i, sweep_i, off_end_i, departs_i} !== 1'bx); end
      begin : departure_known assert (!departs_i || ^{behind_i, ecn_i, red_mark_i, paused_i} !== 1'bx); end
      begin : settings_known assert (^{longest_on_i, period_i, low_threshold_i, rise_i, band_i, hard_level_i, sticky_i,
        hold_i, undetermined_i} !== 1'bx); end
      // A rule for software: the two spans leave a round of the sweep before the stamp comes round.
      begin : swept_before_the_stamp_wraps assert (!running_q || age != '1 || sweep_i || off_end_i || sampled || ends)
        else $warning("a span that is over runs anew"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
