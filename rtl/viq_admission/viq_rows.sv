// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// A memory with a row for each VIQ, two reads and two writes a cycle. What is read stands at the output in the next cycle, as
// it was before that cycle's edge. A row that has not been written since the reset reads as 0: a bit a row says so, because a
// memory has no reset. See viq_admission.md.
module viq_rows #(
  parameter int VIQ_W = 5,
  parameter int ROW_W = 32
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             a_reads_i,
  input  logic [VIQ_W-1:0] a_reads_viq_i,
  input  logic             d_reads_i,
  input  logic [VIQ_W-1:0] d_reads_viq_i,
  input  logic             a_writes_i,
  input  logic [VIQ_W-1:0] a_writes_viq_i,
  input  logic [ROW_W-1:0] a_writes_row_i,
  input  logic             d_writes_i,      // of the same row: the same as the other
  input  logic [VIQ_W-1:0] d_writes_viq_i,
  input  logic [ROW_W-1:0] d_writes_row_i,
  output logic [ROW_W-1:0] a_row_o,
  output logic [ROW_W-1:0] d_row_o
);
  localparam int VIQS = 1 << VIQ_W;

  logic [ROW_W-1:0] rows [VIQS];
  logic [ROW_W-1:0] a_row_q, d_row_q;
  logic [VIQS-1:0]  written_q, written_d;
  logic             a_written_q, d_written_q;

  always_comb begin
    written_d = written_q;
    if (a_writes_i) written_d = written_d | VIQS'(1) << a_writes_viq_i;
    if (d_writes_i) written_d = written_d | VIQS'(1) << d_writes_viq_i;
  end

  always_ff @(posedge clk_i) begin
    if (a_writes_i) rows[a_writes_viq_i] <= a_writes_row_i;
    if (d_writes_i) rows[d_writes_viq_i] <= d_writes_row_i;
    if (a_reads_i) a_row_q <= rows[a_reads_viq_i];
    if (d_reads_i) d_row_q <= rows[d_reads_viq_i];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      written_q   <= '0;
      a_written_q <= 1'b0;
      d_written_q <= 1'b0;
    end else begin
      written_q <= written_d;
      if (a_reads_i) a_written_q <= 1'(written_q >> a_reads_viq_i);
      if (d_reads_i) d_written_q <= 1'(written_q >> d_reads_viq_i);
    end
  end

  assign a_row_o = a_written_q ? a_row_q : '0;
  assign d_row_o = d_written_q ? d_row_q : '0;
endmodule

`default_nettype wire
