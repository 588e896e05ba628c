// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// gentle_port with what is proved of what it adds to its parts, for any inputs in any cycle. Numbers as in
// docs/reference/proofs.md. Classes 2 and 7 are those of GENTLE.
module gentle_port_formal #(
  parameter int PORT      = 11,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 0,
  parameter int STAMP_W   = 4,
  parameter int Q_W       = 4,
  parameter int GENTLE    = 132
) (
  input logic clk_i,
  input logic rst_ni,
  input logic port_pause_i,
  input logic resync_i,
  input logic [COUNTER_W-1:0] buffer_i,
  input logic [7:0] credited_i,
  input logic [7:0] strict_i,
  input logic [63:0] weights_i,
  input logic [13:0] quantum_i,
  input logic [9:0] step_i,
  input logic link_up_i,
  input logic [7:0] period_i,
  input logic init_i,
  input logic admitted_valid_i,
  input logic [2:0] admitted_class_i,
  input logic [24:0] admitted_depth_i,
  input logic [BLOCKS_W-1:0] admitted_blocks_i,
  input logic released_valid_i,
  input logic [2:0] released_class_i,
  input logic [24:0] released_depth_i,
  input logic [BLOCKS_W-1:0] released_blocks_i,
  input logic [7:0] above_i,
  input logic [7:0] below_i,
  input logic [7:0] waiting_i,
  input logic [55:0] lengths_0_3_i,
  input logic [55:0] lengths_4_7_i,
  input logic [4*BLOCKS_W-1:0] head_blocks_0_3_i,
  input logic [4*BLOCKS_W-1:0] head_blocks_4_7_i,
  input logic [7:0] open_i,
  input logic [7:0] port_open_i,
  input logic heard_valid_i,
  input logic heard_credit_i,
  input logic [31:0] heard_head_i,
  input logic [63:0] heard_times_0_3_i,
  input logic [63:0] heard_times_4_7_i,
  input logic [2:0] heard_class_i,
  input logic [COUNTER_W-1:0] heard_fctbs_i,
  input logic [COUNTER_W-1:0] heard_fccl_i,
  input logic sent_valid_i,
  input logic [2:0] sent_class_i,
  input logic [BLOCKS_W-1:0] sent_blocks_i,
  input logic mac_ready_i,
  input logic request_i,
  input logic write_i,
  input logic [17:0] address_i,
  input logic [31:0] data_i,
  input logic [3:0] strobe_i,
  input logic [63:0] value_i,
  input logic [7:0] interrupt_status_set_i,
  input logic [7:0] interrupt_status_level_i,
  input logic [STAMP_W-1:0] now_i,
  input logic [2*Q_W-1:0] depths_0_1_i,
  input logic [2*Q_W-1:0] depths_2_3_i,
  input logic [2*Q_W-1:0] depths_4_5_i,
  input logic [2*Q_W-1:0] depths_6_7_i,
  input logic [15:0] ecn_i,
  input logic [7:0] red_mark_i,
  input logic [7:0] paused_i,
  input logic [STAMP_W-1:0] longest_on_i,
  input logic [STAMP_W-1:0] sample_period_i,
  input logic [Q_W-1:0] low_threshold_i,
  input logic [Q_W-1:0] rise_i,
  input logic [Q_W-1:0] band_i,
  input logic [Q_W-1:0] hard_level_i,
  input logic sticky_i,
  input logic hold_i,
  input logic [1:0] undetermined_i,
  input logic [2:0] shown_i,
  input logic [1:0] rounding_i,
  input logic clamp_i,
  input logic [25:0] bm_i,
  input logic [4:0] log2_span_i,
  input logic [4:0] stages_i,
  input logic [13:0] sent_ticks_i,
  input logic [5:0] sent_subticks_i,
  input logic [5:0] sent_phase_i,
  input logic tick_i
);
  logic ready_o;
  logic [7:0] goes_o;
  logic mac_valid_o;
  logic [1:0] mac_kind_o;
  logic [2:0] mac_class_o;
  logic [31:0] mac_head_o;
  logic [63:0] mac_times_0_3_o;
  logic [63:0] mac_times_4_7_o;
  logic [COUNTER_W-1:0] mac_fctbs_o;
  logic [COUNTER_W-1:0] mac_fccl_o;
  logic [7:0] blocked_o;
  logic [7:0] credit_o;
  logic answers_o;
  logic error_o;
  logic [31:0] data_o;
  logic value_reads_o;
  logic [8:0] value_number_o;
  logic [47:0] port_mac_address_o;
  logic [13:0] port_max_frame_o;
  logic forwarding_route_port_o;
  logic interrupt_o;
  logic [10:0] clocks_o;
  logic [1:0] ecn_o;
  logic ce_o;
  logic ue_o;
  logic [15:0] states_o;
  logic [7:0] spans_o;
  logic [7:0] pauses_seen_o;
  logic [7:0] holds_o;
  logic [STAMP_W-1:0] stamp_o;
  logic [Q_W-1:0] sample_o;
  logic [8:0] detector_clocks_o;
  logic [7:0] lets_o;
  logic [7:0] stages_due_o;
  logic tells_o;
  logic [39:0] obeyed_o;
  logic [39:0] wait_o;
  gentle_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W),
    .GENTLE(GENTLE)
  ) i_dut (.*);

  logic start = 1'b1;
  always_ff @(posedge clk_i) start <= 1'b0;
  always_comb begin
    if (start) assume (!rst_ni);
  end

  (* hierconn *) wire \i_dut.i_port.rst_ni ;
  (* hierconn *) wire \i_dut.i_port.port_pause_i ;
  (* hierconn *) wire \i_dut.i_port.resync_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.buffer_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.credited_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.strict_i ;
  (* hierconn *) wire [63:0] \i_dut.i_port.weights_i ;
  (* hierconn *) wire [13:0] \i_dut.i_port.quantum_i ;
  (* hierconn *) wire [9:0] \i_dut.i_port.step_i ;
  (* hierconn *) wire \i_dut.i_port.link_up_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.period_i ;
  (* hierconn *) wire \i_dut.i_port.init_i ;
  (* hierconn *) wire \i_dut.i_port.admitted_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.i_port.admitted_class_i ;
  (* hierconn *) wire [24:0] \i_dut.i_port.admitted_depth_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.i_port.admitted_blocks_i ;
  (* hierconn *) wire \i_dut.i_port.released_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.i_port.released_class_i ;
  (* hierconn *) wire [24:0] \i_dut.i_port.released_depth_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.i_port.released_blocks_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.above_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.below_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.waiting_i ;
  (* hierconn *) wire [55:0] \i_dut.i_port.lengths_0_3_i ;
  (* hierconn *) wire [55:0] \i_dut.i_port.lengths_4_7_i ;
  (* hierconn *) wire [4*BLOCKS_W-1:0] \i_dut.i_port.head_blocks_0_3_i ;
  (* hierconn *) wire [4*BLOCKS_W-1:0] \i_dut.i_port.head_blocks_4_7_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.open_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.port_open_i ;
  (* hierconn *) wire \i_dut.i_port.heard_valid_i ;
  (* hierconn *) wire \i_dut.i_port.heard_credit_i ;
  (* hierconn *) wire [31:0] \i_dut.i_port.heard_head_i ;
  (* hierconn *) wire [63:0] \i_dut.i_port.heard_times_0_3_i ;
  (* hierconn *) wire [63:0] \i_dut.i_port.heard_times_4_7_i ;
  (* hierconn *) wire [2:0] \i_dut.i_port.heard_class_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.heard_fctbs_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.heard_fccl_i ;
  (* hierconn *) wire \i_dut.i_port.sent_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.i_port.sent_class_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.i_port.sent_blocks_i ;
  (* hierconn *) wire \i_dut.i_port.mac_ready_i ;
  (* hierconn *) wire \i_dut.i_port.request_i ;
  (* hierconn *) wire \i_dut.i_port.write_i ;
  (* hierconn *) wire [17:0] \i_dut.i_port.address_i ;
  (* hierconn *) wire [31:0] \i_dut.i_port.data_i ;
  (* hierconn *) wire [3:0] \i_dut.i_port.strobe_i ;
  (* hierconn *) wire [63:0] \i_dut.i_port.value_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.interrupt_status_set_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.interrupt_status_level_i ;
  (* hierconn *) wire [STAMP_W-1:0] \i_dut.i_port.now_i ;
  (* hierconn *) wire [2*Q_W-1:0] \i_dut.i_port.depths_0_1_i ;
  (* hierconn *) wire [2*Q_W-1:0] \i_dut.i_port.depths_2_3_i ;
  (* hierconn *) wire [2*Q_W-1:0] \i_dut.i_port.depths_4_5_i ;
  (* hierconn *) wire [2*Q_W-1:0] \i_dut.i_port.depths_6_7_i ;
  (* hierconn *) wire [15:0] \i_dut.i_port.ecn_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.red_mark_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.paused_i ;
  (* hierconn *) wire [STAMP_W-1:0] \i_dut.i_port.longest_on_i ;
  (* hierconn *) wire [STAMP_W-1:0] \i_dut.i_port.sample_period_i ;
  (* hierconn *) wire [Q_W-1:0] \i_dut.i_port.low_threshold_i ;
  (* hierconn *) wire [Q_W-1:0] \i_dut.i_port.rise_i ;
  (* hierconn *) wire [Q_W-1:0] \i_dut.i_port.band_i ;
  (* hierconn *) wire [Q_W-1:0] \i_dut.i_port.hard_level_i ;
  (* hierconn *) wire \i_dut.i_port.sticky_i ;
  (* hierconn *) wire \i_dut.i_port.hold_i ;
  (* hierconn *) wire [1:0] \i_dut.i_port.undetermined_i ;
  (* hierconn *) wire [2:0] \i_dut.i_port.shown_i ;
  (* hierconn *) wire \i_dut.i_port.ready_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.goes_o ;
  (* hierconn *) wire \i_dut.i_port.mac_valid_o ;
  (* hierconn *) wire [1:0] \i_dut.i_port.mac_kind_o ;
  (* hierconn *) wire [2:0] \i_dut.i_port.mac_class_o ;
  (* hierconn *) wire [31:0] \i_dut.i_port.mac_head_o ;
  (* hierconn *) wire [63:0] \i_dut.i_port.mac_times_0_3_o ;
  (* hierconn *) wire [63:0] \i_dut.i_port.mac_times_4_7_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fccl_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.blocked_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.credit_o ;
  (* hierconn *) wire \i_dut.i_port.answers_o ;
  (* hierconn *) wire \i_dut.i_port.error_o ;
  (* hierconn *) wire [31:0] \i_dut.i_port.data_o ;
  (* hierconn *) wire \i_dut.i_port.value_reads_o ;
  (* hierconn *) wire [8:0] \i_dut.i_port.value_number_o ;
  (* hierconn *) wire [47:0] \i_dut.i_port.port_mac_address_o ;
  (* hierconn *) wire [13:0] \i_dut.i_port.port_max_frame_o ;
  (* hierconn *) wire \i_dut.i_port.forwarding_route_port_o ;
  (* hierconn *) wire \i_dut.i_port.interrupt_o ;
  (* hierconn *) wire [10:0] \i_dut.i_port.clocks_o ;
  (* hierconn *) wire [1:0] \i_dut.i_port.ecn_o ;
  (* hierconn *) wire \i_dut.i_port.ce_o , \i_dut.i_port.ue_o ;
  (* hierconn *) wire [15:0] \i_dut.i_port.states_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.spans_o , \i_dut.i_port.pauses_seen_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.holds_o ;
  (* hierconn *) wire [STAMP_W-1:0] \i_dut.i_port.stamp_o ;
  (* hierconn *) wire [Q_W-1:0] \i_dut.i_port.sample_o ;
  (* hierconn *) wire [8:0] \i_dut.i_port.detector_clocks_o ;
  (* hierconn *) wire \i_dut.g_class[2].g_gentle.i_limiter.sent_i , \i_dut.g_class[2].g_gentle.i_limiter.rate_valid_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_gentle.i_limiter.tick_i ;
  (* hierconn *) wire [1:0] \i_dut.g_class[2].g_gentle.i_limiter.rounding_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_gentle.i_limiter.clamp_i ;
  (* hierconn *) wire [13:0] \i_dut.g_class[2].g_gentle.i_limiter.r_l_ticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[2].g_gentle.i_limiter.r_l_subticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[2].g_gentle.i_limiter.phase_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_gentle.i_limiter.idle_o , \i_dut.g_class[2].g_gentle.i_limiter.follow_o ;
  (* hierconn *) wire [39:0] \i_dut.g_class[2].g_gentle.i_limiter.r_c_o ;
  (* hierconn *) wire [4:0] \i_dut.g_class[2].g_gentle.stage_q , \i_dut.g_class[2].g_gentle.told_q ;
  (* hierconn *) wire \i_dut.g_class[2].g_gentle.clocked ;
  (* hierconn *) wire \i_dut.g_class[7].g_gentle.i_limiter.sent_i , \i_dut.g_class[7].g_gentle.i_limiter.rate_valid_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_gentle.i_limiter.tick_i ;
  (* hierconn *) wire [1:0] \i_dut.g_class[7].g_gentle.i_limiter.rounding_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_gentle.i_limiter.clamp_i ;
  (* hierconn *) wire [13:0] \i_dut.g_class[7].g_gentle.i_limiter.r_l_ticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[7].g_gentle.i_limiter.r_l_subticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[7].g_gentle.i_limiter.phase_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_gentle.i_limiter.idle_o , \i_dut.g_class[7].g_gentle.i_limiter.follow_o ;
  (* hierconn *) wire [39:0] \i_dut.g_class[7].g_gentle.i_limiter.r_c_o ;
  (* hierconn *) wire [4:0] \i_dut.g_class[7].g_gentle.stage_q , \i_dut.g_class[7].g_gentle.told_q ;
  (* hierconn *) wire \i_dut.g_class[7].g_gentle.clocked ;
  (* hierconn *) wire [1:0] \i_dut.i_reset.released_q ;
  (* hierconn *) wire [1:0] \i_dut.i_port.i_port.i_reset.released_q ;
  (* hierconn *) wire [1:0] \i_dut.valid_q ;
  (* hierconn *) wire [5:0] \i_dut.classes_q ;
  (* hierconn *) wire \i_dut.g_depth[0].i_comparator.table_we_i ;
  (* hierconn *) wire [25:0] \i_dut.g_depth[0].i_comparator.bm_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[0].i_comparator.log2_span_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[0].i_comparator.stages_i ;
  (* hierconn *) wire [24:0] \i_dut.g_depth[0].i_comparator.q_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[0].i_comparator.stage_o ;
  (* hierconn *) wire \i_dut.g_depth[1].i_comparator.table_we_i ;
  (* hierconn *) wire [25:0] \i_dut.g_depth[1].i_comparator.bm_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[1].i_comparator.log2_span_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[1].i_comparator.stages_i ;
  (* hierconn *) wire [24:0] \i_dut.g_depth[1].i_comparator.q_i ;
  (* hierconn *) wire [4:0] \i_dut.g_depth[1].i_comparator.stage_o ;
  logic same;
  assign same = {
    \i_dut.i_port.rst_ni , \i_dut.i_port.port_pause_i , \i_dut.i_port.resync_i , \i_dut.i_port.buffer_i ,
    \i_dut.i_port.credited_i , \i_dut.i_port.strict_i , \i_dut.i_port.weights_i , \i_dut.i_port.quantum_i , \i_dut.i_port.step_i ,
    \i_dut.i_port.link_up_i , \i_dut.i_port.period_i , \i_dut.i_port.init_i , \i_dut.i_port.admitted_valid_i ,
    \i_dut.i_port.admitted_class_i , \i_dut.i_port.admitted_depth_i , \i_dut.i_port.admitted_blocks_i ,
    \i_dut.i_port.released_valid_i , \i_dut.i_port.released_class_i , \i_dut.i_port.released_depth_i ,
    \i_dut.i_port.released_blocks_i , \i_dut.i_port.above_i , \i_dut.i_port.below_i , \i_dut.i_port.waiting_i ,
    \i_dut.i_port.lengths_0_3_i , \i_dut.i_port.lengths_4_7_i , \i_dut.i_port.head_blocks_0_3_i ,
    \i_dut.i_port.head_blocks_4_7_i , \i_dut.i_port.port_open_i , \i_dut.i_port.heard_valid_i , \i_dut.i_port.heard_credit_i ,
    \i_dut.i_port.heard_head_i , \i_dut.i_port.heard_times_0_3_i , \i_dut.i_port.heard_times_4_7_i , \i_dut.i_port.heard_class_i ,
    \i_dut.i_port.heard_fctbs_i , \i_dut.i_port.heard_fccl_i , \i_dut.i_port.sent_valid_i , \i_dut.i_port.sent_class_i ,
    \i_dut.i_port.sent_blocks_i , \i_dut.i_port.request_i , \i_dut.i_port.write_i , \i_dut.i_port.address_i ,
    \i_dut.i_port.data_i , \i_dut.i_port.strobe_i , \i_dut.i_port.value_i , \i_dut.i_port.interrupt_status_set_i ,
    \i_dut.i_port.interrupt_status_level_i , \i_dut.i_port.now_i , \i_dut.i_port.depths_0_1_i , \i_dut.i_port.depths_2_3_i ,
    \i_dut.i_port.depths_4_5_i , \i_dut.i_port.depths_6_7_i , \i_dut.i_port.ecn_i , \i_dut.i_port.red_mark_i ,
    \i_dut.i_port.paused_i , \i_dut.i_port.longest_on_i , \i_dut.i_port.sample_period_i , \i_dut.i_port.low_threshold_i ,
    \i_dut.i_port.rise_i , \i_dut.i_port.band_i , \i_dut.i_port.hard_level_i , \i_dut.i_port.sticky_i , \i_dut.i_port.hold_i ,
    \i_dut.i_port.undetermined_i , \i_dut.i_port.shown_i , \i_dut.i_port.ready_o , \i_dut.i_port.goes_o ,
    \i_dut.i_port.mac_fctbs_o , \i_dut.i_port.mac_fccl_o , \i_dut.i_port.blocked_o , \i_dut.i_port.credit_o ,
    \i_dut.i_port.answers_o , \i_dut.i_port.error_o , \i_dut.i_port.data_o , \i_dut.i_port.value_reads_o ,
    \i_dut.i_port.value_number_o , \i_dut.i_port.port_mac_address_o , \i_dut.i_port.port_max_frame_o ,
    \i_dut.i_port.forwarding_route_port_o , \i_dut.i_port.interrupt_o , \i_dut.i_port.clocks_o , \i_dut.i_port.ecn_o ,
    \i_dut.i_port.ce_o , \i_dut.i_port.ue_o , \i_dut.i_port.states_o , \i_dut.i_port.spans_o , \i_dut.i_port.pauses_seen_o ,
    \i_dut.i_port.holds_o , \i_dut.i_port.stamp_o , \i_dut.i_port.sample_o , \i_dut.i_port.detector_clocks_o } == {
    rst_ni, port_pause_i, resync_i, buffer_i, credited_i, strict_i, weights_i, quantum_i, step_i, link_up_i, period_i, init_i,
    admitted_valid_i, admitted_class_i, admitted_depth_i, admitted_blocks_i, released_valid_i, released_class_i, released_depth_i,
    released_blocks_i, above_i, below_i, waiting_i, lengths_0_3_i, lengths_4_7_i, head_blocks_0_3_i, head_blocks_4_7_i,
    port_open_i, heard_valid_i, heard_credit_i, heard_head_i, heard_times_0_3_i, heard_times_4_7_i, heard_class_i, heard_fctbs_i,
    heard_fccl_i, sent_valid_i, sent_class_i, sent_blocks_i, request_i, write_i, address_i, data_i, strobe_i, value_i,
    interrupt_status_set_i, interrupt_status_level_i, now_i, depths_0_1_i, depths_2_3_i, depths_4_5_i, depths_6_7_i, ecn_i,
    red_mark_i, paused_i, longest_on_i, sample_period_i, low_threshold_i, rise_i, band_i, hard_level_i, sticky_i, hold_i,
    undetermined_i, shown_i, ready_o, goes_o, mac_fctbs_o, mac_fccl_o, blocked_o, credit_o, answers_o, error_o, data_o,
    value_reads_o, value_number_o, port_mac_address_o, port_max_frame_o, forwarding_route_port_o, interrupt_o, clocks_o, ecn_o,
    ce_o, ue_o, states_o, spans_o, pauses_seen_o, holds_o, stamp_o, sample_o, detector_clocks_o};

  // What the cycle before had.
  logic [1:0] valid_q;
  logic [5:0] classes_q;
  always_ff @(posedge clk_i) begin
    valid_q   <= ready_o ? {released_valid_i, admitted_valid_i} : '0;
    classes_q <= {released_class_i, admitted_class_i};
  end

  logic [7:0]   classes;
  logic [9:0]   compared;
  logic [127:0] heard_times, told_times;
  assign classes     = 8'(GENTLE);
  assign compared    = {\i_dut.g_depth[1].i_comparator.stage_o , \i_dut.g_depth[0].i_comparator.stage_o };
  assign heard_times = {heard_times_0_3_i, heard_times_4_7_i};
  assign told_times  = {mac_times_0_3_o, mac_times_4_7_o};

  always_comb begin
    if (!start) begin
      // j1: no packet goes that a limiter holds, and none beside a frame of stages; other classes have no limiter.
      j1_held: assert ((goes_o & ~(open_i & lets_o)) == '0);
      j1_alone: assert (!tells_o || goes_o == '0);
      j1_others: assert ((lets_o | classes) == 8'hff);
      // j3: a depth is compared with the table, in the cycle in which it comes; only a class of GENTLE has stages.
      j3_table: assert ({
        \i_dut.g_depth[0].i_comparator.table_we_i , \i_dut.g_depth[0].i_comparator.bm_i ,
        \i_dut.g_depth[0].i_comparator.log2_span_i , \i_dut.g_depth[0].i_comparator.stages_i } == {1'b1, bm_i, log2_span_i, stages_i});
      j3_table_left: assert ({
        \i_dut.g_depth[1].i_comparator.table_we_i , \i_dut.g_depth[1].i_comparator.bm_i ,
        \i_dut.g_depth[1].i_comparator.log2_span_i , \i_dut.g_depth[1].i_comparator.stages_i } == {1'b1, bm_i, log2_span_i, stages_i});
      j3_depth: assert ((!admitted_valid_i || \i_dut.g_depth[0].i_comparator.q_i  == admitted_depth_i) &&
                        (!released_valid_i || \i_dut.g_depth[1].i_comparator.q_i  == released_depth_i));
      j3_compared: assert (!ready_o || (\i_dut.valid_q == valid_q && (valid_q == '0 || \i_dut.classes_q == classes_q)));
      j3_others: assert ((stages_due_o & ~classes) == '0);
      // j4: stages go to the MAC where the port offers neither a MAC control frame nor a message.
      j4_order: assert (tells_o == (ready_o && stages_due_o != '0 && \i_dut.i_port.mac_kind_o == 2'd0));
      j4_frame: assert (!tells_o || (mac_valid_o && mac_kind_o == 2'd1 && mac_class_o == '0 &&
                                     mac_head_o == {24'h010100, stages_due_o}));
      j4_port: assert (tells_o || {mac_valid_o, mac_kind_o, mac_class_o, mac_head_o, mac_times_0_3_o, mac_times_4_7_o} == {
        \i_dut.i_port.mac_valid_o , \i_dut.i_port.mac_kind_o , \i_dut.i_port.mac_class_o , \i_dut.i_port.mac_head_o ,
        \i_dut.i_port.mac_times_0_3_o , \i_dut.i_port.mac_times_4_7_o });
      // j5: the reset, released as that of lossless_port, and the ports of equipped_port.
      j5_release: assert (\i_dut.i_reset.released_q == \i_dut.i_port.i_port.i_reset.released_q && \i_dut.i_reset.released_q != 2'b10 &&
                          \i_dut.i_reset.released_q [1] == ready_o);
      j5_reset: assert (ready_o || ({stages_due_o, obeyed_o, wait_o, tells_o} == '0 && lets_o == 8'hff));
      j5_port: assert (same);
      j5_taken: assert (\i_dut.i_port.mac_ready_i == (mac_ready_i && !tells_o) && \i_dut.i_port.open_i == (open_i & lets_o));
    end
  end

  gentle_port_class_formal #(.C(2)) i_class_2 (
    .clk_i, .start_i(start), .ready_i(ready_o), .sent_valid_i, .sent_class_i, .heard_valid_i, .heard_credit_i,
    .heard_head_i, .time_i(heard_times[80+:16]), .stages_i, .obeyed_i(obeyed_o[10+:5]), .lets_i(lets_o[2]),
    .due_i(stages_due_o[2]), .taken_i(tells_o && mac_ready_i), .valid_i(valid_q), .classes_i(classes_q), .compared_i(compared),
    .shown_i(shown_i == 3'd2), .wait_i(wait_o), .told_time_i(told_times[80+:16]), .tells_i(tells_o),
    .settings_i({rounding_i, clamp_i, sent_ticks_i, sent_subticks_i, sent_phase_i, tick_i}),
    .limiter_settings_i({
      \i_dut.g_class[2].g_gentle.i_limiter.rounding_i , \i_dut.g_class[2].g_gentle.i_limiter.clamp_i ,
      \i_dut.g_class[2].g_gentle.i_limiter.r_l_ticks_i , \i_dut.g_class[2].g_gentle.i_limiter.r_l_subticks_i ,
      \i_dut.g_class[2].g_gentle.i_limiter.phase_i , \i_dut.g_class[2].g_gentle.i_limiter.tick_i }),
    .limiter_sent_i(\i_dut.g_class[2].g_gentle.i_limiter.sent_i ),
    .limiter_assigned_i(\i_dut.g_class[2].g_gentle.i_limiter.rate_valid_i ),
    .idle_i(\i_dut.g_class[2].g_gentle.i_limiter.idle_o ), .follow_i(\i_dut.g_class[2].g_gentle.i_limiter.follow_o ),
    .r_c_i(\i_dut.g_class[2].g_gentle.i_limiter.r_c_o ),
    .stage_i(\i_dut.g_class[2].g_gentle.stage_q ), .told_i(\i_dut.g_class[2].g_gentle.told_q ),
    .clocked_i(\i_dut.g_class[2].g_gentle.clocked )
  );
  gentle_port_class_formal #(.C(7)) i_class_7 (
    .clk_i, .start_i(start), .ready_i(ready_o), .sent_valid_i, .sent_class_i, .heard_valid_i, .heard_credit_i,
    .heard_head_i, .time_i(heard_times[0+:16]), .stages_i, .obeyed_i(obeyed_o[35+:5]), .lets_i(lets_o[7]),
    .due_i(stages_due_o[7]), .taken_i(tells_o && mac_ready_i), .valid_i(valid_q), .classes_i(classes_q), .compared_i(compared),
    .shown_i(shown_i == 3'd7), .wait_i(wait_o), .told_time_i(told_times[0+:16]), .tells_i(tells_o),
    .settings_i({rounding_i, clamp_i, sent_ticks_i, sent_subticks_i, sent_phase_i, tick_i}),
    .limiter_settings_i({
      \i_dut.g_class[7].g_gentle.i_limiter.rounding_i , \i_dut.g_class[7].g_gentle.i_limiter.clamp_i ,
      \i_dut.g_class[7].g_gentle.i_limiter.r_l_ticks_i , \i_dut.g_class[7].g_gentle.i_limiter.r_l_subticks_i ,
      \i_dut.g_class[7].g_gentle.i_limiter.phase_i , \i_dut.g_class[7].g_gentle.i_limiter.tick_i }),
    .limiter_sent_i(\i_dut.g_class[7].g_gentle.i_limiter.sent_i ),
    .limiter_assigned_i(\i_dut.g_class[7].g_gentle.i_limiter.rate_valid_i ),
    .idle_i(\i_dut.g_class[7].g_gentle.i_limiter.idle_o ), .follow_i(\i_dut.g_class[7].g_gentle.i_limiter.follow_o ),
    .r_c_i(\i_dut.g_class[7].g_gentle.i_limiter.r_c_o ),
    .stage_i(\i_dut.g_class[7].g_gentle.stage_q ), .told_i(\i_dut.g_class[7].g_gentle.told_q ),
    .clocked_i(\i_dut.g_class[7].g_gentle.clocked )
  );
endmodule

`default_nettype wire
