// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Stage comparator, threshold form: N threshold registers, N comparators, a priority encoder (GFC, SIGCOMM '19,
// section 5.1). The stage is the highest k with B_k <= q, which for nondecreasing thresholds is how many of them lie
// at or below q. See stage_comparator_threshold.md.
module stage_comparator_threshold #(
  parameter int THRESHOLDS = 24,
  parameter int STAGE_W    = 5,
  parameter int Q_W        = 24,
  // B_k after reset, B_1 in the lowest Q_W + 1 bits; all ones: never reached.
  parameter logic [THRESHOLDS*(Q_W+1)-1:0] B_K_RESET = {(THRESHOLDS*(Q_W+1)){1'b1}}
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               threshold_we_i,
  input  logic [STAGE_W-1:0] threshold_index_i,  // k of B_k, 1..THRESHOLDS; any other is ignored
  input  logic [Q_W:0]       threshold_i,        // 2^Q_W and above are never reached
  input  logic [Q_W-1:0]     q_i,
  output logic [STAGE_W-1:0] stage_o,
  output logic               changed_o           // in the first cycle of a new stage_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (THRESHOLDS < 1 || THRESHOLDS >= (1 << STAGE_W)) begin : g_parameters
    STAGE_W_does_not_hold_THRESHOLDS i_parameters ();
  end

  logic [THRESHOLDS:0] reached;

  assign reached[0] = 1'b1;

  for (genvar k = 1; k <= THRESHOLDS; k = k + 1) begin : g_threshold
    logic [Q_W:0] b_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        b_q <= B_K_RESET[(k-1)*(Q_W+1) +: Q_W+1];
      end else if (threshold_we_i) begin
        if (threshold_index_i == STAGE_W'(k)) b_q <= threshold_i;
      end
    end
    assign reached[k] = b_q <= {1'b0, q_i};
  end

  logic [STAGE_W-1:0] stage_q, stage_d;
  logic               changed_q;

  highest_set #(.W(THRESHOLDS + 1), .INDEX_W(STAGE_W)) i_highest_set (.bits_i(reached), .index_o(stage_d));

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
      begin : depth_known assert (^{threshold_we_i, q_i} !== 1'bx); end
      begin : threshold_known assert (!threshold_we_i || ^{threshold_index_i, threshold_i} !== 1'bx); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
