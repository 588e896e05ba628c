// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A port of a lossless switch with what a switch may have beside PAUSE frames and credits: lossless_port, and by parameter
// a congestion detector (TCD) for each class. See equipped_port.md.
module equipped_port #(
  parameter int PORT      = 0,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 255,
  parameter int STAMP_W   = 18,
  parameter int Q_W       = 24
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
  output logic [8:0]            detector_clocks_o          // banks whose clock has an edge at the end of this cycle
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (TCD < 0 || TCD > 255 || STAMP_W < 3 || Q_W < 1) begin : g_parameters
    TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1 i_parameters ();
  end

  lossless_port #(.PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_port (
    .clk_i, .rst_ni, .port_pause_i, .resync_i, .buffer_i, .credited_i, .strict_i, .weights_i, .quantum_i, .step_i, .link_up_i,
    .period_i, .init_i, .admitted_valid_i, .admitted_class_i, .admitted_depth_i, .admitted_blocks_i, .released_valid_i,
    .released_class_i, .released_depth_i, .released_blocks_i, .above_i, .below_i, .waiting_i, .lengths_0_3_i, .lengths_4_7_i,
    .head_blocks_0_3_i, .head_blocks_4_7_i, .open_i, .port_open_i, .heard_valid_i, .heard_credit_i, .heard_head_i,
    .heard_times_0_3_i, .heard_times_4_7_i, .heard_class_i, .heard_fctbs_i, .heard_fccl_i, .sent_valid_i, .sent_class_i,
    .sent_blocks_i, .mac_ready_i, .request_i, .write_i, .address_i, .data_i, .strobe_i, .value_i, .interrupt_status_set_i,
    .interrupt_status_level_i, .ready_o, .goes_o, .mac_valid_o, .mac_kind_o, .mac_class_o, .mac_head_o, .mac_times_0_3_o,
    .mac_times_4_7_o, .mac_fctbs_o, .mac_fccl_o, .blocked_o, .credit_o, .answers_o, .error_o, .data_o, .value_reads_o,
    .value_number_o, .port_mac_address_o, .port_max_frame_o, .forwarding_route_port_o, .interrupt_o, .clocks_o
  );

  // The packet that waits, and its queue.
  logic [111:0]         lengths;
  logic [8*Q_W-1:0]     depths;
  logic [15:0]          marked;
  logic [7:0]           given_ce, given_ue, off, off_q, clocks;
  logic [8*STAMP_W-1:0] stamps;
  logic [8*Q_W-1:0]     samples;
  assign lengths = {lengths_4_7_i, lengths_0_3_i};
  assign depths  = {depths_6_7_i, depths_4_5_i, depths_2_3_i, depths_0_1_i};

  // The reset of what is added here falls and rises in the cycles in which that of the port inside does. ready_o has the same value,
  // and is for logic alone.
  logic rst_n, running;
  reset_release i_reset (.clk_i, .rst_ni, .rst_no(rst_n), .running_o(running));

  // A detector for each class of TCD.
  for (genvar c = 0; c < 8; c++) begin : g_class
    if (((TCD >> c) & 1) == 1) begin : g_detector
      logic           off_ends, departs, looks, clk;
      logic [Q_W-1:0] behind;
      assign off[c]    = blocked_o[c] || (waiting_i[c] && !credit_o[c]);
      assign off_ends  = off_q[c] && !off[c];
      assign departs   = goes_o[c];
      assign looks     = now_i[2:0] == 3'(c);
      assign behind    = depths[c*Q_W+:Q_W] - Q_W'(lengths[c*14+:14]);
      assign clocks[c] = departs || off_ends || (looks && spans_o[c]);
      clock_gate i_gate (.clk_i, .enable_i(clocks[c] || !ready_o), .clk_o(clk));  // open in reset
      tcd_detector #(.STAMP_W(STAMP_W), .Q_W(Q_W)) i_detector (
        .clk_i(clk), .rst_ni(rst_n), .now_i, .sweep_i(looks), .off_end_i(off_ends), .departs_i(departs), .behind_i(behind),
        .ecn_i(ecn_i[2*c+:2]), .red_mark_i(red_mark_i[c]), .paused_i(paused_i[c]), .longest_on_i, .period_i(sample_period_i),
        .low_threshold_i, .rise_i, .band_i, .hard_level_i, .sticky_i, .hold_i, .undetermined_i,
        .ecn_o(marked[2*c+:2]), .ce_o(given_ce[c]), .ue_o(given_ue[c]), .state_o(states_o[2*c+:2]), .running_o(spans_o[c]),
        .stamp_o(stamps[c*STAMP_W+:STAMP_W]), .sample_o(samples[c*Q_W+:Q_W]), .pause_seen_o(pauses_seen_o[c]),
        .held_o(holds_o[c])
      );
    end else begin : g_none
      assign {off[c], clocks[c], given_ce[c], given_ue[c]}           = '0;
      assign {states_o[2*c+:2], spans_o[c], pauses_seen_o[c], holds_o[c]} = '0;
      assign stamps[c*STAMP_W+:STAMP_W]                              = '0;
      assign samples[c*Q_W+:Q_W]                                     = '0;
      assign marked[2*c+:2]                                          = ecn_i[2*c+:2];
    end
  end

  // Which classes might not send at the last edge.
  logic changes, off_clk;
  assign changes = ready_o && (off != off_q);
  clock_gate i_off_gate (.clk_i, .enable_i(changes || !ready_o), .clk_o(off_clk));
  always_ff @(posedge off_clk or negedge rst_n) begin
    if (!rst_n) off_q <= '0;
    else off_q <= off;
  end
  assign detector_clocks_o = {changes, clocks};

  assign ce_o = given_ce != '0;
  assign ue_o = given_ue != '0;
  always_comb begin
    ecn_o    = '0;
    stamp_o  = '0;
    sample_o = '0;
    for (int c = 0; c < 8; c = c + 1) begin
      ecn_o    = ecn_o | ({2{goes_o[c]}} & marked[2*c+:2]);
      stamp_o  = stamp_o | ({STAMP_W{shown_i == 3'(c)}} & stamps[c*STAMP_W+:STAMP_W]);
      sample_o = sample_o | ({Q_W{shown_i == 3'(c)}} & samples[c*Q_W+:Q_W]);
    end
  end

  // Without a detector nothing asks for these.
  logic unused;
  assign unused = &{1'b0, running, now_i, lengths, depths, red_mark_i, paused_i, longest_on_i, sample_period_i, low_threshold_i, rise_i,
                    band_i, hard_level_i, sticky_i, hold_i, undetermined_i};

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known; the parts ask for what goes to them as it comes.
  always @(posedge clk_i or negedge rst_ni) begin
    if (ready_o) begin
      begin : shown_known assert (^shown_i !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
