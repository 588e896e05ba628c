// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// equipped_port with what is proved of what it adds to its parts, for any inputs in any cycle. Numbers as in
// docs/reference/proofs.md.
module equipped_port_formal #(
  parameter int PORT      = 11,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 255,
  parameter int STAMP_W   = 18,
  parameter int Q_W       = 24
) (
  input logic                    clk_i,
  input logic                    rst_ni,
  input logic                    port_pause_i,
  input logic                    resync_i,
  input logic [COUNTER_W-1:0]    buffer_i,
  input logic [7:0]              credited_i,
  input logic [7:0]              strict_i,
  input logic [63:0]             weights_i,
  input logic [13:0]             quantum_i,
  input logic [9:0]              step_i,
  input logic                    link_up_i,
  input logic [7:0]              period_i,
  input logic                    init_i,
  input logic                    admitted_valid_i,
  input logic [2:0]              admitted_class_i,
  input logic [24:0]             admitted_depth_i,
  input logic [BLOCKS_W-1:0]     admitted_blocks_i,
  input logic                    released_valid_i,
  input logic [2:0]              released_class_i,
  input logic [24:0]             released_depth_i,
  input logic [BLOCKS_W-1:0]     released_blocks_i,
  input logic [7:0]              above_i,
  input logic [7:0]              below_i,
  input logic [7:0]              waiting_i,
  input logic [55:0]             lengths_0_3_i,
  input logic [55:0]             lengths_4_7_i,
  input logic [4*BLOCKS_W-1:0]   head_blocks_0_3_i,
  input logic [4*BLOCKS_W-1:0]   head_blocks_4_7_i,
  input logic [7:0]              open_i,
  input logic [7:0]              port_open_i,
  input logic                    heard_valid_i,
  input logic                    heard_credit_i,
  input logic [31:0]             heard_head_i,
  input logic [63:0]             heard_times_0_3_i,
  input logic [63:0]             heard_times_4_7_i,
  input logic [2:0]              heard_class_i,
  input logic [COUNTER_W-1:0]    heard_fctbs_i,
  input logic [COUNTER_W-1:0]    heard_fccl_i,
  input logic                    sent_valid_i,
  input logic [2:0]              sent_class_i,
  input logic [BLOCKS_W-1:0]     sent_blocks_i,
  input logic                    mac_ready_i,
  input logic                    request_i,
  input logic                    write_i,
  input logic [17:0]             address_i,
  input logic [31:0]             data_i,
  input logic [3:0]              strobe_i,
  input logic [63:0]             value_i,
  input logic [7:0]              interrupt_status_set_i,
  input logic [7:0]              interrupt_status_level_i,
  input logic [STAMP_W-1:0]      now_i,
  input logic [2*Q_W-1:0]        depths_0_1_i,
  input logic [2*Q_W-1:0]        depths_2_3_i,
  input logic [2*Q_W-1:0]        depths_4_5_i,
  input logic [2*Q_W-1:0]        depths_6_7_i,
  input logic [15:0]             ecn_i,
  input logic [7:0]              red_mark_i,
  input logic [7:0]              paused_i,
  input logic [STAMP_W-1:0]      longest_on_i,
  input logic [STAMP_W-1:0]      sample_period_i,
  input logic [Q_W-1:0]          low_threshold_i,
  input logic [Q_W-1:0]          rise_i,
  input logic [Q_W-1:0]          band_i,
  input logic [Q_W-1:0]          hard_level_i,
  input logic                    sticky_i,
  input logic                    hold_i,
  input logic [1:0]              undetermined_i,
  input logic [2:0]              shown_i
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
  equipped_port #(.PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W))
    i_dut (.*);

  logic start = 1'b1;
  always_ff @(posedge clk_i) start <= 1'b0;
  always_comb begin
    if (start) assume (!rst_ni);
  end

  logic [7:0]       classes;
  logic [111:0]     lengths;
  logic [8*Q_W-1:0] depths;
  assign classes = 8'(TCD);
  assign lengths = {lengths_4_7_i, lengths_0_3_i};
  assign depths  = {depths_6_7_i, depths_4_5_i, depths_2_3_i, depths_0_1_i};

  (* hierconn *) wire [7:0] \i_dut.off_q ;
  (* hierconn *) wire [1:0] \i_dut.i_reset.released_q ;
  (* hierconn *) wire [1:0] \i_dut.i_port.i_reset.released_q ;
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
  logic same;
  assign same = {
    \i_dut.i_port.rst_ni , \i_dut.i_port.port_pause_i , \i_dut.i_port.resync_i , \i_dut.i_port.buffer_i ,
    \i_dut.i_port.credited_i , \i_dut.i_port.strict_i , \i_dut.i_port.weights_i , \i_dut.i_port.quantum_i ,
    \i_dut.i_port.step_i , \i_dut.i_port.link_up_i , \i_dut.i_port.period_i , \i_dut.i_port.init_i ,
    \i_dut.i_port.admitted_valid_i , \i_dut.i_port.admitted_class_i , \i_dut.i_port.admitted_depth_i ,
    \i_dut.i_port.admitted_blocks_i , \i_dut.i_port.released_valid_i , \i_dut.i_port.released_class_i ,
    \i_dut.i_port.released_depth_i , \i_dut.i_port.released_blocks_i , \i_dut.i_port.above_i , \i_dut.i_port.below_i ,
    \i_dut.i_port.waiting_i , \i_dut.i_port.lengths_0_3_i , \i_dut.i_port.lengths_4_7_i , \i_dut.i_port.head_blocks_0_3_i ,
    \i_dut.i_port.head_blocks_4_7_i , \i_dut.i_port.open_i , \i_dut.i_port.port_open_i , \i_dut.i_port.heard_valid_i ,
    \i_dut.i_port.heard_credit_i , \i_dut.i_port.heard_head_i , \i_dut.i_port.heard_times_0_3_i ,
    \i_dut.i_port.heard_times_4_7_i , \i_dut.i_port.heard_class_i , \i_dut.i_port.heard_fctbs_i ,
    \i_dut.i_port.heard_fccl_i , \i_dut.i_port.sent_valid_i , \i_dut.i_port.sent_class_i , \i_dut.i_port.sent_blocks_i ,
    \i_dut.i_port.mac_ready_i , \i_dut.i_port.request_i , \i_dut.i_port.write_i , \i_dut.i_port.address_i ,
    \i_dut.i_port.data_i , \i_dut.i_port.strobe_i , \i_dut.i_port.value_i , \i_dut.i_port.interrupt_status_set_i ,
    \i_dut.i_port.interrupt_status_level_i , \i_dut.i_port.ready_o , \i_dut.i_port.goes_o , \i_dut.i_port.mac_valid_o ,
    \i_dut.i_port.mac_kind_o , \i_dut.i_port.mac_class_o , \i_dut.i_port.mac_head_o , \i_dut.i_port.mac_times_0_3_o ,
    \i_dut.i_port.mac_times_4_7_o , \i_dut.i_port.mac_fctbs_o , \i_dut.i_port.mac_fccl_o , \i_dut.i_port.blocked_o ,
    \i_dut.i_port.credit_o , \i_dut.i_port.answers_o , \i_dut.i_port.error_o , \i_dut.i_port.data_o ,
    \i_dut.i_port.value_reads_o , \i_dut.i_port.value_number_o , \i_dut.i_port.port_mac_address_o ,
    \i_dut.i_port.port_max_frame_o , \i_dut.i_port.forwarding_route_port_o , \i_dut.i_port.interrupt_o ,
    \i_dut.i_port.clocks_o } == {
    rst_ni, port_pause_i, resync_i, buffer_i, credited_i, strict_i, weights_i, quantum_i, step_i, link_up_i, period_i,
    init_i, admitted_valid_i, admitted_class_i, admitted_depth_i, admitted_blocks_i, released_valid_i, released_class_i,
    released_depth_i, released_blocks_i, above_i, below_i, waiting_i, lengths_0_3_i, lengths_4_7_i, head_blocks_0_3_i,
    head_blocks_4_7_i, open_i, port_open_i, heard_valid_i, heard_credit_i, heard_head_i, heard_times_0_3_i,
    heard_times_4_7_i, heard_class_i, heard_fctbs_i, heard_fccl_i, sent_valid_i, sent_class_i, sent_blocks_i, mac_ready_i,
    request_i, write_i, address_i, data_i, strobe_i, value_i, interrupt_status_set_i, interrupt_status_level_i, ready_o,
    goes_o, mac_valid_o, mac_kind_o, mac_class_o, mac_head_o, mac_times_0_3_o, mac_times_4_7_o, mac_fctbs_o, mac_fccl_o,
    blocked_o, credit_o, answers_o, error_o, data_o, value_reads_o, value_number_o, port_mac_address_o, port_max_frame_o,
    forwarding_route_port_o, interrupt_o, clocks_o};

  // What the cycle before had.
  logic               ran_q;
  logic [2:0]         shown_q;
  logic [STAMP_W-1:0] now_q, stamp_q;
  logic [Q_W-1:0]     sample_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ran_q <= 1'b0;
    else ran_q <= ready_o;
  end
  always_ff @(posedge clk_i) begin
    shown_q  <= shown_i;
    now_q    <= now_i;
    stamp_q  <= stamp_o;
    sample_q <= sample_o;
  end

  always_comb begin
    if (!start) begin
      // y1: a packet's code point is its detector's affair; without one, and without a packet, nothing is marked.
      y1_none: assert (goes_o != '0 || (ecn_o == '0 && !ce_o && !ue_o));
      y1_one: assert (!(ce_o && ue_o));
      // y5: the reset, released as that of lossless_port, and the ports of lossless_port.
      y5_release: assert (\i_dut.i_reset.released_q == \i_dut.i_port.i_reset.released_q && \i_dut.i_reset.released_q != 2'b10 &&
                          \i_dut.i_reset.released_q [1] == ready_o);
      y5_reset: assert (ready_o || (detector_clocks_o == '0 && {states_o, spans_o, pauses_seen_o, holds_o} == '0));
      y5_port: assert (same);
      y5_shown: assert (ready_o || (stamp_o == '0 && sample_o == '0));
    end
  end

  for (genvar c = 0; c < 8; c++) begin : g_class
    equipped_port_class_formal #(.STAMP_W(STAMP_W), .Q_W(Q_W)) i_class (
      .clk_i, .rst_ni, .start_i(start), .ran_i(ran_q), .ready_i(ready_o), .has_i(classes[c]), .blocked_i(blocked_o[c]),
      .waiting_i(waiting_i[c]), .credit_i(credit_o[c]), .goes_i(goes_o[c]), .looks_i(now_i[2:0] == 3'(c)), .span_i(spans_o[c]),
      .clocked_i(detector_clocks_o[c]), .off_i(\i_dut.off_q [c]), .off_clocked_i(detector_clocks_o[8]),
      .state_i(states_o[2*c+:2]), .code_i(ecn_i[2*c+:2]),
      .seen_i(pauses_seen_o[c]), .holds_i(holds_o[c]), .depth_i(depths[c*Q_W+:Q_W]), .length_i(lengths[c*14+:14]), .hard_level_i,
      .undetermined_i, .ecn_i(ecn_o), .ce_i(ce_o), .ue_i(ue_o), .shown_i(shown_i == 3'(c)), .shown_before_i(shown_q == 3'(c)),
      .stamp_i(stamp_o), .sample_i(sample_o), .stamp_before_i(stamp_q), .sample_before_i(sample_q), .now_before_i(now_q)
    );
  end
endmodule

// What is proved of one class.
module equipped_port_class_formal #(
  parameter int STAMP_W = 18,
  parameter int Q_W     = 24
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               start_i,
  input logic               ran_i,           // the port ran in the cycle before
  input logic               ready_i,
  input logic               has_i,           // the class has a detector
  input logic               blocked_i,
  input logic               waiting_i,
  input logic               credit_i,
  input logic               goes_i,
  input logic               looks_i,         // the sweep looks at the class
  input logic               span_i,
  input logic               clocked_i,
  input logic               off_i,           // the register: the class might not send
  input logic               off_clocked_i,
  input logic [1:0]         state_i,
  input logic [1:0]         code_i,          // of the packet that waits
  input logic               seen_i,
  input logic               holds_i,
  input logic [Q_W-1:0]     depth_i,
  input logic [13:0]        length_i,
  input logic [Q_W-1:0]     hard_level_i,
  input logic [1:0]         undetermined_i,
  input logic [1:0]         ecn_i,           // of the packet that goes
  input logic               ce_i,
  input logic               ue_i,
  input logic               shown_i,
  input logic               shown_before_i,
  input logic [STAMP_W-1:0] stamp_i,
  input logic [Q_W-1:0]     sample_i,
  input logic [STAMP_W-1:0] stamp_before_i,
  input logic [Q_W-1:0]     sample_before_i,
  input logic [STAMP_W-1:0] now_before_i
);
  logic           off, ends, hard, off_q, ended_q, ended_going_q, clocked_q, stays;
  logic [4:0]     now, before_q;
  logic [Q_W-1:0] behind;
  assign off    = blocked_i || (waiting_i && !credit_i);
  assign ends   = has_i && off_q && !off;
  assign now    = {state_i, span_i, seen_i, holds_i};
  assign behind = depth_i - Q_W'(length_i);
  assign hard   = behind > hard_level_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) off_q <= 1'b0;
    else off_q <= ready_i && off;
  end
  always_ff @(posedge clk_i) begin
    ended_q       <= ends;
    ended_going_q <= ends && goes_i;
    clocked_q     <= clocked_i;
    before_q      <= now;
  end
  assign stays = ran_i && ready_i && !clocked_q;

  always_comb begin
    if (!start_i) begin
      y1_without: assert (!goes_i || has_i || (ecn_i == code_i && !ce_i && !ue_i));
      y1_kept: assert (!goes_i || ce_i || ue_i || ecn_i == code_i);
      y1_ce: assert (!goes_i || !ce_i || (ecn_i == 2'd3 && code_i != 2'd0));
      y1_ue: assert (!goes_i || !ue_i || (ecn_i == undetermined_i && code_i != 2'd0 && code_i != 2'd3));
      // y2: what waits behind a packet is its queue without it; above the hard level it gets CE.
      y2_hard: assert (!goes_i || !has_i || !hard || code_i == 2'd0 || ce_i);
      // y3: a packet that goes as its class may send again is undetermined, or above the hard level; a span begins.
      y3_packet: assert (!goes_i || !ends || hard || code_i == 2'd0 || code_i == 2'd3 || ue_i);
      y3_state: assert (!ran_i || !ready_i || !ended_going_q || state_i == 2'd2);
      y3_span: assert (!ran_i || !ready_i || !ended_q || span_i);
      y3_stamp: assert (!ran_i || !ready_i || !ended_q || !shown_i || stamp_i == now_before_i);
      // y4: a detector is clocked with a departure, the end of an OFF period, and where the sweep looks at a span; without a clock
      // nothing of it changes.
      y4_clock: assert (clocked_i == (ready_i && has_i && (goes_i || ends || (looks_i && span_i))));
      y4_still: assert (!stays || now == before_q);
      y4_shown: assert (!stays || !shown_i || !shown_before_i || (stamp_i == stamp_before_i && sample_i == sample_before_i));
      y4_off: assert (off_clocked_i || !ready_i || !has_i || off == off_q);
      y4_held: assert (off_i == (has_i && off_q));
      // y5: a class without a detector shows nothing.
      y5_without: assert (has_i || (now == '0 && (!shown_i || (stamp_i == '0 && sample_i == '0))));
    end
  end
endmodule

`default_nettype wire
