// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What viq_admission decides, with the accounts of VIQs in a memory outside (viq_rows). In one cycle a packet's row is read,
// in the next its answer is given and the row is written, in the third flow control compares. See viq_admission.md.
module viq_accounts #(
  parameter int VIQ_W  = 5,
  parameter int CELL_W = 16
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [CELL_W-1:0]     shared_i,
  input  logic [CELL_W-1:0]     pool_i,
  input  logic [CELL_W-1:0]     minimum_i,
  input  logic [CELL_W-1:0]     limit_i,
  input  logic [CELL_W-1:0]     headroom_i,
  input  logic [CELL_W-1:0]     xoff_i,
  input  logic [CELL_W-1:0]     gap_i,
  input  logic [13:0]           alpha_i,
  input  logic [13:0]           lossless_alpha_i,
  input  logic                  arrives_i,
  input  logic [VIQ_W-1:0]      arrives_viq_i,
  input  logic [CELL_W-1:0]     arrives_cells_i,
  input  logic                  arrives_lossless_i,
  input  logic                  arrives_veq_full_i,
  input  logic                  departs_i,
  input  logic [VIQ_W-1:0]      departs_viq_i,
  input  logic [CELL_W-1:0]     departs_cells_i,
  input  logic [2*CELL_W-1:0]   a_row_i,        // of the VIQ that was to be read in the cycle before; headroom above cells
  input  logic [2*CELL_W-1:0]   d_row_i,
  output logic                  d_reads_o,      // a departure, or a VIQ to be looked at
  output logic [VIQ_W-1:0]      d_reads_viq_o,
  output logic                  a_writes_o,
  output logic [VIQ_W-1:0]      a_writes_viq_o,
  output logic [2*CELL_W-1:0]   a_writes_row_o,
  output logic                  d_writes_o,
  output logic [VIQ_W-1:0]      d_writes_viq_o,
  output logic [2*CELL_W-1:0]   d_writes_row_o,
  output logic                  admits_o,
  output logic [2:0]            answer_o,
  output logic [CELL_W-1:0]     a_cells_o,      // of the VIQ of the arrival, before it
  output logic [CELL_W-1:0]     a_held_o,
  output logic [CELL_W-1:0]     d_cells_o,      // of the VIQ of the departure, before both
  output logic [CELL_W-1:0]     d_held_o,
  output logic                  broken_o,
  output logic                  xoff_o,
  output logic [VIQ_W-1:0]      xoff_viq_o,
  output logic                  xon_o,
  output logic [VIQ_W-1:0]      xon_viq_o,
  output logic [(1<<VIQ_W)-1:0] asks_o,
  output logic [VIQ_W-1:0]      look_o,         // the VIQ that is looked at next
  output logic [CELL_W-1:0]     taken_o,
  output logic [CELL_W-1:0]     held_o
);
  localparam int VIQS    = 1 << VIQ_W;
  localparam int SHARE_W = CELL_W + 7;  // of free cells times alpha

  localparam logic [2:0] RESERVED           = 3'd0;
  localparam logic [2:0] SHARED             = 3'd1;
  localparam logic [2:0] HEADROOM           = 3'd2;
  localparam logic [2:0] VIQ_FULL           = 3'd3;
  localparam logic [2:0] HEADROOM_EXHAUSTED = 3'd4;
  localparam logic [2:0] BUFFER_FULL        = 3'd5;
  localparam logic [2:0] VEQ_FULL           = 3'd6;

  // The packets that are answered in this cycle.
  logic              arrives_q, departs_q, a_lossless_q, a_veq_full_q;
  logic [VIQ_W-1:0]  a_viq_q, d_viq_q, look_q;
  logic [CELL_W-1:0] a_packet_q, d_packet_q;
  // What was written at the end of the cycle before, which is not in what was read then.
  logic                wrote_a_q, wrote_d_q, watch_q;
  logic [VIQ_W-1:0]    wrote_a_viq_q, wrote_d_viq_q;
  logic [2*CELL_W-1:0] wrote_a_row_q, wrote_d_row_q;
  // Registers of the whole buffer, and the VIQs that ask for a pause.
  logic [CELL_W-1:0] taken_q, held_q;
  logic [VIQS-1:0]   asks_q;

  // --- first cycle: the rows are read. Without a departure a VIQ is looked at, one after another, while any asks.

  logic looks;
  assign looks         = asks_q != '0 && !departs_i;
  assign d_reads_o     = departs_i || looks;
  assign d_reads_viq_o = departs_i ? departs_viq_i : look_q;

  // --- second cycle: the rows as they stand

  logic [CELL_W-1:0] a_cells, a_held, d_cells, d_held;
  viq_bypass #(.VIQ_W(VIQ_W), .ROW_W(2*CELL_W)) i_arrival (
    .viq_i(a_viq_q), .row_i(a_row_i), .wrote_a_i(wrote_a_q), .wrote_a_viq_i(wrote_a_viq_q), .wrote_a_row_i(wrote_a_row_q),
    .wrote_d_i(wrote_d_q), .wrote_d_viq_i(wrote_d_viq_q), .wrote_d_row_i(wrote_d_row_q), .row_o({a_held, a_cells}));
  viq_bypass #(.VIQ_W(VIQ_W), .ROW_W(2*CELL_W)) i_departure (
    .viq_i(d_viq_q), .row_i(d_row_i), .wrote_a_i(wrote_a_q), .wrote_a_viq_i(wrote_a_viq_q), .wrote_a_row_i(wrote_a_row_q),
    .wrote_d_i(wrote_d_q), .wrote_d_viq_i(wrote_d_viq_q), .wrote_d_row_i(wrote_d_row_q), .row_o({d_held, d_cells}));

  // Free cells, and the shares of them by which thresholds grow.
  logic               lossy_grows, lossless_grows;
  logic [CELL_W-1:0]  free, pool_free;
  logic [SHARE_W-1:0] lossy_share, lossless_share;
  assign free           = shared_i > taken_q ? shared_i - taken_q : '0;
  assign pool_free      = pool_i > held_q ? pool_i - held_q : '0;
  assign lossy_grows    = alpha_i != '0;
  assign lossless_grows = lossless_alpha_i != '0;
  assign lossy_share    = SHARE_W'((CELL_W+14)'(free) * (CELL_W+14)'(alpha_i) >> 7);
  assign lossless_share = SHARE_W'((CELL_W+14)'(free) * (CELL_W+14)'(lossless_alpha_i) >> 7);

  // The arrival.
  logic [CELL_W-1:0]  a_lacks, a_promised, a_rest, a_held_sum;
  logic [CELL_W:0]    a_sum, a_most;
  logic [SHARE_W-1:0] a_share;
  logic               a_room, a_grows, a_over, a_fits, a_pooled, a_in_pool, to_pool, to_own;
  assign a_lacks     = minimum_i > a_cells ? minimum_i - a_cells : '0;
  assign a_promised  = a_packet_q < a_lacks ? a_packet_q : a_lacks;
  assign a_rest      = a_packet_q - a_promised;
  assign a_room      = a_rest <= free;
  assign a_grows     = a_lossless_q ? lossless_grows : lossy_grows;
  assign a_share     = a_lossless_q ? lossless_share : lossy_share;
  assign a_sum       = {1'b0, a_cells} + {1'b0, a_packet_q};
  assign a_most      = {1'b0, limit_i} + {1'b0, headroom_i};
  assign a_fits      = !a_sum[CELL_W] && a_sum <= a_most;
  assign a_pooled    = a_lossless_q && pool_i != '0;
  assign a_held_sum  = a_held + a_packet_q;  // which does not wrap where the pool has room
  assign a_in_pool   = a_packet_q <= pool_free && a_held_sum <= headroom_i;
  viq_over #(.CELL_W(CELL_W)) i_arrival_over (
    .sum_i(a_sum), .limit_i, .minimum_i, .grows_i(a_grows), .share_i(a_share), .over_o(a_over));

  assign answer_o = !arrives_q || a_rest == '0 ? RESERVED
                    : a_pooled                 ? (a_room && !a_over ? SHARED : a_in_pool ? HEADROOM : HEADROOM_EXHAUSTED)
                    : !a_room                  ? BUFFER_FULL
                    : a_over                   ? (!a_lossless_q ? VIQ_FULL : a_fits ? HEADROOM : HEADROOM_EXHAUSTED)
                    : a_veq_full_q && !a_lossless_q ? VEQ_FULL
                                                    : SHARED;
  assign admits_o = arrives_q && answer_o < VIQ_FULL;
  assign to_pool  = admits_o && a_pooled && answer_o[1];
  assign to_own   = admits_o && !to_pool;

  logic [2*CELL_W-1:0] a_then;
  assign a_then = to_own ? {a_held, a_sum[CELL_W-1:0]} : to_pool ? {a_held_sum, a_cells} : {a_held, a_cells};

  // Then the departure, of what the arrival leaves. The answer is known last: what the departure comes to stands ready for an arrival
  // that adds to the VIQ's own cells, to those of the pool, and to neither.
  logic                same, own_broken, pool_broken, none_broken;
  logic [2*CELL_W-1:0] d_left, own_left, pool_left, none_left;
  logic [CELL_W-1:0]   own_shared, own_pool, pool_shared, pool_pool, none_shared, none_pool;
  assign same = arrives_q && a_viq_q == d_viq_q;
  viq_departure #(.CELL_W(CELL_W)) i_own (
    .minimum_i, .departs_i(departs_q), .packet_i(d_packet_q), .cells_i(same ? a_sum[CELL_W-1:0] : d_cells), .held_i(d_held),
    .left_o(own_left), .shared_o(own_shared), .pool_o(own_pool), .broken_o(own_broken));
  viq_departure #(.CELL_W(CELL_W)) i_pool (
    .minimum_i, .departs_i(departs_q), .packet_i(d_packet_q), .cells_i(d_cells), .held_i(same ? a_held_sum : d_held),
    .left_o(pool_left), .shared_o(pool_shared), .pool_o(pool_pool), .broken_o(pool_broken));
  viq_departure #(.CELL_W(CELL_W)) i_none (
    .minimum_i, .departs_i(departs_q), .packet_i(d_packet_q), .cells_i(d_cells), .held_i(d_held),
    .left_o(none_left), .shared_o(none_shared), .pool_o(none_pool), .broken_o(none_broken));

  assign d_left   = to_own ? own_left : to_pool ? pool_left : none_left;
  assign broken_o = to_own ? own_broken : to_pool ? pool_broken : none_broken;

  assign a_writes_o     = arrives_q;
  assign a_writes_viq_o = a_viq_q;
  assign a_writes_row_o = same && departs_q ? d_left : a_then;
  assign d_writes_o     = departs_q;
  assign d_writes_viq_o = d_viq_q;
  assign d_writes_row_o = d_left;

  logic [CELL_W-1:0] taken_more, taken_less, held_more, held_less;
  assign taken_more = to_own ? a_rest : '0;
  assign taken_less = to_own ? own_shared : to_pool ? pool_shared : none_shared;
  assign held_more  = to_pool ? a_packet_q : '0;
  assign held_less  = to_own ? own_pool : to_pool ? pool_pool : none_pool;

  // --- third cycle: XOFF at a VIQ's own arrivals, XON at its departures and where it is looked at

  logic [CELL_W-1:0] seen_a_cells, seen_a_held, seen_d_cells, seen_d_held, ceiling;
  logic [CELL_W:0]   a_next, d_and_gap;
  logic              a_reaches, d_over, pauses, resumes, a_asks, d_asks;
  assign {seen_a_held, seen_a_cells} = wrote_a_row_q;
  assign {seen_d_held, seen_d_cells} = wrote_d_row_q;
  assign ceiling   = limit_i < xoff_i ? limit_i : xoff_i;
  assign a_next    = {1'b0, seen_a_cells} + 1'b1;
  assign d_and_gap = {1'b0, seen_d_cells} + {1'b0, gap_i};
  viq_over #(.CELL_W(CELL_W)) i_reaches (
    .sum_i(a_next), .limit_i(ceiling), .minimum_i, .grows_i(lossless_grows), .share_i(lossless_share), .over_o(a_reaches));
  viq_over #(.CELL_W(CELL_W)) i_departure_over (
    .sum_i(d_and_gap), .limit_i(ceiling), .minimum_i, .grows_i(lossless_grows), .share_i(lossless_share), .over_o(d_over));
  assign pauses    = watch_q && (seen_a_held != '0 || (seen_a_cells != '0 && a_reaches));
  assign resumes   = wrote_d_q && seen_d_held == '0 && (seen_d_cells == '0 || !d_over);
  assign a_asks     = 1'(asks_q >> wrote_a_viq_q);
  assign d_asks     = 1'(asks_q >> wrote_d_viq_q) || (pauses && wrote_a_viq_q == wrote_d_viq_q);
  assign xoff_o     = pauses && !a_asks;
  assign xon_o      = resumes && d_asks;
  assign xoff_viq_o = xoff_o ? wrote_a_viq_q : '0;
  assign xon_viq_o  = xon_o ? wrote_d_viq_q : '0;

  logic [VIQS-1:0] asks_more, asks_less;
  assign asks_more = xoff_o ? VIQS'(1) << wrote_a_viq_q : '0;
  assign asks_less = xon_o ? VIQS'(1) << wrote_d_viq_q : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrives_q <= 1'b0;
      departs_q <= 1'b0;
      wrote_a_q <= 1'b0;
      wrote_d_q <= 1'b0;
      watch_q   <= 1'b0;
      look_q    <= '0;
      taken_q   <= '0;
      held_q    <= '0;
      asks_q    <= '0;
    end else begin
      arrives_q <= arrives_i;
      departs_q <= d_reads_o;
      wrote_a_q <= arrives_q;
      wrote_d_q <= departs_q;
      watch_q   <= admits_o && a_lossless_q;
      if (looks) look_q <= look_q + 1'b1;
      taken_q <= taken_q + taken_more - taken_less;
      held_q  <= held_q + held_more - held_less;
      asks_q  <= (asks_q | asks_more) & ~asks_less;
    end
  end

  // These are read only behind a bit above, so they have no reset.
  always_ff @(posedge clk_i) begin
    if (arrives_i) begin
      a_viq_q      <= arrives_viq_i;
      a_packet_q   <= arrives_cells_i;
      a_lossless_q <= arrives_lossless_i;
      a_veq_full_q <= arrives_veq_full_i;
    end
    if (d_reads_o) begin
      d_viq_q    <= d_reads_viq_o;
      d_packet_q <= departs_i ? departs_cells_i : '0;
    end
    if (arrives_q) begin
      wrote_a_viq_q <= a_viq_q;
      wrote_a_row_q <= a_writes_row_o;
    end
    if (departs_q) begin
      wrote_d_viq_q <= d_viq_q;
      wrote_d_row_q <= d_writes_row_o;
    end
  end

  assign a_cells_o = arrives_q ? a_cells : '0;
  assign a_held_o  = arrives_q ? a_held : '0;
  assign d_cells_o = departs_q ? d_cells : '0;
  assign d_held_o  = departs_q ? d_held : '0;
  assign asks_o    = asks_q;
  assign look_o    = look_q;
  assign taken_o   = taken_q;
  assign held_o    = held_q;
endmodule

`default_nettype wire
