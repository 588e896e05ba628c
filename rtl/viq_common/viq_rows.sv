// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A memory with a row for each VIQ: as many reads a cycle as READS says, and two writes. What is read stands at the output in
// the next cycle, as it was before that cycle's edge. A row that has not been written since the reset reads as 0: a bit a row
// says so, because a memory has no reset. See viq_admission.md.
module viq_rows #(
  parameter int VIQ_W = 5,
  parameter int ROW_W = 32,
  parameter int READS = 2
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [READS-1:0]       reads_i,
  input  logic [READS*VIQ_W-1:0] reads_viq_i,     // the first in the lowest bits
  input  logic                   a_writes_i,
  input  logic [VIQ_W-1:0]       a_writes_viq_i,
  input  logic [ROW_W-1:0]       a_writes_row_i,
  input  logic                   d_writes_i,      // of the same row: the same as the other
  input  logic [VIQ_W-1:0]       d_writes_viq_i,
  input  logic [ROW_W-1:0]       d_writes_row_i,
  output logic [READS*ROW_W-1:0] rows_o
);
  localparam int VIQS = 1 << VIQ_W;

  logic [ROW_W-1:0] rows [VIQS];
  logic [VIQS-1:0]  written_q, written_d;

  always_comb begin
    written_d = written_q;
    if (a_writes_i) written_d = written_d | VIQS'(1) << a_writes_viq_i;
    if (d_writes_i) written_d = written_d | VIQS'(1) << d_writes_viq_i;
  end

  always_ff @(posedge clk_i) begin
    if (a_writes_i) rows[a_writes_viq_i] <= a_writes_row_i;
    if (d_writes_i) rows[d_writes_viq_i] <= d_writes_row_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) written_q <= '0;
    else         written_q <= written_d;
  end

  for (genvar r = 0; r < READS; r = r + 1) begin : g_read
    logic [VIQ_W-1:0] viq;
    logic [ROW_W-1:0] row_q;
    logic             is_written_q;
    assign viq = reads_viq_i[r*VIQ_W +: VIQ_W];
    always_ff @(posedge clk_i) begin
      if (reads_i[r]) row_q <= rows[viq];
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)         is_written_q <= 1'b0;
      else if (reads_i[r]) is_written_q <= 1'(written_q >> viq);
    end
    assign rows_o[r*ROW_W +: ROW_W] = is_written_q ? row_q : '0;
  end
endmodule

`default_nettype wire
