// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// In the place of ib_credits, linear_rate and linear_limiter in the proof of linear_port: whatever they may say. Of what
// is proved of the blocks it keeps that in reset nothing is due, nothing is worked out, R_r and R_c are 0 and a limiter is idle, and
// that R_r is the value assigned last.
module ib_credits #(
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 resync_i,
  input  logic [COUNTER_W-1:0] buffer_i,
  input  logic [BLOCKS_W-1:0]  head_blocks_i,
  input  logic                 sent_i,
  input  logic [BLOCKS_W-1:0]  sent_blocks_i,
  input  logic                 admitted_i,
  input  logic [BLOCKS_W-1:0]  admitted_blocks_i,
  input  logic                 heard_i,
  input  logic [COUNTER_W-1:0] heard_fctbs_i,
  input  logic [COUNTER_W-1:0] heard_fccl_i,
  input  logic                 released_i,
  input  logic [BLOCKS_W-1:0]  released_blocks_i,
  input  logic                 take_i,
  input  logic                 period_i,
  input  logic                 init_i,
  output logic                 may_send_o,
  output logic [COUNTER_W-1:0] available_o,
  output logic [COUNTER_W-1:0] fctbs_o,
  output logic [COUNTER_W-1:0] fccl_o,
  output logic [COUNTER_W-1:0] abr_o,
  output logic [COUNTER_W-1:0] occupied_o,
  output logic [COUNTER_W-1:0] told_fccl_o,
  output logic                 due_o
);
  (* anyseq *) logic any_may_send;
  (* anyseq *) logic any_due;
  (* anyseq *) logic [6*COUNTER_W-1:0] any_counts;
  assign may_send_o = any_may_send;
  assign due_o      = rst_ni && any_due;
  assign {available_o, fctbs_o, fccl_o, abr_o, occupied_o, told_fccl_o} = any_counts;
endmodule

module linear_rate #(
  parameter int COUNTER_W     = 16,
  parameter int BLOCK_SHIFT   = 6,
  parameter int FACTOR_INT_W  = 26,
  parameter int FACTOR_FRAC_W = 16
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  message_i,
  input  logic [COUNTER_W-1:0]                  fccl_i,
  input  logic [COUNTER_W-1:0]                  fctbs_i,
  input  logic [COUNTER_W+BLOCK_SHIFT-1:0]      range_i,
  output logic                                  busy_o,
  output logic                                  valid_o,
  output logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] factor_o
);
  (* anyseq *) logic any_busy;
  (* anyseq *) logic any_valid;
  (* anyseq *) logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] any_factor;
  assign busy_o   = rst_ni && any_busy;
  assign valid_o  = rst_ni && any_valid;
  assign factor_o = any_factor;
endmodule

module linear_limiter #(
  parameter int SUBTICKS      = 60,
  parameter int SUBTICK_W     = 6,
  parameter int R_L_TICKS_W   = 14,
  parameter int R_C_W         = 40,
  parameter int FACTOR_INT_W  = 26,
  parameter int FACTOR_FRAC_W = 16
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic [1:0]                            rounding_i,
  input  logic                                  clamp_i,
  input  logic                                  sent_i,
  input  logic [R_L_TICKS_W-1:0]                r_l_ticks_i,
  input  logic [SUBTICK_W-1:0]                  r_l_subticks_i,
  input  logic [SUBTICK_W-1:0]                  phase_i,
  input  logic                                  rate_valid_i,
  input  logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_i,
  input  logic                                  tick_i,
  output logic                                  idle_o,
  output logic                                  follow_o,
  output logic [R_C_W+FACTOR_FRAC_W-1:0]        r_c_o,
  output logic [FACTOR_INT_W+FACTOR_FRAC_W-1:0] r_r_o
);
  (* anyseq *) logic any_idle;
  (* anyseq *) logic any_follow;
  (* anyseq *) logic [R_C_W+FACTOR_FRAC_W-1:0] any_r_c;
  assign idle_o   = !rst_ni || any_idle;
  assign follow_o = any_follow;
  assign r_c_o    = rst_ni ? any_r_c : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_r_o <= '0;
    else if (rate_valid_i) r_r_o <= r_r_i;
  end
endmodule

`default_nettype wire
