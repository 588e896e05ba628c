// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A port of a lossless switch with time-based Gentle Flow Control (GFC) by parameter: equipped_port and, for some classes, credits
// that set the rate of a rate limiter and hold no packet; one division serves all classes. See linear_port.md.
module linear_port #(
  parameter int PORT        = 0,
  parameter int COUNTER_W   = 12,
  parameter int BLOCKS_W    = 8,
  parameter int FIRST       = 2048,
  parameter int TCD         = 255,
  parameter int STAMP_W     = 18,
  parameter int Q_W         = 24,
  parameter int LINEAR      = 247,
  parameter int BLOCK_SHIFT = 6
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
  input  logic [COUNTER_W+BLOCK_SHIFT-1:0] linear_range_i,  // Bm - B0 in bytes: a setting
  input  logic [13:0]           sent_ticks_i,              // transmission time of the packet that has left
  input  logic [5:0]            sent_subticks_i,
  input  logic [5:0]            sent_phase_i,              // from its end to the edge of its tick
  input  logic                  tick_i,                    // a tick passes with this cycle
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
  output logic                  tells_o,                   // what is offered is a message of a class of LINEAR
  output logic [7:0]            kept_o,                    // classes whose message waits for the division
  output logic [7:0]            divides_o,                 // the class whose rate is worked out
  output logic [COUNTER_W-1:0]  remaining_o,               // of class shown_i: blocks that may still be sent
  output logic [41:0]           factor_o,                  // of its limiter
  output logic [55:0]           wait_o                     // of its limiter, in subticks / 2^16
);
  localparam int FACTOR_W = 42;
  localparam int WAIT_W   = 56;
  localparam logic [7:0] CLASSES = 8'(LINEAR);

  // Parameters that do not fit end elaboration: there is no such module.
  if (LINEAR < 0 || LINEAR > 255) begin : g_parameters
    LINEAR_is_not_0_to_255 i_parameters ();
  end

  logic                 port_takes, port_valid;
  logic [1:0]           port_kind;
  logic [2:0]           port_class;
  logic [7:0]           open, credited;
  logic [COUNTER_W-1:0] port_fctbs, port_fccl;

  equipped_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W)
  ) i_port (
    .clk_i, .rst_ni, .port_pause_i, .resync_i, .buffer_i, .credited_i(credited), .strict_i, .weights_i, .quantum_i, .step_i,
    .link_up_i, .period_i, .init_i, .admitted_valid_i, .admitted_class_i, .admitted_depth_i, .admitted_blocks_i,
    .released_valid_i, .released_class_i, .released_depth_i, .released_blocks_i, .above_i, .below_i, .waiting_i,
    .lengths_0_3_i, .lengths_4_7_i, .head_blocks_0_3_i, .head_blocks_4_7_i, .open_i(open), .port_open_i, .heard_valid_i,
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
  assign open       = open_i & lets_o;
  assign credited   = credited_i & ~CLASSES;
  assign port_takes = mac_ready_i && !tells_o;

  // The reset of what is added here, as equipped_port has one; ready_o is for logic.
  logic rst_n, running;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(running));

  // A class of LINEAR: its credits, what remained when the last message arrived, and the limiter.
  logic                   rated;
  logic [7:0]             message_due, messages, told, next, divided;
  logic [FACTOR_W-1:0]    factor;
  logic [8*COUNTER_W-1:0] fctbs, told_fccl, available, remained;
  logic [8*FACTOR_W-1:0]  factors;
  logic [8*WAIT_W-1:0]    waits;
  logic                   takes;
  for (genvar c = 0; c < 8; c++) begin : g_class
    if (((LINEAR >> c) & 1) == 1) begin : g_linear
      logic                 sent, admitted, released, heard, keeps, take, assigned, idle, follow, may_send, kept_q, divided_q;
      logic                 counts, limits, clk, limiter_clk;
      logic [COUNTER_W-1:0] remained_q, fccl, abr, occupied;
      assign sent     = ready_o && sent_valid_i && sent_class_i == 3'(c);
      assign admitted = admitted_valid_i && admitted_class_i == 3'(c);
      assign released = released_valid_i && released_class_i == 3'(c);
      assign heard    = heard_valid_i && heard_credit_i && heard_class_i == 3'(c);
      assign take     = tells_o && mac_ready_i && told[c];
      // Two banks: credits with what waits for the division, and the limiter. Their clocks have an edge where a register may change.
      assign counts   = sent || admitted || released || heard || take || period_i[c] || init_i || takes;
      assign limits   = sent || assigned || (tick_i && !idle);
      clock_gate i_clock (.clk_i, .enable_i(counts || !running), .clk_o(clk));  // open in reset
      clock_gate i_limiter_clock (.clk_i, .enable_i(limits || !running), .clk_o(limiter_clk));
      ib_credits #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_credits (
        .clk_i(clk), .rst_ni(rst_n), .resync_i, .buffer_i, .head_blocks_i(BLOCKS_W'(0)), .sent_i(sent), .sent_blocks_i, .admitted_i(admitted),
        .admitted_blocks_i, .heard_i(heard), .heard_fctbs_i, .heard_fccl_i, .released_i(released), .released_blocks_i,
        .take_i(take), .period_i(period_i[c]), .init_i, .may_send_o(may_send), .available_o(available[COUNTER_W*c+:COUNTER_W]),
        .fctbs_o(fctbs[COUNTER_W*c+:COUNTER_W]), .fccl_o(fccl), .abr_o(abr), .occupied_o(occupied),
        .told_fccl_o(told_fccl[COUNTER_W*c+:COUNTER_W]), .due_o(message_due[c])
      );
      assign keeps    = heard && !init_i;
      assign assigned = rated && divided_q;
      always_ff @(posedge clk or negedge rst_n) begin
        if (!rst_n) begin
          kept_q     <= 1'b0;
          divided_q  <= 1'b0;
          remained_q <= '0;
        end else begin
          kept_q <= keeps || (kept_q && !init_i && !(takes && next[c]));
          if (takes) divided_q <= next[c];
          if (keeps) remained_q <= heard_fccl_i - fctbs[COUNTER_W*c+:COUNTER_W];
        end
      end
      assign kept_o[c]                         = kept_q;
      assign divided[c]                        = divided_q;
      assign remained[COUNTER_W*c+:COUNTER_W]  = remained_q;
      linear_limiter #(
        .SUBTICKS(60), .SUBTICK_W(6), .R_L_TICKS_W(14), .R_C_W(40), .FACTOR_INT_W(26), .FACTOR_FRAC_W(16)
      ) i_limiter (
        .clk_i(limiter_clk), .rst_ni(rst_n), .rounding_i, .clamp_i, .sent_i(sent), .r_l_ticks_i(sent_ticks_i),
        .r_l_subticks_i(sent_subticks_i), .phase_i(sent_phase_i), .rate_valid_i(assigned), .r_r_i(factor), .idle_o(idle),
        .follow_o(follow), .r_c_o(waits[WAIT_W*c+:WAIT_W]), .r_r_o(factors[FACTOR_W*c+:FACTOR_W]), .tick_i
      );
      assign lets_o[c] = sent ? follow : idle;
      logic unused;
      assign unused = &{1'b0, may_send, fccl, abr, occupied};
    end else begin : g_none
      assign lets_o[c]                                 = 1'b1;
      assign {message_due[c], kept_o[c], divided[c]}   = '0;
      assign fctbs[COUNTER_W*c+:COUNTER_W]             = '0;
      assign told_fccl[COUNTER_W*c+:COUNTER_W]         = '0;
      assign available[COUNTER_W*c+:COUNTER_W]         = '0;
      assign remained[COUNTER_W*c+:COUNTER_W]          = '0;
      assign factors[FACTOR_W*c+:FACTOR_W]             = '0;
      assign waits[WAIT_W*c+:WAIT_W]                   = '0;
    end
  end

  // The rate of the lowest class whose message waits. Nothing has been sent since what remained was taken.
  logic                 busy;
  logic [COUNTER_W-1:0] remains;
  assign next  = kept_o & (~kept_o + 8'd1);
  assign takes = kept_o != '0 && !busy;
  if (LINEAR != 0) begin : g_rate
    logic clocked, clk;
    assign clocked = takes || busy || rated;
    clock_gate i_clock (.clk_i, .enable_i(clocked || !running), .clk_o(clk));
    linear_rate #(.COUNTER_W(COUNTER_W), .BLOCK_SHIFT(BLOCK_SHIFT), .FACTOR_INT_W(26), .FACTOR_FRAC_W(16)) i_rate (
      .clk_i(clk), .rst_ni(rst_n), .message_i(takes), .fccl_i(remains), .fctbs_i(COUNTER_W'(0)), .range_i(linear_range_i), .busy_o(busy),
      .valid_o(rated), .factor_o(factor)
    );
  end else begin : g_no_rate
    assign {busy, rated, factor} = '0;
  end
  assign divides_o = busy ? divided : '0;

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
    remains     = '0;
    remaining_o = '0;
    factor_o    = '0;
    wait_o      = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      mac_class_o = mac_class_o | ({3{tells_o && told[c]}} & 3'(c));
      mac_fctbs_o = mac_fctbs_o | ({COUNTER_W{tells_o && told[c]}} & fctbs[COUNTER_W*c+:COUNTER_W]);
      mac_fccl_o  = mac_fccl_o | ({COUNTER_W{tells_o && told[c]}} & told_fccl[COUNTER_W*c+:COUNTER_W]);
      remains     = remains | ({COUNTER_W{next[c]}} & remained[COUNTER_W*c+:COUNTER_W]);
      remaining_o = remaining_o | ({COUNTER_W{shown_i == 3'(c)}} & available[COUNTER_W*c+:COUNTER_W]);
      factor_o    = factor_o | ({FACTOR_W{shown_i == 3'(c)}} & factors[FACTOR_W*c+:FACTOR_W]);
      wait_o      = wait_o | ({WAIT_W{shown_i == 3'(c)}} & waits[WAIT_W*c+:WAIT_W]);
    end
  end

  logic unused;
  assign unused = &{1'b0, rst_n, running, rated, takes, remains, factor, rounding_i, clamp_i, linear_range_i, sent_ticks_i, sent_subticks_i,
                    sent_phase_i, tick_i};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known; the parts ask for what goes to them as it comes.
  always @(posedge clk_i or negedge rst_ni) begin
    if (ready_o) begin
      begin : taken_known assert (mac_ready_i !== 1'bx); end
      begin : tick_known assert (tick_i !== 1'bx); end
      begin : credited_known assert (^credited_i !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
