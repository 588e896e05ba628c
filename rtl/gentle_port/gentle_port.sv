// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A port of a lossless switch with buffer-based Gentle Flow Control (GFC) by parameter: equipped_port and, for some classes, a
// rate limiter that obeys the peer's stages, and the telling of stages to the peer. See gentle_port.md.
module gentle_port #(
  parameter int PORT      = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 255,
  parameter int STAMP_W   = 18,
  parameter int Q_W       = 24,
  parameter int GENTLE    = 255
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  port_pause_i,              // settings
  input  logic                  resync_i,
  input  logic [COUNTER_W-1:0]  buffer_i,
  input  logic [7:0]            credited_i,                // classes with credits
  input  logic [7:0]            strict_i,
  input  logic [63:0]           weights_i,
  input  logic [13:0]           quantum_i,
  input  logic [9:0]            step_i,                    // of a quantum that a cycle lasts
  input  logic                  link_up_i,
  input  logic [7:0]            period_i,                  // of a class's credit messages has passed
  input  logic                  init_i,                    // the link comes up anew
  input  logic                  admitted_valid_i,          // a packet has come into the buffer
  input  logic [2:0]            admitted_class_i,
  input  logic [24:0]           admitted_depth_i,          // of its queue with it, in bytes
  input  logic [BLOCKS_W-1:0]   admitted_blocks_i,
  input  logic                  released_valid_i,          // a packet has left the buffer
  input  logic [2:0]            released_class_i,
  input  logic [24:0]           released_depth_i,          // of its queue without it
  input  logic [BLOCKS_W-1:0]   released_blocks_i,
  input  logic [7:0]            above_i,                   // the depth is at or above a threshold that moves
  input  logic [7:0]            below_i,
  input  logic [7:0]            waiting_i,                 // valid of the crossbar, a class each
  input  logic [55:0]           lengths_0_3_i,             // of the packets that wait
  input  logic [55:0]           lengths_4_7_i,
  input  logic [4*BLOCKS_W-1:0] head_blocks_0_3_i,
  input  logic [4*BLOCKS_W-1:0] head_blocks_4_7_i,
  input  logic [7:0]            open_i,                    // the class's shaper lets its packet go
  input  logic [7:0]            port_open_i,               // so does the port's
  input  logic                  heard_valid_i,             // what the peer has sent takes effect
  input  logic                  heard_credit_i,            // a credit message, else a MAC control frame
  input  logic [31:0]           heard_head_i,
  input  logic [63:0]           heard_times_0_3_i,
  input  logic [63:0]           heard_times_4_7_i,
  input  logic [2:0]            heard_class_i,
  input  logic [COUNTER_W-1:0]  heard_fctbs_i,
  input  logic [COUNTER_W-1:0]  heard_fccl_i,
  input  logic                  sent_valid_i,              // the last bit of a packet has left
  input  logic [2:0]            sent_class_i,
  input  logic [BLOCKS_W-1:0]   sent_blocks_i,
  input  logic                  mac_ready_i,               // takes what is offered
  input  logic                  request_i,                 // the bus of port_registers
  input  logic                  write_i,
  input  logic [17:0]           address_i,
  input  logic [31:0]           data_i,
  input  logic [3:0]            strobe_i,
  input  logic [63:0]           value_i,
  input  logic [7:0]            interrupt_status_set_i,
  input  logic [7:0]            interrupt_status_level_i,
  input  logic [STAMP_W-1:0]    now_i,                     // detectors: ticks, modulo 2^STAMP_W
  input  logic [2*Q_W-1:0]      depths_0_1_i,              // of the queues, in bytes, with the packet that waits
  input  logic [2*Q_W-1:0]      depths_2_3_i,
  input  logic [2*Q_W-1:0]      depths_4_5_i,
  input  logic [2*Q_W-1:0]      depths_6_7_i,
  input  logic [15:0]           ecn_i,                     // of the packets that wait
  input  logic [7:0]            red_mark_i,                // what the queue's length alone says of them
  input  logic [7:0]            paused_i,                  // an ingress that feeds the class's queue is paused by this switch
  input  logic [STAMP_W-1:0]    longest_on_i,              // settings of the detectors
  input  logic [STAMP_W-1:0]    sample_period_i,
  input  logic [Q_W-1:0]        low_threshold_i,
  input  logic [Q_W-1:0]        rise_i,
  input  logic [Q_W-1:0]        band_i,
  input  logic [Q_W-1:0]        hard_level_i,
  input  logic                  sticky_i,
  input  logic                  hold_i,
  input  logic [1:0]            undetermined_i,
  input  logic [2:0]            shown_i,                   // class of stamp_o and sample_o
  input  logic [1:0]            rounding_i,                // of the limiters: settings
  input  logic                  clamp_i,
  input  logic [25:0]           bm_i,                      // of the comparators: settings
  input  logic [4:0]            log2_span_i,
  input  logic [4:0]            stages_i,                  // N
  input  logic [13:0]           sent_ticks_i,              // transmission time of the packet that has left
  input  logic [5:0]            sent_subticks_i,
  input  logic [5:0]            sent_phase_i,              // from its end to the edge of the tick
  input  logic                  tick_i,                    // of the limiters: passes with this cycle
  output logic                  ready_o,                   // what comes is taken
  output logic [7:0]            goes_o,                    // ready of the crossbar: the class whose packet starts
  output logic                  mac_valid_o,
  output logic [1:0]            mac_kind_o,                // 0 a packet, 1 a MAC control frame, 2 a credit message
  output logic [2:0]            mac_class_o,
  output logic [31:0]           mac_head_o,
  output logic [63:0]           mac_times_0_3_o,
  output logic [63:0]           mac_times_4_7_o,
  output logic [COUNTER_W-1:0]  mac_fctbs_o,
  output logic [COUNTER_W-1:0]  mac_fccl_o,
  output logic [7:0]            blocked_o,                 // classes that the peer holds
  output logic [7:0]            credit_o,                  // classes whose packet has credits
  output logic                  answers_o,
  output logic                  error_o,
  output logic [31:0]           data_o,
  output logic                  value_reads_o,
  output logic [8:0]            value_number_o,
  output logic [47:0]           port_mac_address_o,
  output logic [13:0]           port_max_frame_o,
  output logic                  forwarding_route_port_o,
  output logic                  interrupt_o,
  output logic [10:0]           clocks_o,                  // banks whose clock has an edge at the end of this cycle
  output logic [1:0]            ecn_o,                     // of the packet that goes
  output logic                  ce_o,                      // it was given CE
  output logic                  ue_o,                      // it was given UE
  output logic [15:0]           states_o,                  // of the detectors
  output logic [7:0]            spans_o,                   // whose span runs
  output logic [7:0]            pauses_seen_o,
  output logic [7:0]            holds_o,
  output logic [STAMP_W-1:0]    stamp_o,
  output logic [Q_W-1:0]        sample_o,
  output logic [8:0]            detector_clocks_o,         // banks whose clock has an edge at the end of this cycle
  output logic [7:0]            lets_o,                    // classes that their limiter lets go
  output logic [7:0]            stages_due_o,              // classes whose stage is to be told
  output logic                  tells_o,                   // what is offered is a frame of stages
  output logic [39:0]           obeyed_o,                  // stages of the limiters
  output logic [39:0]           wait_o                     // of the limiter of class shown_i, in subticks
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (GENTLE < 0 || GENTLE > 255) begin : g_parameters
    GENTLE_is_not_0_to_255 i_parameters ();
  end

  logic         port_takes, port_valid;
  logic [1:0]   port_kind;
  logic [2:0]   port_class;
  logic [7:0]   open;
  logic [31:0]  port_head;
  logic [127:0] port_times, told_times, heard_times;

  equipped_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W)
  ) i_port (
    .clk_i, .rst_ni, .port_pause_i, .resync_i, .buffer_i, .credited_i, .strict_i, .weights_i, .quantum_i, .step_i,
    .link_up_i, .period_i, .init_i, .admitted_valid_i, .admitted_class_i, .admitted_depth_i, .admitted_blocks_i,
    .released_valid_i, .released_class_i, .released_depth_i, .released_blocks_i, .above_i, .below_i, .waiting_i,
    .lengths_0_3_i, .lengths_4_7_i, .head_blocks_0_3_i, .head_blocks_4_7_i, .open_i(open), .port_open_i, .heard_valid_i,
    .heard_credit_i, .heard_head_i, .heard_times_0_3_i, .heard_times_4_7_i, .heard_class_i, .heard_fctbs_i, .heard_fccl_i,
    .sent_valid_i, .sent_class_i, .sent_blocks_i, .mac_ready_i(port_takes), .request_i, .write_i, .address_i, .data_i,
    .strobe_i, .value_i, .interrupt_status_set_i, .interrupt_status_level_i, .now_i, .depths_0_1_i, .depths_2_3_i,
    .depths_4_5_i, .depths_6_7_i, .ecn_i, .red_mark_i, .paused_i, .longest_on_i, .sample_period_i, .low_threshold_i, .rise_i,
    .band_i, .hard_level_i, .sticky_i, .hold_i, .undetermined_i, .shown_i, .ready_o, .goes_o, .mac_valid_o(port_valid),
    .mac_kind_o(port_kind), .mac_class_o(port_class), .mac_head_o(port_head), .mac_times_0_3_o(port_times[127:64]),
    .mac_times_4_7_o(port_times[63:0]), .mac_fctbs_o, .mac_fccl_o, .blocked_o, .credit_o, .answers_o, .error_o, .data_o,
    .value_reads_o, .value_number_o, .port_mac_address_o, .port_max_frame_o, .forwarding_route_port_o, .interrupt_o,
    .clocks_o, .ecn_o, .ce_o, .ue_o, .states_o, .spans_o, .pauses_seen_o, .holds_o, .stamp_o, .sample_o, .detector_clocks_o
  );
  assign open       = open_i & lets_o;
  assign port_takes = mac_ready_i && !tells_o;

  // The reset of what is added here, as equipped_port has one; ready_o is for logic.
  logic rst_n, running;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(running));

  // The stage of a depth, one cycle later: of what has come into the buffer (0), of what has left it (1).
  logic [1:0]  valid, valid_q, changes;
  logic [5:0]  classes, classes_q;
  logic [49:0] depths;
  logic [9:0]  stages;
  assign valid   = {released_valid_i, admitted_valid_i};
  assign classes = {released_class_i, admitted_class_i};
  assign depths  = {released_depth_i, admitted_depth_i};
  for (genvar e = 0; e < 2; e++) begin : g_depth
    logic [24:0] depth;
    assign depth = valid[e] ? depths[25*e+:25] : '0;
    stage_comparator_leading_zero #(.STAGE_W(5), .Q_W(25), .LOG2_SPAN_W(5)) i_comparator (
      .clk_i, .rst_ni(rst_n), .table_we_i(1'b1), .bm_i, .log2_span_i, .stages_i, .q_i(depth), .stage_o(stages[5*e+:5]),
      .changed_o(changes[e])
    );
  end
  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      valid_q   <= '0;
      classes_q <= '0;
    end else begin
      valid_q   <= valid;
      classes_q <= classes;
    end
  end

  // A class of GENTLE: the limiter that obeys, the stage of the queue and the stage told last.
  logic         hears;
  logic [319:0] waits;
  assign heard_times = {heard_times_0_3_i, heard_times_4_7_i};
  assign hears       = heard_valid_i && !heard_credit_i && heard_head_i[31:16] == 16'h0101;
  for (genvar c = 0; c < 8; c++) begin : g_class
    if (((GENTLE >> c) & 1) == 1) begin : g_gentle
      logic        sent, assigned, idle, follow, compared, clocked, clk;
      logic [4:0]  obeys, stage_q, told_q;
      logic [15:0] heard;
      assign sent     = ready_o && sent_valid_i && sent_class_i == 3'(c);
      assign assigned = hears && heard_head_i[c];
      assign heard    = heard_times[16*(7-c)+:16];
      assign obeys    = heard > 16'(stages_i) ? stages_i : heard[4:0];
      assign compared = (valid_q & {classes_q[5:3] == 3'(c), classes_q[2:0] == 3'(c)}) != '0;
      // The class is a bank: its clock has an edge where a register of it may change.
      assign clocked  = sent || assigned || (tick_i && !idle) || compared || (tells_o && mac_ready_i && stages_due_o[c]);
      clock_gate i_clock (.clk_i, .enable_i(clocked || !running), .clk_o(clk));  // open in reset
      gentle_limiter #(.SUBTICKS(60), .SUBTICK_W(6), .R_L_TICKS_W(14), .R_C_W(40), .STAGE_W(5)) i_limiter (
        .clk_i(clk), .rst_ni(rst_n), .rounding_i, .clamp_i, .sent_i(sent), .r_l_ticks_i(sent_ticks_i),
        .r_l_subticks_i(sent_subticks_i), .phase_i(sent_phase_i), .rate_valid_i(assigned), .r_r_i(obeys), .tick_i,
        .idle_o(idle), .follow_o(follow), .r_c_o(waits[40*c+:40]), .r_r_o(obeyed_o[5*c+:5])
      );
      assign lets_o[c] = sent ? follow : idle;
      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          stage_q <= '0;
          told_q  <= '0;
        end else begin
          if (valid_q[1] && classes_q[5:3] == 3'(c)) stage_q <= stages[9:5];
          else if (valid_q[0] && classes_q[2:0] == 3'(c)) stage_q <= stages[4:0];
          if (tells_o && mac_ready_i) told_q <= stage_q;
        end
      end
      assign stages_due_o[c]         = stage_q != told_q;
      assign told_times[16*(7-c)+:16] = stages_due_o[c] ? 16'(stage_q) : '0;
    end else begin : g_none
      assign lets_o[c]                = 1'b1;
      assign stages_due_o[c]          = 1'b0;
      assign obeyed_o[5*c+:5]         = '0;
      assign waits[40*c+:40]          = '0;
      assign told_times[16*(7-c)+:16] = '0;
    end
  end
  always_comb begin
    wait_o = '0;
    for (int c = 0; c < 8; c = c + 1) wait_o = wait_o | ({40{shown_i == 3'(c)}} & waits[40*c+:40]);
  end

  // The frame of stages: behind MAC control frames and credit messages of the port, before packets.
  assign tells_o         = ready_o && stages_due_o != '0 && port_kind == 2'd0;
  assign mac_valid_o     = port_valid || tells_o;
  assign mac_kind_o      = tells_o ? 2'd1 : port_kind;
  assign mac_class_o     = tells_o ? '0 : port_class;
  assign mac_head_o      = tells_o ? {24'h0101_00, stages_due_o} : port_head;
  assign mac_times_0_3_o = tells_o ? told_times[127:64] : port_times[127:64];
  assign mac_times_4_7_o = tells_o ? told_times[63:0] : port_times[63:0];

  logic unused;
  assign unused = &{1'b0, running, changes, valid_q, classes_q, stages, hears, heard_times, rounding_i, clamp_i, sent_ticks_i,
                    sent_subticks_i, sent_phase_i, tick_i};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known; the parts ask for what goes to them as it comes.
  always @(posedge clk_i or negedge rst_ni) begin
    if (ready_o) begin
      begin : taken_known assert (mac_ready_i !== 1'bx); end
      begin : tick_known assert (tick_i !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
