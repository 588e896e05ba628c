// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of one class of GENTLE of gentle_port.
module gentle_port_class_formal #(
  parameter int C = 0
) (
  input logic        clk_i,
  input logic        start_i,
  input logic        ready_i,
  input logic        sent_valid_i,
  input logic [2:0]  sent_class_i,
  input logic        heard_valid_i,
  input logic        heard_credit_i,
  input logic [31:0] heard_head_i,
  input logic [15:0] time_i,              // of the class, in the frame heard
  input logic [4:0]  stages_i,
  input logic [4:0]  obeyed_i,
  input logic        lets_i,
  input logic        due_i,
  input logic        taken_i,             // the MAC takes a frame of stages
  input logic [1:0]  valid_i,             // depths of the cycle before
  input logic [5:0]  classes_i,
  input logic [9:0]  compared_i,          // and their stages
  input logic        shown_i,
  input logic [39:0] wait_i,
  input logic [15:0] told_time_i,         // of the class, in the frame offered
  input logic        tells_i,
  input logic [29:0] settings_i,
  input logic [29:0] limiter_settings_i,
  input logic        limiter_sent_i,
  input logic        limiter_assigned_i,
  input logic        idle_i,
  input logic        follow_i,
  input logic [39:0] r_c_i,
  input logic [4:0]  stage_i,             // the registers
  input logic [4:0]  told_i,
  input logic        clocked_i            // of the class's bank
);
  logic        sent, assigned, compared, clocked_q;
  logic [4:0]  stage_q, told_q, obeyed_q;
  logic [14:0] bank_q;
  assign sent     = ready_i && sent_valid_i && sent_class_i == 3'(C);
  assign assigned = heard_valid_i && !heard_credit_i && heard_head_i[31:16] == 16'h0101 && heard_head_i[C];
  assign compared = (valid_i[0] && classes_i[2:0] == 3'(C)) || (valid_i[1] && classes_i[5:3] == 3'(C));
  always_ff @(posedge clk_i) begin
    if (!ready_i) begin
      stage_q  <= '0;
      told_q   <= '0;
      obeyed_q <= '0;
    end else begin
      if (valid_i[0] && classes_i[2:0] == 3'(C)) stage_q <= compared_i[4:0];
      if (valid_i[1] && classes_i[5:3] == 3'(C)) stage_q <= compared_i[9:5];
      if (taken_i) told_q <= stage_q;
      if (assigned) obeyed_q <= time_i < 16'(stages_i) ? time_i[4:0] : stages_i;
    end
  end

  always_ff @(posedge clk_i) begin
    clocked_q <= clocked_i || !ready_i;
    bank_q    <= {stage_i, told_i, obeyed_i};
  end

  always_comb begin
    if (!start_i) begin
      j1_lets: assert (lets_i == (sent ? follow_i : idle_i));
      // j2: what the limiter hears, and the stage that it obeys.
      j2_sent: assert (limiter_sent_i == sent);
      j2_assigned: assert (limiter_assigned_i == assigned);
      j2_settings: assert (limiter_settings_i == settings_i);
      j2_obeyed: assert (!ready_i || obeyed_i == obeyed_q);
      // j3: the stage is that of the depth told last, and due while it differs from the stage told last.
      j3_stage: assert (!ready_i || stage_i == stage_q);
      j3_told: assert (!ready_i || told_i == told_q);
      j3_due: assert (due_i == (stage_i != told_i));
      // j4: a frame has the stage of each class that is due, and 0 for each other.
      j4_time: assert (!tells_i || told_time_i == (due_i ? 16'(stage_i) : '0));
      j5_wait: assert (!shown_i || wait_i == r_c_i);
      // j7: the bank has a clock if and only if something of it may change.
      j7_clock: assert (!ready_i || clocked_i == (sent || assigned || (settings_i[0] && !idle_i) || compared || (taken_i && due_i)));
      j7_bank: assert (!ready_i || clocked_q || {stage_i, told_i, obeyed_i} == bank_q);
    end
  end
endmodule

`default_nettype wire
