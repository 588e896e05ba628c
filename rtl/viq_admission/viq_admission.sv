// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Admission to the packet buffer by VIQ (ingress port, class), in whole cells: guaranteed minimums, dynamic thresholds, headroom
// of each VIQ or from a pool, and PFC's XOFF and XON, which follow the threshold. A packet may arrive and one depart in every
// cycle; the answer stands at the outputs a cycle later. The accounts of VIQs are in a memory. See viq_admission.md.
module viq_admission #(
  parameter int VIQ_W  = 5,
  parameter int CELL_W = 16
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic [CELL_W-1:0] shared_i,            // settings, in cells: neither in the pool nor of a minimum
  input  logic [CELL_W-1:0] pool_i,              // of the headroom pool; 0: headroom is each VIQ's
  input  logic [CELL_W-1:0] minimum_i,           // guaranteed to each VIQ
  input  logic [CELL_W-1:0] limit_i,             // the highest threshold
  input  logic [CELL_W-1:0] headroom_i,          // that a VIQ may hold of the pool, or above the limit
  input  logic [CELL_W-1:0] xoff_i,
  input  logic [CELL_W-1:0] gap_i,               // between XOFF and XON
  input  logic [13:0]       alpha_i,             // in 1/128; 0: the threshold is the limit
  input  logic [13:0]       lossless_alpha_i,
  input  logic              arrives_i,
  input  logic [VIQ_W-1:0]  arrives_viq_i,
  input  logic [CELL_W-1:0] arrives_cells_i,
  input  logic              arrives_lossless_i,  // its class is lossless
  input  logic              arrives_veq_full_i,  // its VEQ has no room for it
  input  logic              departs_i,
  input  logic [VIQ_W-1:0]  departs_viq_i,
  input  logic [CELL_W-1:0] departs_cells_i,
  output logic              answers_o,           // to the arrival of the cycle before
  output logic              admits_o,
  output logic [2:0]        answer_o,            // 0 reserved, 1 shared, 2 headroom; others drop, see viq_admission.md
  output logic [CELL_W-1:0] arrival_cells_o,     // of its VIQ, before it
  output logic [CELL_W-1:0] arrival_held_o,      // headroom of the pool
  output logic              departed_o,          // a departure of the cycle before, or a VIQ that is looked at
  output logic [CELL_W-1:0] departure_cells_o,   // of its VIQ, before both
  output logic [CELL_W-1:0] departure_held_o,
  output logic              broken_o,            // more departs than the VIQ holds
  output logic              xoff_o,              // a VIQ begins to ask for a pause
  output logic [VIQ_W-1:0]  xoff_viq_o,
  output logic              xon_o,               // a VIQ asks no more
  output logic [VIQ_W-1:0]  xon_viq_o,
  output logic              asks_o,              // some VIQ asks
  output logic [VIQ_W-1:0]  look_o,              // the VIQ that is looked at next
  output logic [CELL_W-1:0] taken_o,             // cells of shared_i in use
  output logic [CELL_W-1:0] held_o               // cells of the pool in use
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (VIQ_W < 1 || VIQ_W > 9 || CELL_W < 1 || CELL_W > 30) begin : g_parameters
    VIQ_W_is_not_1_to_9_or_CELL_W_not_1_to_30 i_parameters ();
  end

  localparam int ROW_W = 2 * CELL_W;

  logic                  d_reads;
  logic [VIQ_W-1:0]      d_reads_viq, a_writes_viq, d_writes_viq;
  logic [ROW_W-1:0]      a_row, d_row, a_writes_row, d_writes_row;
  logic [(1<<VIQ_W)-1:0] asks;
  viq_accounts #(.VIQ_W(VIQ_W), .CELL_W(CELL_W)) i_accounts (
    .clk_i, .rst_ni, .shared_i, .pool_i, .minimum_i, .limit_i, .headroom_i, .xoff_i, .gap_i, .alpha_i, .lossless_alpha_i,
    .arrives_i, .arrives_viq_i, .arrives_cells_i, .arrives_lossless_i, .arrives_veq_full_i,
    .departs_i, .departs_viq_i, .departs_cells_i, .a_row_i(a_row), .d_row_i(d_row),
    .d_reads_o(d_reads), .d_reads_viq_o(d_reads_viq), .a_writes_o(answers_o), .a_writes_viq_o(a_writes_viq),
    .a_writes_row_o(a_writes_row), .d_writes_o(departed_o), .d_writes_viq_o(d_writes_viq), .d_writes_row_o(d_writes_row),
    .admits_o, .answer_o, .a_cells_o(arrival_cells_o), .a_held_o(arrival_held_o), .d_cells_o(departure_cells_o),
    .d_held_o(departure_held_o), .broken_o, .xoff_o, .xoff_viq_o, .xon_o, .xon_viq_o, .asks_o(asks), .look_o, .taken_o,
    .held_o);
  viq_rows #(.VIQ_W(VIQ_W), .ROW_W(ROW_W)) i_rows (
    .clk_i, .rst_ni, .reads_i({d_reads, arrives_i}), .reads_viq_i({d_reads_viq, arrives_viq_i}),
    .a_writes_i(answers_o), .a_writes_viq_i(a_writes_viq), .a_writes_row_i(a_writes_row), .d_writes_i(departed_o),
    .d_writes_viq_i(d_writes_viq), .d_writes_row_i(d_writes_row), .rows_o({d_row, a_row}));
  assign asks_o = asks != '0;

`ifndef SYNTHESIS
`ifndef FORMAL
  // Cells that all VIQs hold together, which no output says.
  logic [CELL_W-1:0] minimum_before, cells_before;
  logic [CELL_W:0]   cells_inside;
  always @(posedge clk_i or negedge rst_ni) begin
    minimum_before <= minimum_i;
    cells_before   <= arrives_cells_i;
    if (!rst_ni) cells_inside <= '0;
    else cells_inside <= cells_inside + (admits_o ? {1'b0, cells_before} : '0) - (departs_i ? {1'b0, departs_cells_i} : '0);
  end

  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{arrives_i, departs_i} !== 1'bx); end
      begin : settings_known assert (^{shared_i, pool_i, minimum_i, limit_i, headroom_i, xoff_i, gap_i, alpha_i,
        lossless_alpha_i} !== 1'bx); end
      begin : arrival_known assert (!arrives_i || ^{arrives_viq_i, arrives_cells_i, arrives_lossless_i, arrives_veq_full_i} !== 1'bx); end
      begin : departure_known assert (!departs_i || ^{departs_viq_i, departs_cells_i} !== 1'bx); end
      // What the buffer and software see to.
      begin : what_departs_is_held assert (!broken_o) else $warning("more departs than the VIQ holds"); end
      begin : minimum_stands_while_cells_are_held assert (minimum_i == minimum_before || (cells_inside == '0 && !answers_o))
        else $warning("the minimum changes while cells are held"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
