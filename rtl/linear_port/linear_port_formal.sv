// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// linear_port with what is proved of what it adds to its parts, for any inputs in any cycle. Inputs without a connection are any.
// Numbers as in docs/reference/proofs.md. Classes 2 and 7 are those of LINEAR.
module linear_port_formal #(
  parameter int PORT        = 11,
  parameter int COUNTER_W   = 12,
  parameter int BLOCKS_W    = 8,
  parameter int FIRST       = 2048,
  parameter int TCD         = 0,
  parameter int STAMP_W     = 4,
  parameter int Q_W         = 4,
  parameter int LINEAR      = 132,
  parameter int BLOCK_SHIFT = 6
) (
  input logic clk_i,
  input logic rst_ni
);
  linear_port #(
    .PORT(PORT), .COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST), .TCD(TCD), .STAMP_W(STAMP_W), .Q_W(Q_W),
    .LINEAR(LINEAR), .BLOCK_SHIFT(BLOCK_SHIFT)
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
  (* hierconn *) wire [7:0] \i_dut.open_i ;
  (* hierconn *) wire [7:0] \i_dut.credited_i ;
  (* hierconn *) wire \i_dut.mac_ready_i ;
  (* hierconn *) wire [2:0] \i_dut.shown_i ;
  (* hierconn *) wire \i_dut.sent_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.sent_class_i ;
  (* hierconn *) wire \i_dut.admitted_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.admitted_class_i ;
  (* hierconn *) wire \i_dut.released_valid_i ;
  (* hierconn *) wire [2:0] \i_dut.released_class_i ;
  (* hierconn *) wire \i_dut.heard_valid_i ;
  (* hierconn *) wire \i_dut.heard_credit_i ;
  (* hierconn *) wire [2:0] \i_dut.heard_class_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.heard_fccl_i ;
  (* hierconn *) wire \i_dut.init_i ;
  (* hierconn *) wire [7:0] \i_dut.period_i ;
  (* hierconn *) wire [COUNTER_W+BLOCK_SHIFT-1:0] \i_dut.linear_range_i ;
  (* hierconn *) wire [1:0] \i_dut.rounding_i ;
  (* hierconn *) wire \i_dut.clamp_i ;
  (* hierconn *) wire [13:0] \i_dut.sent_ticks_i ;
  (* hierconn *) wire [5:0] \i_dut.sent_subticks_i ;
  (* hierconn *) wire [5:0] \i_dut.sent_phase_i ;
  (* hierconn *) wire \i_dut.tick_i ;
  (* hierconn *) wire \i_dut.mac_valid_o ;
  (* hierconn *) wire [1:0] \i_dut.mac_kind_o ;
  (* hierconn *) wire [2:0] \i_dut.mac_class_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.mac_fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.mac_fccl_o ;
  (* hierconn *) wire [7:0] \i_dut.lets_o ;
  (* hierconn *) wire \i_dut.tells_o ;
  (* hierconn *) wire [7:0] \i_dut.kept_o ;
  (* hierconn *) wire [7:0] \i_dut.divides_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.remaining_o ;
  (* hierconn *) wire [41:0] \i_dut.factor_o ;
  (* hierconn *) wire [55:0] \i_dut.wait_o ;
  (* hierconn *) wire [7:0] \i_dut.i_port.open_i ;
  (* hierconn *) wire [7:0] \i_dut.i_port.credited_i ;
  (* hierconn *) wire \i_dut.i_port.mac_ready_i ;
  (* hierconn *) wire \i_dut.i_port.mac_valid_o ;
  (* hierconn *) wire [1:0] \i_dut.i_port.mac_kind_o ;
  (* hierconn *) wire [2:0] \i_dut.i_port.mac_class_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.i_port.mac_fccl_o ;
  (* hierconn *) wire \i_dut.g_rate.i_rate.message_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_rate.i_rate.fccl_i ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_rate.i_rate.fctbs_i ;
  (* hierconn *) wire [COUNTER_W+BLOCK_SHIFT-1:0] \i_dut.g_rate.i_rate.range_i ;
  (* hierconn *) wire \i_dut.g_rate.i_rate.busy_o ;
  (* hierconn *) wire \i_dut.g_rate.clocked ;
  (* hierconn *) wire \i_dut.g_rate.i_rate.valid_o ;
  (* hierconn *) wire [41:0] \i_dut.g_rate.i_rate.factor_o ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.sent_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.rate_valid_i ;
  (* hierconn *) wire [41:0] \i_dut.g_class[2].g_linear.i_limiter.r_r_i ;
  (* hierconn *) wire [41:0] \i_dut.g_class[2].g_linear.i_limiter.r_r_o ;
  (* hierconn *) wire [55:0] \i_dut.g_class[2].g_linear.i_limiter.r_c_o ;
  (* hierconn *) wire [1:0] \i_dut.g_class[2].g_linear.i_limiter.rounding_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.clamp_i ;
  (* hierconn *) wire [13:0] \i_dut.g_class[2].g_linear.i_limiter.r_l_ticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[2].g_linear.i_limiter.r_l_subticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[2].g_linear.i_limiter.phase_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.tick_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.idle_o ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_limiter.follow_o ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.sent_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.admitted_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.heard_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.released_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.take_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.period_i ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.i_credits.due_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_linear.i_credits.fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_linear.i_credits.told_fccl_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_linear.i_credits.available_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[2].g_linear.remained_q ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.divided_q ;
  (* hierconn *) wire \i_dut.g_class[2].g_linear.counts , \i_dut.g_class[2].g_linear.limits ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.sent_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.rate_valid_i ;
  (* hierconn *) wire [41:0] \i_dut.g_class[7].g_linear.i_limiter.r_r_i ;
  (* hierconn *) wire [41:0] \i_dut.g_class[7].g_linear.i_limiter.r_r_o ;
  (* hierconn *) wire [55:0] \i_dut.g_class[7].g_linear.i_limiter.r_c_o ;
  (* hierconn *) wire [1:0] \i_dut.g_class[7].g_linear.i_limiter.rounding_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.clamp_i ;
  (* hierconn *) wire [13:0] \i_dut.g_class[7].g_linear.i_limiter.r_l_ticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[7].g_linear.i_limiter.r_l_subticks_i ;
  (* hierconn *) wire [5:0] \i_dut.g_class[7].g_linear.i_limiter.phase_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.tick_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.idle_o ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_limiter.follow_o ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.sent_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.admitted_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.heard_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.released_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.take_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.period_i ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.i_credits.due_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_linear.i_credits.fctbs_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_linear.i_credits.told_fccl_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_linear.i_credits.available_o ;
  (* hierconn *) wire [COUNTER_W-1:0] \i_dut.g_class[7].g_linear.remained_q ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.divided_q ;
  (* hierconn *) wire \i_dut.g_class[7].g_linear.counts , \i_dut.g_class[7].g_linear.limits ;

  logic [7:0] classes, due, first, next;
  assign classes = 8'(LINEAR);
  always_comb begin
    due    = '0;
    due[2] = \i_dut.g_class[2].g_linear.i_credits.due_o ;
    due[7] = \i_dut.g_class[7].g_linear.i_credits.due_o ;
    due    = due & \i_dut.credited_i ;
    // Written otherwise than in the top: no lower class is due, or waits.
    for (int c = 0; c < 8; c = c + 1) begin
      first[c] = due[c];
      next[c]  = \i_dut.kept_o [c];
      for (int lower = 0; lower < c; lower = lower + 1) begin
        if (due[lower]) first[c] = 1'b0;
        if (\i_dut.kept_o [lower]) next[c] = 1'b0;
      end
    end
  end

  always_comb begin
    if (!start) begin
      // o1: no packet goes that a limiter holds, and none beside a message; other classes have no limiter; no credit of a class with
      // GFC holds a packet.
      o1_held: assert ((\i_dut.goes_o & ~(\i_dut.open_i & \i_dut.lets_o )) == '0);
      o1_alone: assert (!\i_dut.tells_o || \i_dut.goes_o == '0);
      o1_others: assert ((\i_dut.lets_o | classes) == 8'hff);
      o1_credited: assert (\i_dut.i_port.credited_i == (\i_dut.credited_i & ~classes));
      o1_open: assert (\i_dut.i_port.open_i == (\i_dut.open_i & \i_dut.lets_o ));
      // o3: the division takes a message whenever it may, that of the lowest class, and no other class has any.
      o3_taken: assert (\i_dut.g_rate.i_rate.message_i == (\i_dut.kept_o != '0 && !\i_dut.g_rate.i_rate.busy_o ));
      o3_given: assert ({\i_dut.g_rate.i_rate.fctbs_i , \i_dut.g_rate.i_rate.range_i } == {COUNTER_W'(0), \i_dut.linear_range_i });
      o3_others: assert (((\i_dut.kept_o | \i_dut.divides_o ) & ~classes) == '0);
      // o7: the division has a clock while it takes a message, divides, or shows a rate.
      o7_division: assert (\i_dut.g_rate.clocked == (\i_dut.g_rate.i_rate.message_i || \i_dut.g_rate.i_rate.busy_o ||
                                                     \i_dut.g_rate.i_rate.valid_o ));
      o3_busy: assert (\i_dut.g_rate.i_rate.busy_o || \i_dut.divides_o == '0);
      // o4: messages go to the MAC where the port offers neither a MAC control frame nor a message.
      o4_order: assert (\i_dut.tells_o == (\i_dut.ready_o && due != '0 && \i_dut.i_port.mac_kind_o == 2'd0));
      o4_kind: assert (!\i_dut.tells_o || (\i_dut.mac_valid_o && \i_dut.mac_kind_o == 2'd2));
      o4_port: assert (\i_dut.tells_o ||
        {\i_dut.mac_valid_o , \i_dut.mac_kind_o , \i_dut.mac_class_o , \i_dut.mac_fctbs_o , \i_dut.mac_fccl_o } == {
          \i_dut.i_port.mac_valid_o , \i_dut.i_port.mac_kind_o , \i_dut.i_port.mac_class_o , \i_dut.i_port.mac_fctbs_o ,
          \i_dut.i_port.mac_fccl_o });
      o4_taken: assert (\i_dut.i_port.mac_ready_i == (\i_dut.mac_ready_i && !\i_dut.tells_o ));
      // o5: the reset, released as that of lossless_port.
      o5_release: assert (\i_dut.i_reset.released_q == \i_dut.i_port.i_port.i_reset.released_q && \i_dut.i_reset.released_q != 2'b10 &&
                          \i_dut.i_reset.released_q [1] == \i_dut.ready_o );
      o5_reset: assert (\i_dut.ready_o ||
        ({\i_dut.tells_o , \i_dut.kept_o , \i_dut.divides_o , \i_dut.factor_o , \i_dut.wait_o } == '0 &&
         \i_dut.lets_o == 8'hff));
      o5_others: assert (classes[\i_dut.shown_i ] ||
                         {\i_dut.remaining_o , \i_dut.factor_o , \i_dut.wait_o } == '0);
    end
  end

  linear_port_class_formal #(.C(2), .COUNTER_W(COUNTER_W)) i_class_2 (
    .clk_i, .start_i(start), .ready_i(\i_dut.ready_o ), .sent_valid_i(\i_dut.sent_valid_i ), .sent_class_i(\i_dut.sent_class_i ),
    .admitted_valid_i(\i_dut.admitted_valid_i ), .admitted_class_i(\i_dut.admitted_class_i ),
    .released_valid_i(\i_dut.released_valid_i ), .released_class_i(\i_dut.released_class_i ),
    .heard_valid_i(\i_dut.heard_valid_i ), .heard_credit_i(\i_dut.heard_credit_i ), .heard_class_i(\i_dut.heard_class_i ),
    .heard_fccl_i(\i_dut.heard_fccl_i ), .init_i(\i_dut.init_i ), .period_i(\i_dut.period_i [2]),
    .mac_ready_i(\i_dut.mac_ready_i ), .first_i(first[2]), .tells_i(\i_dut.tells_o ), .mac_class_i(\i_dut.mac_class_o ),
    .mac_fctbs_i(\i_dut.mac_fctbs_o ), .mac_fccl_i(\i_dut.mac_fccl_o ), .taken_i(\i_dut.g_rate.i_rate.message_i ),
    .next_i(next[2]), .divides_i(\i_dut.g_rate.i_rate.fccl_i ), .rated_i(\i_dut.g_rate.i_rate.valid_o ),
    .factor_i(\i_dut.g_rate.i_rate.factor_o ), .shown_i(\i_dut.shown_i == 3'd2), .shown_remaining_i(\i_dut.remaining_o ),
    .shown_factor_i(\i_dut.factor_o ), .shown_wait_i(\i_dut.wait_o ), .lets_i(\i_dut.lets_o [2]), .kept_i(\i_dut.kept_o [2]),
    .settings_i({
      \i_dut.rounding_i , \i_dut.clamp_i , \i_dut.sent_ticks_i , \i_dut.sent_subticks_i , \i_dut.sent_phase_i , \i_dut.tick_i }),
    .limiter_settings_i({
      \i_dut.g_class[2].g_linear.i_limiter.rounding_i , \i_dut.g_class[2].g_linear.i_limiter.clamp_i ,
      \i_dut.g_class[2].g_linear.i_limiter.r_l_ticks_i , \i_dut.g_class[2].g_linear.i_limiter.r_l_subticks_i ,
      \i_dut.g_class[2].g_linear.i_limiter.phase_i , \i_dut.g_class[2].g_linear.i_limiter.tick_i }),
    .limiter_sent_i(\i_dut.g_class[2].g_linear.i_limiter.sent_i ), .limiter_assigned_i(\i_dut.g_class[2].g_linear.i_limiter.rate_valid_i ),
    .limiter_r_r_i(\i_dut.g_class[2].g_linear.i_limiter.r_r_i ), .r_r_i(\i_dut.g_class[2].g_linear.i_limiter.r_r_o ),
    .r_c_i(\i_dut.g_class[2].g_linear.i_limiter.r_c_o ), .idle_i(\i_dut.g_class[2].g_linear.i_limiter.idle_o ),
    .follow_i(\i_dut.g_class[2].g_linear.i_limiter.follow_o ),
    .credits_i({
      \i_dut.g_class[2].g_linear.i_credits.sent_i , \i_dut.g_class[2].g_linear.i_credits.admitted_i ,
      \i_dut.g_class[2].g_linear.i_credits.heard_i , \i_dut.g_class[2].g_linear.i_credits.released_i ,
      \i_dut.g_class[2].g_linear.i_credits.take_i , \i_dut.g_class[2].g_linear.i_credits.period_i }),
    .fctbs_i(\i_dut.g_class[2].g_linear.i_credits.fctbs_o ), .told_fccl_i(\i_dut.g_class[2].g_linear.i_credits.told_fccl_o ),
    .available_i(\i_dut.g_class[2].g_linear.i_credits.available_o ), .remained_i(\i_dut.g_class[2].g_linear.remained_q ),
    .divided_i(\i_dut.g_class[2].g_linear.divided_q ), .counts_i(\i_dut.g_class[2].g_linear.counts ),
    .limits_i(\i_dut.g_class[2].g_linear.limits )
  );

  linear_port_class_formal #(.C(7), .COUNTER_W(COUNTER_W)) i_class_7 (
    .clk_i, .start_i(start), .ready_i(\i_dut.ready_o ), .sent_valid_i(\i_dut.sent_valid_i ), .sent_class_i(\i_dut.sent_class_i ),
    .admitted_valid_i(\i_dut.admitted_valid_i ), .admitted_class_i(\i_dut.admitted_class_i ),
    .released_valid_i(\i_dut.released_valid_i ), .released_class_i(\i_dut.released_class_i ),
    .heard_valid_i(\i_dut.heard_valid_i ), .heard_credit_i(\i_dut.heard_credit_i ), .heard_class_i(\i_dut.heard_class_i ),
    .heard_fccl_i(\i_dut.heard_fccl_i ), .init_i(\i_dut.init_i ), .period_i(\i_dut.period_i [7]),
    .mac_ready_i(\i_dut.mac_ready_i ), .first_i(first[7]), .tells_i(\i_dut.tells_o ), .mac_class_i(\i_dut.mac_class_o ),
    .mac_fctbs_i(\i_dut.mac_fctbs_o ), .mac_fccl_i(\i_dut.mac_fccl_o ), .taken_i(\i_dut.g_rate.i_rate.message_i ),
    .next_i(next[7]), .divides_i(\i_dut.g_rate.i_rate.fccl_i ), .rated_i(\i_dut.g_rate.i_rate.valid_o ),
    .factor_i(\i_dut.g_rate.i_rate.factor_o ), .shown_i(\i_dut.shown_i == 3'd7), .shown_remaining_i(\i_dut.remaining_o ),
    .shown_factor_i(\i_dut.factor_o ), .shown_wait_i(\i_dut.wait_o ), .lets_i(\i_dut.lets_o [7]), .kept_i(\i_dut.kept_o [7]),
    .settings_i({
      \i_dut.rounding_i , \i_dut.clamp_i , \i_dut.sent_ticks_i , \i_dut.sent_subticks_i , \i_dut.sent_phase_i , \i_dut.tick_i }),
    .limiter_settings_i({
      \i_dut.g_class[7].g_linear.i_limiter.rounding_i , \i_dut.g_class[7].g_linear.i_limiter.clamp_i ,
      \i_dut.g_class[7].g_linear.i_limiter.r_l_ticks_i , \i_dut.g_class[7].g_linear.i_limiter.r_l_subticks_i ,
      \i_dut.g_class[7].g_linear.i_limiter.phase_i , \i_dut.g_class[7].g_linear.i_limiter.tick_i }),
    .limiter_sent_i(\i_dut.g_class[7].g_linear.i_limiter.sent_i ), .limiter_assigned_i(\i_dut.g_class[7].g_linear.i_limiter.rate_valid_i ),
    .limiter_r_r_i(\i_dut.g_class[7].g_linear.i_limiter.r_r_i ), .r_r_i(\i_dut.g_class[7].g_linear.i_limiter.r_r_o ),
    .r_c_i(\i_dut.g_class[7].g_linear.i_limiter.r_c_o ), .idle_i(\i_dut.g_class[7].g_linear.i_limiter.idle_o ),
    .follow_i(\i_dut.g_class[7].g_linear.i_limiter.follow_o ),
    .credits_i({
      \i_dut.g_class[7].g_linear.i_credits.sent_i , \i_dut.g_class[7].g_linear.i_credits.admitted_i ,
      \i_dut.g_class[7].g_linear.i_credits.heard_i , \i_dut.g_class[7].g_linear.i_credits.released_i ,
      \i_dut.g_class[7].g_linear.i_credits.take_i , \i_dut.g_class[7].g_linear.i_credits.period_i }),
    .fctbs_i(\i_dut.g_class[7].g_linear.i_credits.fctbs_o ), .told_fccl_i(\i_dut.g_class[7].g_linear.i_credits.told_fccl_o ),
    .available_i(\i_dut.g_class[7].g_linear.i_credits.available_o ), .remained_i(\i_dut.g_class[7].g_linear.remained_q ),
    .divided_i(\i_dut.g_class[7].g_linear.divided_q ), .counts_i(\i_dut.g_class[7].g_linear.counts ),
    .limits_i(\i_dut.g_class[7].g_linear.limits )
  );
endmodule

`default_nettype wire
