// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The sending side of Ultra Ethernet's credits, all channels of a port: credits consumed (S_CC), freed (S_CF) and in use
// (S_CU), whether a frame may leave by its channel's limit or by a pool, what CF_Updates free, and the CC_Updates with
// their timer. One event of each kind a cycle. Settings of a channel are read from a memory beside the block. See
// ue_cbfc_sender.md.
module ue_cbfc_sender #(
  parameter int VC_W      = 5,
  parameter int COUNTER_W = 20,
  parameter int WIRE_W    = 15,
  parameter int CREDITS_W = 9,
  parameter int TIMER_W   = 18
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [1:0]             cf_delta_i,         // setting: 0 half, 1 full, 2 signed
  input  logic                   pool_i,             // setting: channels share a pool
  input  logic [COUNTER_W-1:0]   pool_shared_i,      // setting: its credits that no channel has reserved
  input  logic [TIMER_W-1:0]     cc_timer_i,         // setting: microseconds from one CC_Update to the next
  input  logic                   frame_i,            // a frame is to leave: it does if it may
  input  logic [VC_W-1:0]        frame_vc_i,
  input  logic [CREDITS_W-1:0]   frame_credits_i,
  input  logic [COUNTER_W-1:0]   frame_limit_i,      // of its channel: S_CL; with a pool the most shared credits, 0: any
  input  logic [COUNTER_W-1:0]   frame_reserved_i,   // of its channel: credits of the pool that are its own
  input  logic [1:0]             frame_mode_i,       // of its channel: 0 none, 1 static, 2 dynamic
  input  logic [3:0]             frame_exponent_i,   // of its channel: -8 to 7
  input  logic                   cf_i,               // one of the two channels of a CF_Update
  input  logic [VC_W-1:0]        cf_vc_i,
  input  logic [WIRE_W-1:0]      cf_freed_i,
  input  logic [COUNTER_W-1:0]   cf_reserved_i,      // of this channel
  input  logic                   tick_i,             // a microsecond has passed
  input  logic                   cc_take_i,          // the CC_Update that is shown leaves, ahead of the frame of its cycle
  input  logic                   set_i,              // software writes a channel
  input  logic [VC_W-1:0]        set_vc_i,
  input  logic                   set_enable_i,
  input  logic                   set_clear_i,
  input  logic [COUNTER_W-1:0]   set_reserved_i,     // of this channel
  input  logic [VC_W-1:0]        read_vc_i,          // whose registers are shown
  output logic                   may_send_o,         // the frame may leave
  output logic                   counts_o,           // it leaves, and its credits count
  output logic [1:0]             cc_due_o,           // CC_Updates that are due: of channels 0 to 15, and 16 to 31
  output logic                   cc_high_o,          // the one that is shown is of channels 16 to 31
  output logic [2*COUNTER_W-1:0] cc_counts_0_1_o,    // its counts, the first in the highest bits
  output logic [2*COUNTER_W-1:0] cc_counts_2_3_o,
  output logic [2*COUNTER_W-1:0] cc_counts_4_5_o,
  output logic [2*COUNTER_W-1:0] cc_counts_6_7_o,
  output logic [2*COUNTER_W-1:0] cc_counts_8_9_o,
  output logic [2*COUNTER_W-1:0] cc_counts_10_11_o,
  output logic [2*COUNTER_W-1:0] cc_counts_12_13_o,
  output logic [2*COUNTER_W-1:0] cc_counts_14_15_o,
  output logic [TIMER_W-1:0]     cc_left_o,          // microseconds until the next
  output logic [(1<<VC_W)-1:0]   enabled_o,          // channels in use, a bit each
  output logic [COUNTER_W-1:0]   shared_used_o,      // credits of the pool in use beyond the reserved ones
  output logic [COUNTER_W-1:0]   read_consumed_o,
  output logic [COUNTER_W-1:0]   read_freed_o,
`ifdef FORMAL
    output logic [COUNTER_W*(1<<VC_W)-1:0] all_freed_o,  // of all channels, for properties of their sum
    output logic [COUNTER_W*(1<<VC_W)-1:0] all_used_o,
`endif
  output logic [COUNTER_W-1:0]   read_used_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (VC_W < 1 || VC_W > 5 || CREDITS_W < 1 || WIRE_W < 1 || TIMER_W < 1) begin : g_widths
    A_width_is_below_1_or_VC_W_above_5 i_parameters ();
  end
  if (COUNTER_W < 2 || COUNTER_W < CREDITS_W || COUNTER_W < WIRE_W) begin : g_parameters
    COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W i_parameters ();
  end

  localparam int CHANNELS = 1 << VC_W;
  localparam int OF_ONE   = CHANNELS < 16 ? CHANNELS : 16;  // channels of a CC_Update
  localparam int UPDATES  = CHANNELS / OF_ONE;
  localparam int WIDE     = COUNTER_W + 9;

  logic [CHANNELS-1:0]           enabled_q;
  logic [CHANNELS*COUNTER_W-1:0] consumed_q, freed_q, used_q;
  logic [COUNTER_W-1:0]          shared_q, shared_d;
  logic [TIMER_W-1:0]            left_q, left_d;
  logic [UPDATES-1:0]            due_q, due_d;

  // The channels that are named, a bit each.
  logic [CHANNELS-1:0] frame_at, cf_at, set_at, read_at;
  for (genvar n = 0; n < CHANNELS; n = n + 1) begin : g_named
    assign frame_at[n] = frame_vc_i == VC_W'(n);
    assign cf_at[n]    = cf_vc_i == VC_W'(n);
    assign set_at[n]   = set_i && set_vc_i == VC_W'(n);
    assign read_at[n]  = read_vc_i == VC_W'(n);
  end

  logic [COUNTER_W-1:0] frame_consumed, frame_used, cf_freed_before, cf_used, set_used;
  always_comb begin
    frame_consumed  = '0;
    frame_used      = '0;
    cf_freed_before = '0;
    cf_used         = '0;
    set_used        = '0;
    read_consumed_o = '0;
    read_freed_o    = '0;
    read_used_o     = '0;
    for (int n = 0; n < CHANNELS; n = n + 1) begin
      frame_consumed  = frame_consumed | (consumed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{frame_at[n]}});
      frame_used      = frame_used | (used_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{frame_at[n]}});
      cf_freed_before = cf_freed_before | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{cf_at[n]}});
      cf_used         = cf_used | (used_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{cf_at[n]}});
      set_used        = set_used | (used_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{set_at[n]}});
      read_consumed_o = read_consumed_o | (consumed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{read_at[n]}});
      read_freed_o    = read_freed_o | (freed_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{read_at[n]}});
      read_used_o     = read_used_o | (used_q[n*COUNTER_W +: COUNTER_W] & {COUNTER_W{read_at[n]}});
    end
  end

  // What the frame's channel would use, of its own credits and of the shared ones.
  logic [COUNTER_W:0]   used_then, shared_then, more;
  logic [COUNTER_W-1:0] shared_now;
  assign used_then   = {1'b0, frame_used} + (COUNTER_W + 1)'(frame_credits_i);
  assign shared_now  = frame_used > frame_reserved_i ? frame_used - frame_reserved_i : '0;
  assign shared_then = used_then > {1'b0, frame_reserved_i} ? used_then - {1'b0, frame_reserved_i} : '0;
  assign more        = shared_then - {1'b0, shared_now};

  // What the channel may take of the shared credits: up to a maximum, or up to 2^exponent times those that are free.
  logic [COUNTER_W-1:0] free;
  logic [3:0]           times_then, times_free;
  logic                 within_most, within_free, share_left;
  assign free        = pool_shared_i > shared_q ? pool_shared_i - shared_q : '0;
  assign times_then  = frame_exponent_i[3] ? 4'd0 - frame_exponent_i : 4'd0;
  assign times_free  = frame_exponent_i[3] ? 4'd0 : frame_exponent_i;
  assign within_most = frame_limit_i == '0 || shared_then <= {1'b0, frame_limit_i};
  assign within_free = (WIDE'(shared_then) << times_then) <= (WIDE'(free) << times_free);
  assign share_left  = frame_mode_i == 2'd1 ? within_most : frame_mode_i == 2'd2 && within_free;

  // Whether the frame may leave, by the counts before the cycle.
  logic in_use, of_limit, of_pool, credits_left, counts;
  assign in_use       = |(frame_at & enabled_q);
  assign of_limit     = used_then <= {1'b0, frame_limit_i};
  assign of_pool      = more == '0 || (more <= {1'b0, free} && share_left);
  assign credits_left = pool_i ? of_pool : of_limit;
  assign counts       = frame_i && in_use && credits_left;

  logic [COUNTER_W-1:0] consumed_sum;
  assign consumed_sum = frame_consumed + COUNTER_W'(frame_credits_i);

  // What a CF_Update frees, counted from S_CF.
  logic              forward, back, hears;
  logic [WIRE_W-1:0] step;
  modular_less #(.WIDTH(WIRE_W)) i_step (
    .from_i(cf_freed_before[WIRE_W-1:0]), .to_i(cf_freed_i), .difference_o(step), .less_o(forward)
  );
  assign back  = cf_delta_i == 2'd2 && step[WIRE_W-1];
  assign hears = cf_i && |(cf_at & enabled_q) && (forward || (cf_delta_i != 2'd0 && step != '0));

  // It counts after the frame of its cycle.
  logic                 cf_after;
  logic [COUNTER_W-1:0] moved, freed_sum, cf_used_before, cf_used_then, cf_shared_before, cf_shared_then;
  assign moved            = COUNTER_W'(step) - COUNTER_W'({back, {WIRE_W{1'b0}}});
  assign freed_sum        = cf_freed_before + moved;
  assign cf_after         = counts && frame_vc_i == cf_vc_i;
  assign cf_used_before   = cf_after ? used_then[COUNTER_W-1:0] : cf_used;
  assign cf_used_then     = cf_used_before - moved;
  assign cf_shared_before = cf_used_before > cf_reserved_i ? cf_used_before - cf_reserved_i : '0;
  assign cf_shared_then   = cf_used_then > cf_reserved_i ? cf_used_then - cf_reserved_i : '0;

  // Clearing goes before all else of its channel, and takes what the channel uses of the shared credits off their sum.
  logic                 clears, frame_shares, cf_shares;
  logic [COUNTER_W-1:0] set_shared;
  assign clears       = set_i && set_clear_i;
  assign frame_shares = counts && !(clears && set_vc_i == frame_vc_i);
  assign cf_shares    = hears && !(clears && set_vc_i == cf_vc_i);
  assign set_shared   = set_used > set_reserved_i ? set_used - set_reserved_i : '0;
  assign shared_d     = shared_q + (frame_shares ? more[COUNTER_W-1:0] : '0) +
                        (cf_shares ? cf_shared_then - cf_shared_before : '0) - (clears ? set_shared : '0);

  // A CC_Update of each sixteen channels of which one is in use, as often as the timer says.
  logic               expires;
  logic [UPDATES-1:0] updates_in_use, taken;
  for (genvar g = 0; g < UPDATES; g = g + 1) begin : g_update
    assign updates_in_use[g] = |enabled_q[g*OF_ONE +: OF_ONE];
  end
  assign expires = tick_i && left_q <= TIMER_W'(1);
  assign left_d  = expires ? cc_timer_i : tick_i ? left_q - 1'b1 : left_q;
  assign taken   = due_q & (~due_q + 1'b1) & {UPDATES{cc_take_i}};
  assign due_d   = (due_q & ~taken) | (updates_in_use & {UPDATES{expires}});

  logic [16*COUNTER_W-1:0] cc_counts;
  for (genvar n = 0; n < 16; n = n + 1) begin : g_count
    if (UPDATES == 2) begin : g_two
      assign cc_counts[n*COUNTER_W +: COUNTER_W] = cc_high_o ? consumed_q[(16+n)*COUNTER_W +: COUNTER_W]
                                                                : consumed_q[n*COUNTER_W +: COUNTER_W];
    end else if (n < CHANNELS) begin : g_one
      assign cc_counts[n*COUNTER_W +: COUNTER_W] = consumed_q[n*COUNTER_W +: COUNTER_W];
    end else begin : g_none
      assign cc_counts[n*COUNTER_W +: COUNTER_W] = '0;
    end
  end

  for (genvar n = 0; n < CHANNELS; n = n + 1) begin : g_channel
    logic                 cleared, counted, heard, enabled_d;
    logic [COUNTER_W-1:0] consumed_d, freed_d, used_d;
    assign cleared    = set_at[n] && set_clear_i;
    assign counted    = counts && frame_at[n];
    assign heard      = hears && cf_at[n];
    assign enabled_d  = set_at[n] ? set_enable_i : enabled_q[n];
    assign consumed_d = cleared ? '0 : counted ? consumed_sum : consumed_q[n*COUNTER_W +: COUNTER_W];
    assign freed_d    = cleared ? '0 : heard ? freed_sum : freed_q[n*COUNTER_W +: COUNTER_W];
    assign used_d     = cleared ? '0 :
                        heard ? cf_used_then :
                        counted ? used_then[COUNTER_W-1:0] : used_q[n*COUNTER_W +: COUNTER_W];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        enabled_q[n]                         <= 1'b0;
        consumed_q[n*COUNTER_W +: COUNTER_W] <= '0;
        freed_q[n*COUNTER_W +: COUNTER_W]    <= '0;
        used_q[n*COUNTER_W +: COUNTER_W]     <= '0;
      end else begin
        enabled_q[n]                         <= enabled_d;
        consumed_q[n*COUNTER_W +: COUNTER_W] <= consumed_d;
        freed_q[n*COUNTER_W +: COUNTER_W]    <= freed_d;
        used_q[n*COUNTER_W +: COUNTER_W]     <= used_d;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shared_q <= '0;
      left_q   <= '0;
      due_q    <= '0;
    end else begin
      shared_q <= shared_d;
      left_q   <= left_d;
      due_q    <= due_d;
    end
  end

  assign may_send_o        = !in_use || credits_left;
  assign counts_o          = counts;
  assign cc_due_o          = 2'(due_q);
  assign cc_high_o         = cc_due_o == 2'b10;
  assign cc_counts_0_1_o   = {cc_counts[0*COUNTER_W +: COUNTER_W], cc_counts[1*COUNTER_W +: COUNTER_W]};
  assign cc_counts_2_3_o   = {cc_counts[2*COUNTER_W +: COUNTER_W], cc_counts[3*COUNTER_W +: COUNTER_W]};
  assign cc_counts_4_5_o   = {cc_counts[4*COUNTER_W +: COUNTER_W], cc_counts[5*COUNTER_W +: COUNTER_W]};
  assign cc_counts_6_7_o   = {cc_counts[6*COUNTER_W +: COUNTER_W], cc_counts[7*COUNTER_W +: COUNTER_W]};
  assign cc_counts_8_9_o   = {cc_counts[8*COUNTER_W +: COUNTER_W], cc_counts[9*COUNTER_W +: COUNTER_W]};
  assign cc_counts_10_11_o = {cc_counts[10*COUNTER_W +: COUNTER_W], cc_counts[11*COUNTER_W +: COUNTER_W]};
  assign cc_counts_12_13_o = {cc_counts[12*COUNTER_W +: COUNTER_W], cc_counts[13*COUNTER_W +: COUNTER_W]};
  assign cc_counts_14_15_o = {cc_counts[14*COUNTER_W +: COUNTER_W], cc_counts[15*COUNTER_W +: COUNTER_W]};
  assign cc_left_o         = left_q;
  assign enabled_o         = enabled_q;
  assign shared_used_o     = shared_q;
`ifdef FORMAL
  assign all_freed_o       = freed_q;
  assign all_used_o        = used_q;
`endif

`ifndef SYNTHESIS
`ifndef FORMAL
  // Reserved credits of each channel, as they were given last; and whether those of this cycle are others.
  logic [CHANNELS*COUNTER_W-1:0] reserved_q;
  logic [CHANNELS-1:0]           changes;
  for (genvar n = 0; n < CHANNELS; n = n + 1) begin : g_reserved
    logic [COUNTER_W-1:0] last;
    assign last       = reserved_q[n*COUNTER_W +: COUNTER_W];
    assign changes[n] = used_q[n*COUNTER_W +: COUNTER_W] != '0 && ((frame_at[n] && frame_i && frame_reserved_i != last) ||
                                                                   (cf_at[n] && cf_i && cf_reserved_i != last) ||
                                                                   (set_at[n] && set_reserved_i != last));
    always @(posedge clk_i) begin
      if (set_at[n]) reserved_q[n*COUNTER_W +: COUNTER_W] <= set_reserved_i;
      else if (cf_i && cf_at[n]) reserved_q[n*COUNTER_W +: COUNTER_W] <= cf_reserved_i;
      else if (frame_i && frame_at[n]) reserved_q[n*COUNTER_W +: COUNTER_W] <= frame_reserved_i;
    end
  end

  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : settings_known assert (^{cf_delta_i, pool_i, pool_shared_i, cc_timer_i} !== 1'bx); end
      begin : events_known assert (^{frame_i, cf_i, tick_i, cc_take_i, set_i, read_vc_i} !== 1'bx); end
      begin : frame_known assert (!frame_i || ^{frame_vc_i, frame_credits_i, frame_limit_i, frame_reserved_i,
        frame_mode_i, frame_exponent_i} !== 1'bx); end
      begin : cf_known assert (!cf_i || ^{cf_vc_i, cf_freed_i, cf_reserved_i} !== 1'bx); end
      begin : set_known assert (!set_i || ^{set_vc_i, set_enable_i, set_clear_i, set_reserved_i} !== 1'bx); end
      // A rule for software.
      begin : reserved_credits_stand_while_some_are_used assert (changes == '0)
        else $warning("the reserved credits of a channel change while it uses some"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
