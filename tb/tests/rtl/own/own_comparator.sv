// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A stage comparator of the leading-zero form written from the block's page alone: somebody else's RTL, for tests of what
// takes such.
module own_comparator #(
  parameter STAGE_W = 5, Q_W = 24, LOG2_SPAN_W = 5
) (
  input  wire                   clk_i, rst_ni, table_we_i,
  input  wire [Q_W:0]           bm_i,
  input  wire [LOG2_SPAN_W-1:0] log2_span_i,
  input  wire [STAGE_W-1:0]     stages_i,
  input  wire [Q_W-1:0]         q_i,
  output reg  [STAGE_W-1:0]     stage_o,
  output reg                    changed_o
);
  reg [Q_W:0]           bm;
  reg [LOG2_SPAN_W-1:0] m;
  reg [STAGE_W-1:0]     n, next;
  reg signed [Q_W+2:0]  rest;
  integer               t, j;

  always @* begin
    rest = $signed({2'b00, bm}) - $signed({3'b000, q_i}) - 1;
    t    = 0;
    for (j = 0; j <= Q_W; j = j + 1) if (rest[j]) t = j;
    if (rest <= 0)       next = n;
    else if (t >= m)     next = 0;
    else if (m - t < n)  next = m - t;
    else                 next = n;
  end

  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bm        <= {(Q_W + 1){1'b1}};
      m         <= 0;
      n         <= 0;
      stage_o   <= 0;
      changed_o <= 0;
    end else begin
      stage_o   <= next;
      changed_o <= next != stage_o;
      if (table_we_i) begin
        bm <= bm_i;
        m  <= log2_span_i;
        n  <= stages_i;
      end
    end
  end
endmodule
