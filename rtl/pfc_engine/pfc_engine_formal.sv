// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// pfc_engine with what is proved of it, of one class, which may be any. Beside it, of the bodies and the steps alone: what the peer
// was last told of the class, how much time has passed since, and since the last message for it. All of it may come in any cycle.
// Numbers as in docs/reference/proofs.md.
module pfc_engine_formal #(
  parameter int PRESCALER_W = 9
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [2:0]           class_i,
  input logic [PRESCALER_W:0] step_i,
  input logic                 told_i,
  input logic [7:0]           filled_i,
  input logic [7:0]           drained_i,
  input logic [7:0]           above_i,
  input logic [7:0]           below_i,
  input logic                 heard_i,
  input logic [31:0]          heard_head_i,
  input logic [63:0]          heard_times_0_3_i,
  input logic [63:0]          heard_times_4_7_i,
  input logic                 port_pause_i,
  input logic [7:0]           enable_i,
  input logic                 link_up_i,
  input logic [15:0]          pause_quanta_i,
  input logic [15:0]          refresh_quanta_i
);
  localparam int T_W = 16 + PRESCALER_W + 2;  // of times that pass, in parts of a quantum

  logic [1:0]             quanta_o;
  logic                   due_o;
  logic [7:0]             pauses_o, refreshes_o, resumes_o, blocked_o, expires_o, asserted_o, told_o, refresh_due_o;
  logic [31:0]            head_o;
  logic [63:0]            times_0_3_o, times_4_7_o, refresh_timers_0_3_o, refresh_timers_4_7_o, pause_timers_0_3_o, pause_timers_4_7_o;
  logic [PRESCALER_W-1:0] prescaler_o;
  pfc_engine #(.PRESCALER_W(PRESCALER_W)) i_dut (
    .clk_i, .rst_ni, .step_i, .told_i, .filled_i, .drained_i, .above_i, .below_i, .heard_i, .heard_head_i, .heard_times_0_3_i,
    .heard_times_4_7_i, .port_pause_i, .enable_i, .link_up_i, .pause_quanta_i, .refresh_quanta_i, .quanta_o, .due_o, .pauses_o,
    .refreshes_o, .resumes_o, .head_o, .times_0_3_o, .times_4_7_o, .blocked_o, .expires_o, .asserted_o, .told_o, .refresh_due_o,
    .refresh_timers_0_3_o, .refresh_timers_4_7_o, .pause_timers_0_3_o, .pause_timers_4_7_o, .prescaler_o
  );

  // Of the class: what stands in words of times, class 0 first.
  logic [6:0]  behind;
  logic [15:0] refresh_timer, pause_timer, time_heard, time_said;
  logic        asserted, told, refresh_due, pauses, refreshes, resumes;
  assign behind        = {3'd7 - class_i, 4'd0};
  assign refresh_timer = 16'({refresh_timers_0_3_o, refresh_timers_4_7_o} >> behind);
  assign pause_timer   = 16'({pause_timers_0_3_o, pause_timers_4_7_o} >> behind);
  assign asserted      = asserted_o[class_i];
  assign told          = told_o[class_i];
  assign refresh_due   = refresh_due_o[class_i];
  assign pauses        = pauses_o[class_i];
  assign refreshes     = refreshes_o[class_i];
  assign resumes       = resumes_o[class_i];

  // Whether it takes part, and what messages and bodies say of it.
  logic takes_part, loads, in_body;
  assign takes_part = link_up_i && (port_pause_i ? class_i == 3'd0 : enable_i[class_i]);
  assign loads      = takes_part && heard_i && (port_pause_i ? heard_head_i[31:16] == 16'h0001
                                                             : heard_head_i[31:16] == 16'h0101 && heard_head_i[class_i]);
  assign time_heard = port_pause_i ? heard_head_i[15:0] : 16'({heard_times_0_3_i, heard_times_4_7_i} >> behind);
  assign in_body    = port_pause_i ? class_i == 3'd0 && due_o : head_o[class_i];
  assign time_said  = port_pause_i ? head_o[15:0] : 16'({times_0_3_o, times_4_7_o} >> behind);

  // Time that has passed and quanta that were counted, since the reset, modulo a number that is no limit to their difference.
  logic [PRESCALER_W+3:0] passed;
  logic [3:0]             counted;
  // Of the last message: its time, the fraction of a quantum in which it came, and the time that has passed since.
  logic [15:0]            heard_quanta, said_quanta;
  logic [PRESCALER_W-1:0] heard_at, said_at;
  logic [T_W-1:0]         since_heard, since_said;
  // The peer is pausing by what it was told; and this is to be said again.
  logic                   peer_pauses, repeats;
  logic                   crossed, held_before;
  logic [2:0]             class_before;
  function automatic logic [T_W-1:0] later(input logic [T_W-1:0] since, input logic [PRESCALER_W:0] step);
    later = since[T_W-1] ? since : since + T_W'(step);
  endfunction
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      passed       <= '0;
      counted      <= '0;
      heard_quanta <= '0;
      heard_at     <= '0;
      since_heard  <= '0;
      said_quanta  <= '0;
      said_at      <= '0;
      since_said   <= '0;
      peer_pauses  <= 1'b0;
      repeats      <= 1'b0;
      crossed      <= 1'b0;
      held_before  <= 1'b0;
    end else begin
      passed      <= passed + (PRESCALER_W+4)'(step_i);
      counted     <= counted + 4'(quanta_o);
      since_heard <= later(since_heard, step_i);
      since_said  <= later(since_said, step_i);
      crossed     <= takes_part && !below_i[class_i] && (above_i[class_i] || (filled_i[class_i] && !drained_i[class_i]));
      held_before <= takes_part;
      if (loads || !takes_part) begin
        heard_quanta <= takes_part ? time_heard : 16'd0;
        heard_at     <= PRESCALER_W'(prescaler_o + step_i);
        since_heard  <= '0;
      end
      if (!takes_part) begin
        peer_pauses <= 1'b0;
        repeats     <= 1'b0;
      end else if (told_i && in_body) begin
        peer_pauses <= time_said != 16'd0;
        repeats     <= time_said != 16'd0 && refresh_quanta_i != 16'd0;
        said_quanta <= refresh_quanta_i;
        said_at     <= PRESCALER_W'(prescaler_o + step_i);
        since_said  <= '0;
      end
    end
  end
  always_ff @(posedge clk_i) class_before <= class_i;

  // Where the timers stand, by what has passed.
  logic [T_W-1:0] pause_passed, refresh_passed;
  assign pause_passed   = (T_W'(heard_quanta - pause_timer) << PRESCALER_W) + T_W'(prescaler_o);
  assign refresh_passed = (T_W'(said_quanta - refresh_timer) << PRESCALER_W) + T_W'(prescaler_o);

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    if (begun) assume (class_i == class_before);
    assume (pause_quanta_i != 16'd0);  // else a PAUSE is a RESUME
    if (begun && !rst_ni) begin
      q8_reset: assert (!asserted && !told && !refresh_due && refresh_timer == 0 && pause_timer == 0 && prescaler_o == 0 && !due_o &&
                        blocked_o == 0);
    end else if (begun) begin
      // Where the times that pass end.
      if (since_heard[T_W-1]) q2_heard_ends: assert (since_heard[T_W-2:PRESCALER_W+1] == 0);
      if (since_said[T_W-1]) q6_said_ends: assert (since_said[T_W-2:PRESCALER_W+1] == 0);
      // What was counted and what has passed differ by the fraction, which is less than a quantum.
      q1_counted: assert (passed == {counted, prescaler_o});
      q1_quanta: assert (quanta_o <= 2'd2);
      // Blocked for the time of the last message, and no longer: not once that much has passed; and all but a quantum of it.
      if (pause_timer != 0) q2_timer: assert (pause_timer <= heard_quanta && since_heard + T_W'(heard_at) == pause_passed);
      if (pause_timer != 0) q2_no_longer: assert (since_heard < {2'b00, heard_quanta, {PRESCALER_W{1'b0}}});
      if (pause_timer != 0 && (!port_pause_i || class_i == 0)) q2_blocks: assert (blocked_o[class_i] && (!port_pause_i || blocked_o == 8'hff));
      if (blocked_o[class_i] && !port_pause_i) q2_alone: assert (pause_timer != 0);
      if (expires_o[class_i] && !port_pause_i) q3_runs_out: assert (pause_timer != 0 && !loads && takes_part &&
          since_heard + T_W'(step_i) + T_W'(heard_at) >= {2'b00, heard_quanta, {PRESCALER_W{1'b0}}});
      if (pause_timer == 0 && since_heard + T_W'(heard_at) < {2'b00, heard_quanta, {PRESCALER_W{1'b0}}}) q3_not_before: assert (1'b0);
      // A PAUSE is due in the cycle after the crossing of XOFF, if the peer is not pausing.
      if (crossed) q4_due: assert (asserted && (told || !takes_part || (pauses && due_o && in_body)));
      if (pauses) q4_body: assert (time_said == pause_quanta_i);
      // The peer pauses by the frames that were built if and only if `told` says so; a frame is due if the two differ.
      q5_told: assert (told == peer_pauses);
      if (takes_part && asserted != told) q5_due: assert (due_o && pauses == asserted && resumes == told && !refreshes);
      q5_cause: assert (due_o == ((pauses_o | refreshes_o | resumes_o) != 0));
      if (!port_pause_i) q5_vector: assert (head_o == {16'h0101, 8'h00, pauses_o | refreshes_o | resumes_o});
      if (!in_body && !port_pause_i) q5_not_named: assert (time_said == 0);
      if (resumes) q5_resume: assert (in_body && time_said == 0);
      // A pause that stands is said again after refresh_quanta, not later, and not a quantum earlier.
      if (repeats) q6_repeats: assert (refresh_due || refresh_timer != 0);
      if (refresh_timer != 0) q6_timer: assert (told && !refresh_due && refresh_timer <= said_quanta &&
                                               (since_said[T_W-1] || since_said + T_W'(said_at) == refresh_passed));
      if (repeats && !refresh_due) q6_not_later: assert (since_said < {2'b00, said_quanta, {PRESCALER_W{1'b0}}});
      if (refresh_due) q6_not_earlier: assert (told && since_said + T_W'(said_at) >= {2'b00, said_quanta, {PRESCALER_W{1'b0}}});
      // What takes no part holds nothing.
      if (!held_before) q7_off: assert (!asserted && !told && !refresh_due && refresh_timer == 0 && pause_timer == 0);
    end
  end

  // Not empty.
  always_comb begin
    if (begun && rst_ni) begin
      runs_out_by_two: cover (expires_o[class_i] && quanta_o == 2 && pause_timer == 1 && heard_quanta == 4);
      refresh_beside_a_crossing: cover (refreshes && told_i && filled_i != 0 && pause_timer != 0);
      resumes_with_a_refresh: cover (resumes && refresh_due && told_i && heard_i);
    end
  end
endmodule

`default_nettype wire
