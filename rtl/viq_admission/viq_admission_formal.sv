// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// viq_accounts with what is proved of it. The accounts of VIQs stand here, in registers that are written and read as viq_rows
// does: all of them can be summed up, and one VIQ, any, is followed beside an account that goes on from packets and answers
// alone. Numbers as in docs/reference/proofs.md.
module viq_admission_formal #(
  parameter int VIQ_W  = 1,
  parameter int CELL_W = 3
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic [CELL_W-1:0] limit_i,
  input logic [CELL_W-1:0] headroom_i,
  input logic [CELL_W-1:0] xoff_i,
  input logic [CELL_W-1:0] gap_i,
  input logic [13:0]       alpha_i,
  input logic [13:0]       lossless_alpha_i,
  input logic              arrives_i,
  input logic [VIQ_W-1:0]  arrives_viq_i,
  input logic [CELL_W-1:0] arrives_cells_i,
  input logic              arrives_lossless_i,
  input logic              arrives_veq_full_i,
  input logic              departs_i,
  input logic [VIQ_W-1:0]  departs_viq_i,
  input logic [CELL_W-1:0] departs_cells_i
);
  localparam int VIQS  = 1 << VIQ_W;
  localparam int ROW_W = 2 * CELL_W;
  localparam int SUM_W = CELL_W + VIQ_W + 2;
  localparam int ALL_W = CELL_W + 16;  // of a minimum and a product with alpha

  // The buffer and its guarantees stand; all else may change in any cycle.
  (* anyconst *) logic [CELL_W-1:0] shared_i;
  (* anyconst *) logic [CELL_W-1:0] pool_i;
  (* anyconst *) logic [CELL_W-1:0] minimum_i;
  (* anyconst *) logic [VIQ_W-1:0]  viq;

  logic [ROW_W-1:0]  a_row_i, d_row_i, a_writes_row_o, d_writes_row_o;
  logic              d_reads_o, a_writes_o, d_writes_o, admits_o, broken_o, xoff_o, xon_o;
  logic [VIQ_W-1:0]  d_reads_viq_o, a_writes_viq_o, d_writes_viq_o, xoff_viq_o, xon_viq_o;
  logic [2:0]        answer_o;
  logic [CELL_W-1:0] a_cells_o, a_held_o, d_cells_o, d_held_o, taken_o, held_o;
  logic [VIQS-1:0]   asks_o;
  logic [VIQ_W-1:0]  look_o;
  viq_accounts #(.VIQ_W(VIQ_W), .CELL_W(CELL_W)) i_dut (.*);

  // The memory: a read gives what stood before the writes of its cycle.
  logic [VIQS*ROW_W-1:0] rows_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rows_q <= '0;
    end else begin
      a_row_i <= rows_q[arrives_viq_i*ROW_W +: ROW_W];
      d_row_i <= rows_q[d_reads_viq_o*ROW_W +: ROW_W];
      for (int v = 0; v < VIQS; v = v + 1) begin
        if (a_writes_o && a_writes_viq_o == VIQ_W'(v)) rows_q[v*ROW_W +: ROW_W] <= a_writes_row_o;
        if (d_writes_o && d_writes_viq_o == VIQ_W'(v)) rows_q[v*ROW_W +: ROW_W] <= d_writes_row_o;
      end
    end
  end

  // Sums over all VIQs.
  logic [SUM_W-1:0] sum_taken, sum_held;
  always_comb begin
    sum_taken = '0;
    sum_held  = '0;
    for (int v = 0; v < VIQS; v = v + 1) begin
      sum_held = sum_held + SUM_W'(rows_q[v*ROW_W+CELL_W +: CELL_W]);
      if (rows_q[v*ROW_W +: CELL_W] > minimum_i) begin
        sum_taken = sum_taken + SUM_W'(rows_q[v*ROW_W +: CELL_W]) - SUM_W'(minimum_i);
      end
    end
  end

  // The packets of the cycle before.
  logic              came, came_lossless, came_veq_full, went, looked;
  logic [VIQ_W-1:0]  came_viq, went_viq, look;
  logic [CELL_W-1:0] came_cells, went_cells;

  // The arrival's account, by what the answer says.
  logic [CELL_W-1:0] cells, held, lacks, free;
  logic [ALL_W-1:0]  sum, lossy_grown, lossless_grown, grown, beyond;
  logic              guaranteed, pooled, room, over, in_pool, to_pool;
  assign cells          = rows_q[came_viq*ROW_W +: CELL_W];
  assign held           = rows_q[came_viq*ROW_W+CELL_W +: CELL_W];
  assign lacks          = minimum_i > cells ? minimum_i - cells : '0;
  assign free           = shared_i - taken_o;
  assign sum            = ALL_W'(cells) + ALL_W'(came_cells);
  assign guaranteed     = came_cells <= lacks;
  assign beyond         = guaranteed ? '0 : ALL_W'(came_cells) - ALL_W'(lacks);
  assign lossy_grown    = ALL_W'(minimum_i) + ((ALL_W'(free) * ALL_W'(alpha_i)) >> 7);
  assign lossless_grown = ALL_W'(minimum_i) + ((ALL_W'(free) * ALL_W'(lossless_alpha_i)) >> 7);
  assign grown          = came_lossless ? lossless_grown : lossy_grown;
  assign over           = sum > ALL_W'(limit_i) || ((came_lossless ? lossless_alpha_i : alpha_i) != '0 && sum > grown);
  assign pooled         = came_lossless && pool_i != '0;
  assign room           = beyond <= ALL_W'(free);
  assign in_pool        = ALL_W'(came_cells) <= ALL_W'(pool_i) - ALL_W'(held_o) &&
                          ALL_W'(held) + ALL_W'(came_cells) <= ALL_W'(headroom_i);
  assign to_pool        = answer_o == 3'd2 && pooled;

  // The VIQ after the packets of this cycle: the arrival, then the departure, headroom first.
  logic [CELL_W-1:0] own, apart, full, full_apart, of_pool, of_own, next_own, next_apart;
  logic              to_viq, from_viq;
  assign own        = rows_q[viq*ROW_W +: CELL_W];
  assign apart      = rows_q[viq*ROW_W+CELL_W +: CELL_W];
  assign to_viq     = came && admits_o && came_viq == viq;
  assign from_viq   = went && went_viq == viq;
  assign full       = own + (to_viq && !to_pool ? came_cells : '0);
  assign full_apart = apart + (to_viq && to_pool ? came_cells : '0);
  assign of_pool    = went_cells < full_apart ? went_cells : full_apart;
  assign of_own     = went_cells - of_pool < full ? went_cells - of_pool : full;
  assign next_own   = full - (from_viq ? of_own : '0);
  assign next_apart = full_apart - (from_viq ? of_pool : '0);

  // Flow control of the VIQ, a cycle later.
  logic              seen_to, seen_from, asked, pauses, resumes;
  logic [ALL_W-1:0]  lowered;
  logic [CELL_W-1:0] own_before, apart_before;
  always_comb begin
    lowered = ALL_W'(xoff_i < limit_i ? xoff_i : limit_i);
    if (lossless_alpha_i != '0 && lossless_grown < lowered) lowered = lossless_grown;
  end
  assign pauses  = seen_to && (apart != '0 || (own != '0 && ALL_W'(own) >= lowered));
  assign resumes = seen_from && apart == '0 && (own == '0 || ALL_W'(own) + ALL_W'(gap_i) <= lowered);

  logic counts;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      came       <= 1'b0;
      went       <= 1'b0;
      seen_to    <= 1'b0;
      seen_from  <= 1'b0;
      asked      <= 1'b0;
      counts     <= 1'b0;
      look       <= '0;
    end else begin
      came          <= arrives_i;
      came_viq      <= arrives_viq_i;
      came_cells    <= arrives_cells_i;
      came_lossless <= arrives_lossless_i;
      came_veq_full <= arrives_veq_full_i;
      went          <= d_reads_o;
      went_viq      <= departs_i ? departs_viq_i : look;
      went_cells    <= departs_i ? departs_cells_i : '0;
      looked        <= d_reads_o && !departs_i;
      if (d_reads_o && !departs_i) look <= look + 1'b1;
      seen_to       <= to_viq && came_lossless;
      seen_from     <= from_viq;
      asked         <= (asked || pauses) && !resumes;
      own_before    <= next_own;
      apart_before  <= next_apart;
      counts        <= 1'b1;
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    if (started && !rst_ni) begin
      v8_reset: assert (taken_o == 0 && held_o == 0 && asks_o == 0 && !a_writes_o && !d_writes_o && !xoff_o && !xon_o);
    end else if (started) begin
      // The accounts of the buffer are sums of those of VIQs, so they are never negative; and never more than there is.
      v1_taken: assert (SUM_W'(taken_o) == sum_taken);
      v1_held: assert (SUM_W'(held_o) == sum_held);
      v2_shared: assert (taken_o <= shared_i);
      v2_pool: assert (held_o <= pool_i);
      // A packet is judged by the account as it stands: as if nothing were under way, whoever wrote it last.
      v3_arrival: assert (a_writes_o == came && (!came || (a_writes_viq_o == came_viq && a_cells_o == cells && a_held_o == held)));
      v3_departure: assert (d_writes_o == went && (!went || (d_writes_viq_o == went_viq &&
                            {d_held_o, d_cells_o} == rows_q[went_viq*ROW_W +: ROW_W])));
      // Each answer where the page says so.
      v4_drops: assert (admits_o == (came && answer_o < 3'd3));
      if (came) begin
        v4_reserved: assert ((answer_o == 3'd0) == guaranteed);
        v4_shared: assert (answer_o != 3'd1 || (room && !over && (!came_veq_full || came_lossless)));
        v4_headroom: assert (answer_o != 3'd2 || (came_lossless && (pooled ? in_pool && (!room || over)
                                                                           : room && over && sum <= ALL_W'(limit_i) + ALL_W'(headroom_i))));
        v4_viq_full: assert (answer_o != 3'd3 || (!came_lossless && room && over));
        v4_exhausted: assert (answer_o != 3'd4 || (came_lossless && (!room || over) &&
                              (pooled ? !in_pool : sum > ALL_W'(limit_i) + ALL_W'(headroom_i) || sum[CELL_W])));
        v4_buffer_full: assert (answer_o != 3'd5 || (!pooled && !room));
        v4_veq_full: assert (answer_o != 3'd6 || (came_veq_full && !came_lossless && room && !over));
        v4_fits: assert (!admits_o || (to_pool ? ALL_W'(held) + ALL_W'(came_cells) : sum) < ALL_W'(1 << CELL_W));
      end
      v4_answer: assert (answer_o != 3'd7 && (came || answer_o == 3'd0));
      // What comes and goes counts once, headroom first; no other VIQ changes.
      if (counts) v5_account: assert (own == own_before && apart == apart_before);
      // XOFF at the VIQ's own arrivals, XON at its departures and as it is looked at.
      v6_asks: assert (asks_o[viq] == asked);
      v6_xoff: assert ((xoff_o && xoff_viq_o == viq) == (pauses && !asked));
      v6_xon: assert ((xon_o && xon_viq_o == viq) == (resumes && (asked || pauses)));
      // While any asks, each cycle without a departure looks at a VIQ, one after another.
      v6_looks: assert (d_reads_o == (departs_i || asks_o != 0));
      v6_next: assert (look_o == look && (departs_i || d_reads_viq_o == look));
      // More than there is does not depart, and is told.
      if (from_viq) v7_told: assert (broken_o == (ALL_W'(went_cells) > ALL_W'(full) + ALL_W'(full_apart)));
      if (!went) v7_nothing: assert (!broken_o);
    end
  end

  // Not empty: a VIQ with headroom while others have shared cells; one that asks and asks no more as it is looked at; a packet
  // whose account was written by both of the cycle before.
  always_comb begin
    if (started && rst_ni) begin
      pool_in_use: cover (to_viq && to_pool && taken_o != 0 && minimum_i != 0);
      resumes_by_a_look: cover (xon_o && xon_viq_o == viq && own != 0 && looked);
      in_a_row: cover (came && went && seen_to && seen_from && came_viq == viq && went_viq == viq && own != 0);
    end
  end
endmodule

`default_nettype wire
