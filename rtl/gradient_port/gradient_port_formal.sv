// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// gradient_port with what is proved of it beside what is proved of its parts, for any inputs in any cycle. Inputs without a connection
// are any. Numbers as in docs/reference/proofs.md. Classes 2 and 7 are those of GRADIENT.
module gradient_port_formal #(
  parameter int PORT      = 11,
  parameter int COUNTER_W = 12,
  parameter int BLOCKS_W  = 8,
  parameter int FIRST     = 2048,
  parameter int TCD       = 0,
  parameter int STAMP_W   = 4,
  parameter int Q_W       = 4,
  parameter int GRADIENT  = 132
) (
  input logic clk_i,
  input logic rst_ni
);
  gradient_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W),
    .GRADIENT(GRADIENT)
  ) i_dut (.clk_i, .rst_ni);

  logic start = 1'b1;
  always_ff @(posedge clk_i) start <= 1'b0;
  always_comb begin
    if (start) assume (!rst_ni);
  end

  (* hierconn *) wire \i_dut.ready_o ;
  (* hierconn *) wire [1:0] \i_dut.i_reset.released_q ;
  (* hierconn *) wire [1:0] \i_dut.i_port.i_port.i_reset.released_q ;
  (* hierconn *) wire [7:0] \i_dut.goes_o ;
  (* hierconn *) wire [7:0] \i_dut.credited_i ;
  (* hierconn *) wire \i_dut.mac_ready_i ;
  (* hierconn *) wire [2:0] \i_dut.shown_i ;
  (* hierconn *) wire \i_dut.wants_i ;
  (* hierconn *) wire [2:0] \i_dut.wants_class_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.wants_blocks_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.wants_depth_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.stop_i ;
  (* hierconn *) wire \i_dut.takes_o ;
  (* hierconn *) wire \i_dut.admitted_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.admitted_class_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.admitted_blocks_i ;
  (* hierconn *) wire \i_dut.taken_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.taken_class_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.taken_blocks_i ;
  (* hierconn *) wire \i_dut.released_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.released_class_i ;
  (* hierconn *) wire [BLOCKS_W-1:0] \i_dut.released_blocks_i ;
  (* hierconn *) wire \i_dut.heard_valid_i ;
  (* hierconn *) wire \i_dut.heard_credit_i ;
  (* hierconn *) wire [2:0] \i_dut.heard_class_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.heard_fccl_i ;
  (* hierconn *) wire [7:0] \i_dut.period_i ;
  (* hierconn *) wire \i_dut.mac_valid_o ;
  (* hierconn *) wire [1:0] \i_dut.mac_kind_o ;
  (* hierconn *) wire [2:0] \i_dut.mac_class_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.mac_fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.mac_fccl_o ;
  (* hierconn *) wire \i_dut.tells_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.held_o ;
  (* hierconn *) wire [2*COUNTER_W-1:0] \i_dut.untaken_0_1_o ;
  (* hierconn *) wire [2*COUNTER_W-1:0] \i_dut.untaken_2_3_o ;
  (* hierconn *) wire [2*COUNTER_W-1:0] \i_dut.untaken_4_5_o ;
  (* hierconn *) wire [2*COUNTER_W-1:0] \i_dut.untaken_6_7_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.credited_i ;
  (* hierconn *) wire \i_dut.i_port.mac_ready_i ;
  (* hierconn *) wire \i_dut.i_port.mac_valid_o ;
  (* hierconn *) wire [1:0] \i_dut.i_port.mac_kind_o ;
  (* hierconn *) wire [2:0] \i_dut.i_port.mac_class_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fccl_o ;
  (* hierconn *) wire \i_dut.g_class[2].g_gradient.due_q ;
  (* hierconn *) wire \i_dut.g_class[2].g_gradient.clocked ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_gradient.i_gate.sent_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_gradient.i_gate.heard_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_gradient.i_gate.untaken_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_gradient.i_gate.freed_o ;
  (* hierconn *) wire \i_dut.g_class[7].g_gradient.due_q ;
  (* hierconn *) wire \i_dut.g_class[7].g_gradient.clocked ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_gradient.i_gate.sent_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_gradient.i_gate.heard_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_gradient.i_gate.untaken_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_gradient.i_gate.freed_o ;

  logic [7:0] classes, due, first;
  assign classes = 8'(GRADIENT);
  always_comb begin
    due    = '0;
    due[2] = \i_dut.g_class[2].g_gradient.due_q ;
    due[7] = \i_dut.g_class[7].g_gradient.due_q ;
    due    = due & \i_dut.credited_i ;
    // Written otherwise than in the top: no lower class is due.
    for (int c = 0; c < 8; c = c + 1) begin
      first[c] = due[c];
      for (int lower = 0; lower < c; lower = lower + 1) begin
        if (due[lower]) first[c] = 1'b0;
      end
    end
  end

  always_comb begin
    if (!start) begin
      // g6: of another class each packet is taken, and none without a port that runs.
      g6_others: assert (!\i_dut.ready_o  || classes[\i_dut.wants_class_i ] || \i_dut.takes_o  == \i_dut.wants_i );
      g6_wanted: assert (!\i_dut.takes_o  || (\i_dut.ready_o  && \i_dut.wants_i ));
      // g9: messages go to the MAC where the port offers neither a MAC control frame nor a message; no packet goes beside a message, and
      // no credit of a class with the rule holds one.
      g9_order: assert (\i_dut.tells_o  == (\i_dut.ready_o  && due != '0 && \i_dut.i_port.mac_kind_o  == 2'd0));
      g9_kind: assert (!\i_dut.tells_o  || (\i_dut.mac_valid_o  && \i_dut.mac_kind_o  == 2'd2));
      g9_port: assert (\i_dut.tells_o  ||
        {\i_dut.mac_valid_o , \i_dut.mac_kind_o , \i_dut.mac_class_o , \i_dut.mac_fctbs_o , \i_dut.mac_fccl_o } == {
          \i_dut.i_port.mac_valid_o , \i_dut.i_port.mac_kind_o , \i_dut.i_port.mac_class_o , \i_dut.i_port.mac_fctbs_o ,
          \i_dut.i_port.mac_fccl_o });
      g9_taken: assert (\i_dut.i_port.mac_ready_i  == (\i_dut.mac_ready_i  && !\i_dut.tells_o ));
      g9_alone: assert (!\i_dut.tells_o  || \i_dut.goes_o  == '0);
      g9_credited: assert (\i_dut.i_port.credited_i  == (\i_dut.credited_i  & ~classes));
      // g10: the reset, released as that of lossless_port, and what is shown of other classes.
      g10_release: assert (\i_dut.i_reset.released_q == \i_dut.i_port.i_port.i_reset.released_q && \i_dut.i_reset.released_q != 2'b10 &&
                           \i_dut.i_reset.released_q [1] == \i_dut.ready_o );
      g10_silent: assert (\i_dut.ready_o  || {
        \i_dut.tells_o , \i_dut.held_o , \i_dut.untaken_0_1_o , \i_dut.untaken_2_3_o , \i_dut.untaken_4_5_o , \i_dut.untaken_6_7_o } == '0);
      g10_others: assert (classes[\i_dut.shown_i ] || \i_dut.held_o  == '0);
      g10_untaken: assert (
        {\i_dut.untaken_6_7_o [COUNTER_W-1:0], \i_dut.untaken_4_5_o , \i_dut.untaken_2_3_o [2*COUNTER_W-1:COUNTER_W],
         \i_dut.untaken_0_1_o } == '0);
    end
  end

  gradient_port_class_formal #(.C(2), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W)) i_class_2 (
    .clk_i, .start_i(start), .ready_i(\i_dut.ready_o ), .credited_i(\i_dut.credited_i [2]), .wants_i(\i_dut.wants_i ),
    .wants_class_i(\i_dut.wants_class_i ), .wants_blocks_i(\i_dut.wants_blocks_i ), .wants_depth_i(\i_dut.wants_depth_i ),
    .stop_i(\i_dut.stop_i ), .takes_i(\i_dut.takes_o ), .heard_valid_i(\i_dut.heard_valid_i ),
    .heard_credit_i(\i_dut.heard_credit_i ), .heard_class_i(\i_dut.heard_class_i ), .heard_fccl_i(\i_dut.heard_fccl_i ),
    .admitted_valid_i(\i_dut.admitted_valid_i ), .admitted_class_i(\i_dut.admitted_class_i ),
    .admitted_blocks_i(\i_dut.admitted_blocks_i ), .taken_valid_i(\i_dut.taken_valid_i ), .taken_class_i(\i_dut.taken_class_i ),
    .taken_blocks_i(\i_dut.taken_blocks_i ), .released_valid_i(\i_dut.released_valid_i ),
    .released_class_i(\i_dut.released_class_i ), .released_blocks_i(\i_dut.released_blocks_i ),
    .period_i(\i_dut.period_i [2]), .mac_ready_i(\i_dut.mac_ready_i ), .first_i(first[2]), .tells_i(\i_dut.tells_o ),
    .mac_class_i(\i_dut.mac_class_o ), .mac_fctbs_i(\i_dut.mac_fctbs_o ), .mac_fccl_i(\i_dut.mac_fccl_o ),
    .shown_i(\i_dut.shown_i  == 3'd2), .shown_held_i(\i_dut.held_o ), .untaken_i(\i_dut.untaken_2_3_o [COUNTER_W-1:0]),
    .registers_i({
      \i_dut.g_class[2].g_gradient.due_q , \i_dut.g_class[2].g_gradient.i_gate.sent_o , \i_dut.g_class[2].g_gradient.i_gate.heard_o ,
      \i_dut.g_class[2].g_gradient.i_gate.untaken_o , \i_dut.g_class[2].g_gradient.i_gate.freed_o }),
    .clocked_i(\i_dut.g_class[2].g_gradient.clocked )
  );

  gradient_port_class_formal #(.C(7), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W)) i_class_7 (
    .clk_i, .start_i(start), .ready_i(\i_dut.ready_o ), .credited_i(\i_dut.credited_i [7]), .wants_i(\i_dut.wants_i ),
    .wants_class_i(\i_dut.wants_class_i ), .wants_blocks_i(\i_dut.wants_blocks_i ), .wants_depth_i(\i_dut.wants_depth_i ),
    .stop_i(\i_dut.stop_i ), .takes_i(\i_dut.takes_o ), .heard_valid_i(\i_dut.heard_valid_i ),
    .heard_credit_i(\i_dut.heard_credit_i ), .heard_class_i(\i_dut.heard_class_i ), .heard_fccl_i(\i_dut.heard_fccl_i ),
    .admitted_valid_i(\i_dut.admitted_valid_i ), .admitted_class_i(\i_dut.admitted_class_i ),
    .admitted_blocks_i(\i_dut.admitted_blocks_i ), .taken_valid_i(\i_dut.taken_valid_i ), .taken_class_i(\i_dut.taken_class_i ),
    .taken_blocks_i(\i_dut.taken_blocks_i ), .released_valid_i(\i_dut.released_valid_i ),
    .released_class_i(\i_dut.released_class_i ), .released_blocks_i(\i_dut.released_blocks_i ),
    .period_i(\i_dut.period_i [7]), .mac_ready_i(\i_dut.mac_ready_i ), .first_i(first[7]), .tells_i(\i_dut.tells_o ),
    .mac_class_i(\i_dut.mac_class_o ), .mac_fctbs_i(\i_dut.mac_fctbs_o ), .mac_fccl_i(\i_dut.mac_fccl_o ),
    .shown_i(\i_dut.shown_i  == 3'd7), .shown_held_i(\i_dut.held_o ), .untaken_i(\i_dut.untaken_6_7_o [2*COUNTER_W-1:COUNTER_W]),
    .registers_i({
      \i_dut.g_class[7].g_gradient.due_q , \i_dut.g_class[7].g_gradient.i_gate.sent_o , \i_dut.g_class[7].g_gradient.i_gate.heard_o ,
      \i_dut.g_class[7].g_gradient.i_gate.untaken_o , \i_dut.g_class[7].g_gradient.i_gate.freed_o }),
    .clocked_i(\i_dut.g_class[7].g_gradient.clocked )
  );
endmodule

`default_nettype wire
