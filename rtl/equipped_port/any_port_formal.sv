// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// In the place of lossless_port in the proof of equipped_port: whatever a port may say. Of what is proved of lossless_port it
// keeps Z1, the release of the reset, and Z2, that a packet goes of one class, which waits, is not held, has credits and tokens.
module lossless_port #(
  parameter int PORT      = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  port_pause_i,
  input  logic                  resync_i,
  input  logic [COUNTER_W-1:0]  buffer_i,
  input  logic [7:0]            credited_i,
  input  logic [7:0]            strict_i,
  input  logic [63:0]           weights_i,
  input  logic [13:0]           quantum_i,
  input  logic [9:0]            step_i,
  input  logic                  link_up_i,
  input  logic [7:0]            period_i,
  input  logic                  init_i,
  input  logic                  admitted_valid_i,
  input  logic [2:0]            admitted_class_i,
  input  logic [24:0]           admitted_depth_i,
  input  logic [BLOCKS_W-1:0]   admitted_blocks_i,
  input  logic                  released_valid_i,
  input  logic [2:0]            released_class_i,
  input  logic [24:0]           released_depth_i,
  input  logic [BLOCKS_W-1:0]   released_blocks_i,
  input  logic [7:0]            above_i,
  input  logic [7:0]            below_i,
  input  logic [7:0]            waiting_i,
  input  logic [55:0]           lengths_0_3_i,
  input  logic [55:0]           lengths_4_7_i,
  input  logic [4*BLOCKS_W-1:0] head_blocks_0_3_i,
  input  logic [4*BLOCKS_W-1:0] head_blocks_4_7_i,
  input  logic [7:0]            open_i,
  input  logic [7:0]            port_open_i,
  input  logic                  heard_valid_i,
  input  logic                  heard_credit_i,
  input  logic [31:0]           heard_head_i,
  input  logic [63:0]           heard_times_0_3_i,
  input  logic [63:0]           heard_times_4_7_i,
  input  logic [2:0]            heard_class_i,
  input  logic [COUNTER_W-1:0]  heard_fctbs_i,
  input  logic [COUNTER_W-1:0]  heard_fccl_i,
  input  logic                  sent_valid_i,
  input  logic [2:0]            sent_class_i,
  input  logic [BLOCKS_W-1:0]   sent_blocks_i,
  input  logic                  mac_ready_i,
  input  logic                  request_i,
  input  logic                  write_i,
  input  logic [17:0]           address_i,
  input  logic [31:0]           data_i,
  input  logic [3:0]            strobe_i,
  input  logic [63:0]           value_i,
  input  logic [7:0]            interrupt_status_set_i,
  input  logic [7:0]            interrupt_status_level_i,
  output logic                  ready_o,
  output logic [7:0]            goes_o,
  output logic                  mac_valid_o,
  output logic [1:0]            mac_kind_o,
  output logic [2:0]            mac_class_o,
  output logic [31:0]           mac_head_o,
  output logic [63:0]           mac_times_0_3_o,
  output logic [63:0]           mac_times_4_7_o,
  output logic [COUNTER_W-1:0]  mac_fctbs_o,
  output logic [COUNTER_W-1:0]  mac_fccl_o,
  output logic [7:0]            blocked_o,
  output logic [7:0]            credit_o,
  output logic                  answers_o,
  output logic                  error_o,
  output logic [31:0]           data_o,
  output logic                  value_reads_o,
  output logic [8:0]            value_number_o,
  output logic [47:0]           port_mac_address_o,
  output logic [13:0]           port_max_frame_o,
  output logic                  forwarding_route_port_o,
  output logic                  interrupt_o,
  output logic [10:0]           clocks_o
);
  logic rst_n;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(ready_o));

  (* anyseq *) logic [7:0] any_goes;
  (* anyseq *) logic any_mac_valid;
  (* anyseq *) logic [1:0] any_mac_kind;
  (* anyseq *) logic [2:0] any_mac_class;
  (* anyseq *) logic [31:0] any_mac_head;
  (* anyseq *) logic [63:0] any_mac_times_0_3;
  (* anyseq *) logic [63:0] any_mac_times_4_7;
  (* anyseq *) logic [COUNTER_W-1:0] any_mac_fctbs;
  (* anyseq *) logic [COUNTER_W-1:0] any_mac_fccl;
  (* anyseq *) logic [7:0] any_blocked;
  (* anyseq *) logic [7:0] any_credit;
  (* anyseq *) logic any_answers;
  (* anyseq *) logic any_error;
  (* anyseq *) logic [31:0] any_data;
  (* anyseq *) logic any_value_reads;
  (* anyseq *) logic [8:0] any_value_number;
  (* anyseq *) logic [47:0] any_port_mac_address;
  (* anyseq *) logic [13:0] any_port_max_frame;
  (* anyseq *) logic any_forwarding_route_port;
  (* anyseq *) logic any_interrupt;
  (* anyseq *) logic [10:0] any_clocks;
  assign mac_valid_o = any_mac_valid;
  assign mac_kind_o = any_mac_kind;
  assign mac_class_o = any_mac_class;
  assign mac_head_o = any_mac_head;
  assign mac_times_0_3_o = any_mac_times_0_3;
  assign mac_times_4_7_o = any_mac_times_4_7;
  assign mac_fctbs_o = any_mac_fctbs;
  assign mac_fccl_o = any_mac_fccl;
  assign credit_o = any_credit;
  assign answers_o = any_answers;
  assign error_o = any_error;
  assign data_o = any_data;
  assign value_reads_o = any_value_reads;
  assign value_number_o = any_value_number;
  assign port_mac_address_o = any_port_mac_address;
  assign port_max_frame_o = any_port_max_frame;
  assign forwarding_route_port_o = any_forwarding_route_port;
  assign interrupt_o = any_interrupt;
  logic [7:0] may;
  assign blocked_o = ready_o ? any_blocked : '0;
  assign clocks_o  = ready_o ? any_clocks : '0;
  assign may       = any_goes & waiting_i & ~blocked_o & credit_o & open_i & port_open_i;
  assign goes_o    = ready_o && mac_ready_i ? may & (~may + 8'd1) : '0;
endmodule

`default_nettype wire
