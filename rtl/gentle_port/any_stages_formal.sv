// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// In the place of gentle_limiter and stage_comparator_leading_zero in the proof of gentle_port: whatever they may say. Of
// what is proved of the limiter it keeps that R_r is the stage assigned last, and that in reset R_c is 0.
module gentle_limiter #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_C_W       = 40,
  parameter int STAGE_W     = 5
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [1:0]             rounding_i,
  input  logic                   clamp_i,
  input  logic                   sent_i,
  input  logic [R_L_TICKS_W-1:0] r_l_ticks_i,
  input  logic [SUBTICK_W-1:0]   r_l_subticks_i,
  input  logic [SUBTICK_W-1:0]   phase_i,
  input  logic                   rate_valid_i,
  input  logic [STAGE_W-1:0]     r_r_i,
  input  logic                   tick_i,
  output logic                   idle_o,
  output logic                   follow_o,
  output logic [R_C_W-1:0]       r_c_o,
  output logic [STAGE_W-1:0]     r_r_o
);
  (* anyseq *) logic any_idle;
  (* anyseq *) logic any_follow;
  (* anyseq *) logic [R_C_W-1:0] any_r_c;
  assign idle_o   = !rst_ni || any_idle;
  assign follow_o = any_follow;
  assign r_c_o    = rst_ni ? any_r_c : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) r_r_o <= '0;
    else if (rate_valid_i) r_r_o <= r_r_i;
  end
endmodule

module stage_comparator_leading_zero #(
  parameter int STAGE_W     = 5,
  parameter int Q_W         = 24,
  parameter int LOG2_SPAN_W = 5
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   table_we_i,
  input  logic [Q_W:0]           bm_i,
  input  logic [LOG2_SPAN_W-1:0] log2_span_i,
  input  logic [STAGE_W-1:0]     stages_i,
  input  logic [Q_W-1:0]         q_i,
  output logic [STAGE_W-1:0]     stage_o,
  output logic                   changed_o
);
  (* anyseq *) logic [STAGE_W-1:0] any_stage;
  (* anyseq *) logic any_changed;
  assign stage_o   = rst_ni ? any_stage : '0;
  assign changed_o = any_changed;
endmodule

`default_nettype wire
