// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Stage comparator, leading-zero form: works where Bm - B1 is a power of two, 2^m. Each threshold then lies a power of
// two below Bm, B_k = Bm - 2^(m-k+1), and the stage follows from where the highest one of Bm - 1 - q stands: one adder
// and one priority encoder instead of N comparators (GFC, SIGCOMM '19, section 5.1). See
// stage_comparator_leading_zero.md.
module stage_comparator_leading_zero #(
  parameter int STAGE_W     = 5,
  parameter int Q_W         = 24,
  parameter int LOG2_SPAN_W = 5, // 2^LOG2_SPAN_W > Q_W
  // The three registers after reset; without stages the stage stays 0.
  parameter logic [Q_W:0]           BM_RESET        = {(Q_W+1){1'b1}},
  parameter logic [LOG2_SPAN_W-1:0] LOG2_SPAN_RESET = {LOG2_SPAN_W{1'b0}},
  parameter logic [STAGE_W-1:0]     STAGES_RESET    = {STAGE_W{1'b0}}
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   table_we_i,
  input  logic [Q_W:0]           bm_i,
  input  logic [LOG2_SPAN_W-1:0] log2_span_i,  // m
  input  logic [STAGE_W-1:0]     stages_i,     // N; 0 keeps the stage at 0
  input  logic [Q_W-1:0]         q_i,
  output logic [STAGE_W-1:0]     stage_o,
  output logic                   changed_o     // in the first cycle of a new stage_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (Q_W >= (1 << LOG2_SPAN_W)) begin : g_parameters
    LOG2_SPAN_W_does_not_hold_Q_W i_parameters ();
  end

  localparam int WIDE_W = STAGE_W > LOG2_SPAN_W ? STAGE_W : LOG2_SPAN_W;

  logic [Q_W:0]           bm_q;
  logic [LOG2_SPAN_W-1:0] log2_span_q;
  logic [STAGE_W-1:0]     stages_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bm_q        <= BM_RESET;
      log2_span_q <= LOG2_SPAN_RESET;
      stages_q    <= STAGES_RESET;
    end else if (table_we_i) begin
      bm_q        <= bm_i;
      log2_span_q <= log2_span_i;
      stages_q    <= stages_i;
    end
  end

  logic [Q_W+1:0]         rest;
  logic [LOG2_SPAN_W-1:0] top;
  logic [WIDE_W-1:0]      above;
  logic                   at_end;
  logic [STAGE_W-1:0]     stage_q, stage_d;
  logic                   changed_q;

  // Bm - 1 - q, with its sign: ~q is -1 - q. Of Bm - q itself a depth exactly at a threshold would count as below it.
  assign rest   = {1'b0, bm_q} + ~{2'b0, q_i};
  assign at_end = rest[Q_W+1] || rest == 0;

  highest_set #(.W(Q_W + 1), .INDEX_W(LOG2_SPAN_W)) i_highest_set (.bits_i(rest[Q_W:0]), .index_o(top));

  assign above = WIDE_W'(log2_span_q) - WIDE_W'(top);

  always_comb begin
    if (at_end)                             stage_d = stages_q;
    else if (top >= log2_span_q)            stage_d = '0;
    else if (above >= WIDE_W'(stages_q))    stage_d = stages_q;
    else                                    stage_d = STAGE_W'(above);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stage_q   <= '0;
      changed_q <= 1'b0;
    end else begin
      stage_q   <= stage_d;
      changed_q <= stage_d != stage_q;
    end
  end

  assign stage_o   = stage_q;
  assign changed_o = changed_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : depth_known assert (^{table_we_i, q_i} !== 1'bx); end
      begin : table_known assert (!table_we_i || ^{bm_i, log2_span_i, stages_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
