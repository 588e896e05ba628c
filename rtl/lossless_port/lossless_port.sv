// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A port of a lossless switch: PAUSE frames, credits of eight classes, the scheduler and the registers, between MAC, buffer and
// crossbar, with a reset that is released with the clock and a gated clock for each bank of registers. See lossless_port.md.
module lossless_port #(
  parameter int PORT      = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048
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
  output logic [10:0]           clocks_o                   // banks whose clock has an edge at the end of this cycle
);
  // Inside, a reset that is released with the clock, of which `running` tells the logic, and a clock a bank.
  logic        rst_n, running;
  logic [10:0] clocks, clk;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(running));
  for (genvar b = 0; b < 11; b++) begin : g_clock
    clock_gate i_gate (.clk_i, .enable_i(clocks[b] || !running), .clk_o(clk[b]));  // open in reset
  end

  // The registers.
  logic        bank_reads, enable, held, up;
  logic [8:0]  bank_number, kept_number;
  logic [17:0] address;
  logic [63:0] value;
  logic [31:0] kept;
  logic [23:0] xoff, xon;
  logic [15:0] pause_quanta, refresh_quanta;
  logic [7:0]  lossless, level, status, mask, force_flags;
  assign level       = interrupt_status_level_i | force_flags;
  assign interrupt_o = ((status | level) & mask) != '0;
  assign up          = link_up_i && enable;
  assign address     = request_i ? address_i : '0;

  port_registers #(.PORT(PORT)) i_registers (
    .clk_i(clk[0]), .rst_ni(rst_n), .request_i, .write_i, .address_i(address), .data_i, .strobe_i,
    .answers_o, .error_o, .data_o, .value_reads_o(bank_reads), .value_number_o(bank_number), .value_i(value),
    .snapshot_held_o(held), .snapshot_number_o(kept_number), .snapshot_o(kept),
    .port_mac_address_o, .port_max_frame_o, .forwarding_route_port_o,
    .flow_control_xoff_o(xoff), .flow_control_xon_o(xon), .flow_control_pause_quanta_o(pause_quanta),
    .flow_control_refresh_quanta_o(refresh_quanta), .flow_control_lossless_classes_o(lossless), .management_enable_o(enable),
    .interrupt_status_set_i, .interrupt_status_level_i(level),
    .interrupt_status_o(status), .interrupt_mask_o(mask), .interrupt_force_o(force_flags)
  );

  // Events of a class, a bit each.
  logic [7:0] admitted, released, heard, sent, filled, drained;
  assign admitted = admitted_valid_i ? 8'd1 << admitted_class_i : '0;
  assign released = released_valid_i ? 8'd1 << released_class_i : '0;
  assign heard    = heard_valid_i && heard_credit_i ? 8'd1 << heard_class_i : '0;
  assign sent     = sent_valid_i ? 8'd1 << sent_class_i : '0;
  assign filled   = admitted_depth_i >= {1'b0, xoff} ? admitted : '0;
  assign drained  = released_depth_i <= {1'b0, xon} ? released : '0;

  // The PAUSE frames. While no timer runs, time stands.
  logic         frame, told, due, runs;
  logic [1:0]   quanta;
  logic [7:0]   pauses, refreshes, resumes, expires, asserted, told_q, refresh_due;
  logic [127:0] refresh_timers, pause_timers;
  logic [8:0]   prescaler;
  logic [9:0]   step;
  assign frame = heard_valid_i && !heard_credit_i;
  assign runs  = (refresh_timers | pause_timers) != '0;
  assign step  = runs ? step_i : '0;

  pfc_engine #(.PRESCALER_W(9)) i_pfc (
    .clk_i(clk[1]), .rst_ni(rst_n), .step_i(step), .told_i(told),
    .filled_i(filled), .drained_i(drained), .above_i, .below_i,
    .heard_i(frame), .heard_head_i, .heard_times_0_3_i, .heard_times_4_7_i,
    .port_pause_i, .enable_i(lossless), .link_up_i(up), .pause_quanta_i(pause_quanta), .refresh_quanta_i(refresh_quanta),
    .quanta_o(quanta), .due_o(due), .pauses_o(pauses), .refreshes_o(refreshes), .resumes_o(resumes),
    .head_o(mac_head_o), .times_0_3_o(mac_times_0_3_o), .times_4_7_o(mac_times_4_7_o),
    .blocked_o, .expires_o(expires), .asserted_o(asserted), .told_o(told_q), .refresh_due_o(refresh_due),
    .refresh_timers_0_3_o(refresh_timers[127:64]), .refresh_timers_4_7_o(refresh_timers[63:0]),
    .pause_timers_0_3_o(pause_timers[127:64]), .pause_timers_4_7_o(pause_timers[63:0]), .prescaler_o(prescaler)
  );

  // The credits.
  logic [7:0]             may_send, message_due, take;
  logic [8*BLOCKS_W-1:0]  head_blocks;
  logic [8*COUNTER_W-1:0] fctbs, told_fccl, available, fccl, abr, occupied;
  assign head_blocks = {head_blocks_4_7_i, head_blocks_0_3_i};
  for (genvar c = 0; c < 8; c++) begin : g_credits
    ib_credits #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_credits (
      .clk_i(clk[3+c]), .rst_ni(rst_n), .resync_i, .buffer_i, .head_blocks_i(head_blocks[c*BLOCKS_W+:BLOCKS_W]),
      .sent_i(sent[c]), .sent_blocks_i, .admitted_i(admitted[c]), .admitted_blocks_i,
      .heard_i(heard[c]), .heard_fctbs_i, .heard_fccl_i, .released_i(released[c]), .released_blocks_i,
      .take_i(take[c]), .period_i(period_i[c]), .init_i, .may_send_o(may_send[c]),
      .available_o(available[c*COUNTER_W+:COUNTER_W]), .fctbs_o(fctbs[c*COUNTER_W+:COUNTER_W]),
      .fccl_o(fccl[c*COUNTER_W+:COUNTER_W]), .abr_o(abr[c*COUNTER_W+:COUNTER_W]),
      .occupied_o(occupied[c*COUNTER_W+:COUNTER_W]), .told_fccl_o(told_fccl[c*COUNTER_W+:COUNTER_W]),
      .due_o(message_due[c])
    );
  end
  assign credit_o = may_send | ~credited_i;

  // The choice of a packet.
  logic         idle, grant;
  logic [7:0]   chosen;
  logic [2:0]   turn;
  logic [175:0] deficits;
  egress_scheduler #(.LEN_W(14), .WEIGHT_W(8)) i_scheduler (
    .clk_i(clk[2]), .rst_ni(rst_n), .waiting_i, .lengths_0_3_i, .lengths_4_7_i, .blocked_i(blocked_o), .credit_i(credit_o),
    .open_i, .port_open_i, .ready_i(idle), .strict_i, .weights_i, .quantum_i, .chosen_o(chosen), .grant_o(grant), .turn_o(turn),
    .deficits_0_1_o(deficits[43:0]), .deficits_2_3_o(deficits[87:44]), .deficits_4_5_o(deficits[131:88]),
    .deficits_6_7_o(deficits[175:132])
  );

  // What the MAC is offered: a MAC control frame, else the message of the lowest class, else the packet.
  logic [7:0] messages, first, message, packet, offered;
  logic       credits, control;
  assign messages = message_due & credited_i;
  assign first    = messages & (~messages + 8'd1);
  assign credits  = messages != '0;
  assign control  = due || credits;
  assign packet   = chosen & port_open_i;
  assign message  = running && !due ? first : '0;
  assign offered  = due ? '0 : credits ? first : packet;

  assign ready_o     = running;
  assign mac_valid_o = running && (control || packet != '0);
  assign mac_kind_o  = !running ? 2'd0 : due ? 2'd1 : credits ? 2'd2 : 2'd0;
  assign idle        = running && mac_ready_i && !control;
  assign told        = running && mac_ready_i && due;
  assign take        = mac_ready_i ? message : '0;
  assign goes_o      = grant ? chosen : '0;
  always_comb begin
    mac_class_o = '0;
    mac_fctbs_o = '0;
    mac_fccl_o  = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      mac_class_o = mac_class_o | ({3{running && offered[c]}} & 3'(c));
      mac_fctbs_o = mac_fctbs_o | ({COUNTER_W{message[c]}} & fctbs[c*COUNTER_W+:COUNTER_W]);
      mac_fccl_o  = mac_fccl_o | ({COUNTER_W{message[c]}} & told_fccl[c*COUNTER_W+:COUNTER_W]);
    end
  end

  // Values of the map that are here.
  lossless_port_values i_values (
    .clk_i(clk[0]), .rst_ni(rst_n), .reads_i(bank_reads), .number_i(bank_number), .value_i, .deficits_i(deficits),
    .asserted_i(asserted), .told_i(told_q), .refresh_due_i(refresh_due), .refresh_timers_i(refresh_timers),
    .pause_timers_i(pause_timers), .prescaler_i(prescaler), .link_up_i, .reads_o(value_reads_o), .number_o(value_number_o),
    .value_o(value)
  );

  // A bank is clocked where some register of it may change.
  logic [7:0] live, left, counts;
  logic       crossed;
  assign live    = up ? (port_pause_i ? 8'h01 : lossless) : '0;
  assign left    = (asserted | told_q | refresh_due) & ~live;
  assign crossed = (filled | drained | above_i | below_i) != '0;
  assign counts  = sent | admitted | heard | released | take | period_i | {8{init_i}};
  assign clocks[0]    = running && (request_i || answers_o || interrupt_status_set_i != '0);
  assign clocks[1]    = running && (runs || told || frame || crossed || left != '0);
  assign clocks[2]    = idle && waiting_i != '0;
  assign clocks[10:3] = running ? counts : '0;
  assign clocks_o     = clocks;

  logic unused;
  assign unused = &{1'b0, held, kept_number, kept, quanta, pauses, refreshes, resumes, expires, turn, available, fccl, abr,
                    occupied};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known; the blocks ask for what goes to them as it comes.
  logic [111:0] of_waiting;  // lengths
  assign of_waiting = {lengths_4_7_i, lengths_0_3_i} & {{14{waiting_i[7]}}, {14{waiting_i[6]}}, {14{waiting_i[5]}}, {14{waiting_i[4]}},
                                                        {14{waiting_i[3]}}, {14{waiting_i[2]}}, {14{waiting_i[1]}}, {14{waiting_i[0]}}};
  always @(posedge clk_i or negedge rst_ni) begin
    if (running) begin
      begin : events_known assert (^{admitted_valid_i, released_valid_i, heard_valid_i, sent_valid_i, request_i} !== 1'bx); end
      begin : admission_class_known assert (!admitted_valid_i || ^{admitted_class_i, admitted_depth_i} !== 1'bx); end
      begin : release_class_known assert (!released_valid_i || ^{released_class_i, released_depth_i} !== 1'bx); end
      begin : heard_kind_known assert (!heard_valid_i || heard_credit_i !== 1'bx); end
      begin : heard_class_known assert (!(heard_valid_i && heard_credit_i) || ^heard_class_i !== 1'bx); end
      begin : sent_class_known assert (!sent_valid_i || ^sent_class_i !== 1'bx); end
      begin : mac_known assert (mac_ready_i !== 1'bx); end
      begin : link_known assert (^{link_up_i, step_i, period_i, init_i} !== 1'bx); end
      begin : lengths_known assert (^of_waiting !== 1'bx); end
      begin : queues_known assert (^{waiting_i, open_i, port_open_i, credited_i, credit_o, strict_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
