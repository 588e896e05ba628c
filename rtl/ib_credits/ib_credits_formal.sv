// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Two of ib_credits with what is proved of them, one at each end of a link: i_dut sends, i_far receives. Between them, of events
// alone and in numbers that do not wrap: the credits that i_dut has, what is on its way, what was lost on the way and i_far does not
// count, and what is in the buffer. Packets take any time, or are lost; messages are lost, late, or come again; the buffer is any
// that holds the credits after a reset. The receiving side of i_dut has any inputs. Numbers as in docs/reference/proofs.md.
module ib_credits_formal #(
  parameter int COUNTER_W = 3,
  parameter int BLOCKS_W  = 2,
  parameter int FIRST     = 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 init_i,          // of both ends
  input logic                 starts_i,        // a packet starts if it may
  input logic [BLOCKS_W-1:0]  head_blocks_i,
  input logic                 leaves_i,        // its last bit leaves
  input logic                 arrives_i,
  input logic [BLOCKS_W-1:0]  arrives_blocks_i,
  input logic                 lost_i,
  input logic [BLOCKS_W-1:0]  lost_blocks_i,
  input logic                 released_i,
  input logic [BLOCKS_W-1:0]  released_blocks_i,
  input logic                 heard_i,         // a message of i_far
  input logic [COUNTER_W-1:0] late_i,          // what i_far has told since
  input logic                 resync_i,        // a message of i_dut, at its place among the packets
  input logic                 own_resync_i,    // the receiving side of i_dut
  input logic [COUNTER_W-1:0] own_buffer_i,
  input logic                 own_admitted_i,
  input logic [BLOCKS_W-1:0]  own_admitted_blocks_i,
  input logic [COUNTER_W-1:0] own_fctbs_i,
  input logic                 own_released_i,
  input logic [BLOCKS_W-1:0]  own_released_blocks_i,
  input logic                 own_take_i,
  input logic                 own_period_i
);
  localparam int W = COUNTER_W + 2;  // where nothing wraps
  localparam logic [W-1:0] HALF = W'(1) << (COUNTER_W - 1);
  localparam logic [COUNTER_W-1:0] FIRST_FCCL = COUNTER_W'(FIRST);

  (* anyconst *) logic [COUNTER_W-1:0] buffer;

  logic                 sent, busy;
  logic [BLOCKS_W-1:0]  pending;
  logic                 may_send_o, due_o;
  logic [COUNTER_W-1:0] available_o, fctbs_o, fccl_o, abr_o, occupied_o, told_fccl_o, heard_fccl;
  ib_credits #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_dut (
    .clk_i, .rst_ni, .resync_i(own_resync_i), .buffer_i(own_buffer_i), .head_blocks_i, .sent_i(sent), .sent_blocks_i(pending),
    .admitted_i(own_admitted_i), .admitted_blocks_i(own_admitted_blocks_i), .heard_i, .heard_fctbs_i(own_fctbs_i),
    .heard_fccl_i(heard_fccl), .released_i(own_released_i), .released_blocks_i(own_released_blocks_i), .take_i(own_take_i),
    .period_i(own_period_i), .init_i, .may_send_o, .available_o, .fctbs_o, .fccl_o, .abr_o, .occupied_o, .told_fccl_o, .due_o
  );
  logic                 far_may_send, far_due;
  logic [COUNTER_W-1:0] far_available, far_fctbs, far_fccl, far_abr, far_occupied, far_told, heard_fctbs;
  ib_credits #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W), .FIRST(FIRST)) i_far (
    .clk_i, .rst_ni, .resync_i(1'b1), .buffer_i(buffer), .head_blocks_i('0), .sent_i(1'b0), .sent_blocks_i('0),
    .admitted_i(arrives_i), .admitted_blocks_i(arrives_blocks_i), .heard_i(resync_i), .heard_fctbs_i(heard_fctbs),
    .heard_fccl_i('0), .released_i, .released_blocks_i, .take_i(1'b1), .period_i(1'b0), .init_i, .may_send_o(far_may_send),
    .available_o(far_available), .fctbs_o(far_fctbs), .fccl_o(far_fccl), .abr_o(far_abr), .occupied_o(far_occupied),
    .told_fccl_o(far_told), .due_o(far_due)
  );

  // In blocks: credits of i_dut, packets on their way, those that were lost and that ABR does not count, and the buffer.
  logic [W-1:0] credits, on_way, lost, held;
  logic [W-1:0] starts, leaves, arrives, loses, releases, free, offered, unknown, news;
  assign sent     = busy && leaves_i;
  assign starts   = starts_i && !busy && may_send_o ? W'(head_blocks_i) : '0;
  assign leaves   = sent ? W'(pending) : '0;
  assign arrives  = arrives_i ? W'(arrives_blocks_i) : '0;
  assign loses    = lost_i ? W'(lost_blocks_i) : '0;
  assign releases = released_i ? W'(released_blocks_i) : '0;
  assign free     = W'(buffer) - held;
  assign offered  = free > HALF ? HALF : free;
  assign unknown  = offered - credits - on_way - lost;
  assign news     = heard_i ? unknown - W'(late_i) : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits <= W'(FIRST_FCCL);
      on_way  <= '0;
      lost    <= '0;
      held    <= '0;
      busy    <= 1'b0;
      pending <= '0;
    end else begin
      credits <= init_i ? '0 : credits + news - leaves;
      on_way  <= init_i ? '0 : on_way + leaves - arrives - loses;
      lost    <= init_i || resync_i ? '0 : lost + loses;
      held    <= held + arrives - releases;
      busy    <= !init_i && (busy ? !leaves_i : starts_i && may_send_o);
      pending <= busy ? pending : BLOCKS_W'(starts);
    end
  end
  assign heard_fccl  = far_told - late_i;
  assign heard_fctbs = far_abr + COUNTER_W'(arrives + lost + loses);

  // What the next cycle is to show of i_dut.
  logic                 was, init_before, due_then;
  logic [COUNTER_W-1:0] fctbs_then, fccl_then, abr_then, occupied_then, own_come, own_gone;
  assign own_come = own_admitted_i ? COUNTER_W'(own_admitted_blocks_i) : '0;
  assign own_gone = own_released_i ? COUNTER_W'(own_released_blocks_i) : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was           <= 1'b0;
      init_before   <= 1'b0;
      fctbs_then    <= '0;
      fccl_then     <= '0;
      abr_then      <= '0;
      occupied_then <= '0;
      due_then      <= 1'b0;
    end else begin
      was           <= 1'b1;
      init_before   <= init_i;
      fctbs_then    <= sent ? fctbs_o + COUNTER_W'(pending) : fctbs_o;
      fccl_then     <= heard_i ? heard_fccl : fccl_o;
      abr_then      <= heard_i && own_resync_i ? own_fctbs_i : abr_o + own_come;
      occupied_then <= occupied_o + own_come - own_gone;
      due_then      <= own_period_i ? 1'b1 : own_take_i ? 1'b0 : due_o;
    end
  end

  // What the receiving side of i_dut tells.
  logic [W-1:0] own_free, own_offered;
  assign own_free    = own_buffer_i > occupied_o ? W'(own_buffer_i) - W'(occupied_o) : '0;
  assign own_offered = own_free > HALF ? HALF : own_free;

  // Counts of both ends that follow from the blocks above, modulo 2^COUNTER_W.
  logic [COUNTER_W-1:0] left, abr, told, own_told;
  assign left     = fccl_o - fctbs_o;
  assign abr      = fctbs_o - COUNTER_W'(on_way + lost);
  assign told     = far_abr + COUNTER_W'(offered);
  assign own_told = abr_o + COUNTER_W'(own_offered);

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    // The buffer holds what may be sent after a reset, and a packet has fewer blocks than half of the range.
    assume (W'(FIRST_FCCL) <= W'(buffer) && W'(FIRST_FCCL) <= HALF && W'(head_blocks_i) < HALF);
    // Nothing arrives or is lost that was not sent, or is released that is not held; a message tells what was not yet known.
    assume (arrives + loses <= on_way && releases <= held);
    if (heard_i) assume (W'(late_i) <= unknown);
    if (begun && !rst_ni) begin
      b6_reset: assert (fctbs_o == '0 && fccl_o == FIRST_FCCL && abr_o == '0 && occupied_o == '0 && !due_o);
    end else if (begun) begin
      // A packet may start if and only if its blocks are there.
      b1_may: assert (may_send_o == (W'(head_blocks_i) <= credits));
      b1_left: assert (W'(available_o) == credits);
      // What is sent, and what has started, is within the limit.
      b2_credits: assert (credits <= HALF && credits == W'(left));
      if (busy) b2_pending: assert (W'(pending) <= credits);
      // The buffer holds all that may still come, and what comes.
      b3_offered: assert (on_way <= HALF && lost <= HALF && credits + on_way + lost <= offered);
      b3_held: assert (held <= W'(buffer) && held + arrives <= W'(buffer));
      // What a message tells: as many blocks from ABR on as are free; ABR is behind FCTBS by what is on its way or was lost.
      b4_far: assert (far_abr == abr && W'(far_occupied) == held);
      b4_told: assert (far_told == told);
      b4_own: assert (told_fccl_o == own_told);
      // A packet that left, an admission, a message, a release, a take and a period of one cycle: each counts, once.
      if (was && !init_before) b5_sender: assert (fctbs_o == fctbs_then && fccl_o == fccl_then);
      if (was && !init_before) b5_receiver: assert (abr_o == abr_then && due_o == due_then);
      if (was) b5_occupied: assert (occupied_o == occupied_then);
      // A link that comes up begins at 0, whatever else its cycle brings.
      if (init_before) b6_init: assert (fctbs_o == '0 && fccl_o == '0 && abr_o == '0 && due_o);
    end
  end

  // Not empty: a packet takes the last credit beside a message, an arrival and a release; a buffer that is full; what was lost comes
  // back; and half of the range told, of a larger buffer.
  always_comb begin
    if (begun && rst_ni) begin
      last_credit_with_all: cover (starts != '0 && starts == credits && news != '0 && arrives != '0 && releases != '0);
      full: cover (W'(buffer) == held && held > 1);
      comes_back: cover (resync_i && lost != '0 && on_way != '0);
      half: cover (credits == HALF && W'(buffer) > HALF && fctbs_o != '0);
    end
  end
endmodule

`default_nettype wire
