// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A port of a lossless switch with the gradient rule by parameter: equipped_port and, for some classes, a gradient_gate that says
// whether an output takes a packet, and whose count of freed blocks the port tells its peer. See gradient_port.md.
module gradient_port #(
  parameter int PORT      = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 255,
  parameter int STAMP_W   = 18,
  parameter int Q_W       = 24,
  parameter int GRADIENT  = 247
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
  input  logic                  wants_i,                   // an output: would take a packet for the other end
  input  logic [2:0]            wants_class_i,
  input  logic [BLOCKS_W-1:0]   wants_blocks_i,
  input  logic [COUNTER_W-1:0]  wants_depth_i,             // of the VIQ that the packet leaves, itself included
  input  logic [COUNTER_W-1:0]  stop_i,                    // Bm, in blocks
  input  logic                  taken_valid_i,             // an output takes a packet of this port's VIQ
  input  logic [2:0]            taken_class_i,
  input  logic [BLOCKS_W-1:0]   taken_blocks_i,
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
  output logic                  takes_o,                   // the packet of wants_i is taken
  output logic                  tells_o,                   // what is offered is a message of a class of GRADIENT
  output logic [COUNTER_W-1:0]  held_o,                    // H of class shown_i
  output logic [2*COUNTER_W-1:0] untaken_0_1_o,            // blocks of the VIQs of this port that no output has taken
  output logic [2*COUNTER_W-1:0] untaken_2_3_o,
  output logic [2*COUNTER_W-1:0] untaken_4_5_o,
  output logic [2*COUNTER_W-1:0] untaken_6_7_o
);
  localparam logic [7:0] CLASSES = 8'(GRADIENT);

  // Parameters that do not fit end elaboration: there is no such module.
  if (GRADIENT < 0 || GRADIENT > 255) begin : g_parameters
    GRADIENT_is_not_0_to_255 i_parameters ();
  end

  logic                 port_takes, port_valid;
  logic [1:0]           port_kind;
  logic [2:0]           port_class;
  logic [7:0]           credited;
  logic [COUNTER_W-1:0] port_fctbs, port_fccl;

  equipped_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W)
  ) i_port (
    .clk_i, .rst_ni, .port_pause_i, .resync_i, .buffer_i, .credited_i(credited), .strict_i, .weights_i, .quantum_i, .step_i,
    .link_up_i, .period_i, .init_i, .admitted_valid_i, .admitted_class_i, .admitted_depth_i, .admitted_blocks_i,
    .released_valid_i, .released_class_i, .released_depth_i, .released_blocks_i, .above_i, .below_i, .waiting_i,
    .lengths_0_3_i, .lengths_4_7_i, .head_blocks_0_3_i, .head_blocks_4_7_i, .open_i, .port_open_i, .heard_valid_i,
    .heard_credit_i, .heard_head_i, .heard_times_0_3_i, .heard_times_4_7_i, .heard_class_i, .heard_fctbs_i, .heard_fccl_i,
    .sent_valid_i, .sent_class_i, .sent_blocks_i, .mac_ready_i(port_takes), .request_i, .write_i, .address_i, .data_i,
    .strobe_i, .value_i, .interrupt_status_set_i, .interrupt_status_level_i, .now_i, .depths_0_1_i, .depths_2_3_i,
    .depths_4_5_i, .depths_6_7_i, .ecn_i, .red_mark_i, .paused_i, .longest_on_i, .sample_period_i, .low_threshold_i, .rise_i,
    .band_i, .hard_level_i, .sticky_i, .hold_i, .undetermined_i, .shown_i, .ready_o, .goes_o, .mac_valid_o(port_valid),
    .mac_kind_o(port_kind), .mac_class_o(port_class), .mac_head_o, .mac_times_0_3_o, .mac_times_4_7_o,
    .mac_fctbs_o(port_fctbs), .mac_fccl_o(port_fccl), .blocked_o, .credit_o, .answers_o, .error_o, .data_o,
    .value_reads_o, .value_number_o, .port_mac_address_o, .port_max_frame_o, .forwarding_route_port_o, .interrupt_o,
    .clocks_o, .ecn_o, .ce_o, .ue_o, .states_o, .spans_o, .pauses_seen_o, .holds_o, .stamp_o, .sample_o, .detector_clocks_o
  );
  assign credited   = credited_i & ~CLASSES;
  assign port_takes = mac_ready_i && !tells_o;

  // The reset of what is added here, as equipped_port has one; ready_o is for logic.
  logic rst_n, running;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(running));

  // The depth by which a packet is judged. Of a class without messages the rule lets every packet go, and counts on.
  logic [COUNTER_W-1:0] depth;
  assign depth = credited_i[wants_class_i] ? wants_depth_i : '1;

  // A class of GRADIENT: its gate, and whether the period of its messages has passed.
  logic [7:0]             starts, message_due, messages, told;
  logic [8*COUNTER_W-1:0] held, sent, freed, untaken;
  for (genvar c = 0; c < 8; c++) begin : g_class
    if (((GRADIENT >> c) & 1) == 1) begin : g_gradient
      logic                 wants, news, admitted, taken, left, take, due_q, clocked, clk;
      logic [COUNTER_W-1:0] heard;
      assign wants    = wants_i && wants_class_i == 3'(c);
      assign news     = heard_valid_i && heard_credit_i && heard_class_i == 3'(c);
      assign admitted = admitted_valid_i && admitted_class_i == 3'(c);
      assign taken    = taken_valid_i && taken_class_i == 3'(c);
      assign left     = released_valid_i && released_class_i == 3'(c);
      assign take     = tells_o && mac_ready_i && told[c];
      // The class is a bank: its clock has an edge where a register of it may change.
      assign clocked  = starts[c] || news || admitted || taken || left || take || period_i[c];
      clock_gate i_clock (.clk_i, .enable_i(clocked || !running), .clk_o(clk));  // open in reset
      gradient_gate #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W)) i_gate (
        .clk_i(clk), .rst_ni(rst_n), .wants_i(wants), .blocks_i(wants_blocks_i), .depth_i(depth), .stop_i(stop_i), .news_i(news),
        .news_freed_i(heard_fccl_i), .admitted_i(admitted), .admitted_blocks_i(admitted_blocks_i), .taken_i(taken),
        .taken_blocks_i(taken_blocks_i), .left_i(left), .left_blocks_i(released_blocks_i), .starts_o(starts[c]),
        .held_o(held[COUNTER_W*c+:COUNTER_W]), .sent_o(sent[COUNTER_W*c+:COUNTER_W]), .heard_o(heard),
        .untaken_o(untaken[COUNTER_W*c+:COUNTER_W]), .freed_o(freed[COUNTER_W*c+:COUNTER_W])
      );
      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) due_q <= 1'b0;
        else due_q <= period_i[c] || (due_q && !take);
      end
      assign message_due[c] = due_q;
      logic unused;
      assign unused = &{1'b0, heard};
    end else begin : g_none
      assign starts[c]                       = wants_i && wants_class_i == 3'(c);
      assign message_due[c]                  = 1'b0;
      assign held[COUNTER_W*c+:COUNTER_W]    = '0;
      assign sent[COUNTER_W*c+:COUNTER_W]    = '0;
      assign freed[COUNTER_W*c+:COUNTER_W]   = '0;
      assign untaken[COUNTER_W*c+:COUNTER_W] = '0;
    end
  end
  assign takes_o       = ready_o && starts != '0;
  assign untaken_0_1_o = untaken[0+:2*COUNTER_W];
  assign untaken_2_3_o = untaken[2*COUNTER_W+:2*COUNTER_W];
  assign untaken_4_5_o = untaken[4*COUNTER_W+:2*COUNTER_W];
  assign untaken_6_7_o = untaken[6*COUNTER_W+:2*COUNTER_W];

  // The message: behind MAC control frames and credit messages of the port, before packets.
  assign messages    = message_due & credited_i;
  assign told        = messages & (~messages + 8'd1);
  assign tells_o     = ready_o && messages != '0 && port_kind == 2'd0;
  assign mac_valid_o = port_valid || tells_o;
  assign mac_kind_o  = tells_o ? 2'd2 : port_kind;
  always_comb begin
    mac_class_o = tells_o ? '0 : port_class;
    mac_fctbs_o = tells_o ? '0 : port_fctbs;
    mac_fccl_o  = tells_o ? '0 : port_fccl;
    held_o      = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      mac_class_o = mac_class_o | ({3{tells_o && told[c]}} & 3'(c));
      mac_fctbs_o = mac_fctbs_o | ({COUNTER_W{tells_o && told[c]}} & sent[COUNTER_W*c+:COUNTER_W]);
      mac_fccl_o  = mac_fccl_o | ({COUNTER_W{tells_o && told[c]}} & freed[COUNTER_W*c+:COUNTER_W]);
      held_o      = held_o | ({COUNTER_W{shown_i == 3'(c)}} & held[COUNTER_W*c+:COUNTER_W]);
    end
  end

  // Without a gate nothing asks for these.
  logic unused;
  assign unused = &{1'b0, rst_n, running, depth, wants_blocks_i, stop_i, taken_valid_i, taken_class_i, taken_blocks_i};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known; the parts ask for what goes to them as it comes.
  always @(posedge clk_i or negedge rst_ni) begin
    if (ready_o) begin
      begin : wanted_known assert (wants_i !== 1'bx && (!wants_i || ^wants_class_i !== 1'bx)); end
      begin : taken_known assert (mac_ready_i !== 1'bx); end
      begin : credited_known assert (^credited_i !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
