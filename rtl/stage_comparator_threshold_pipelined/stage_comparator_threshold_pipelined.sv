// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// stage_comparator_threshold for a faster clock, with a latency of four cycles more: a register after each half of a
// comparison, after both together, after each half of the priority encoder. Outputs are those of
// stage_comparator_threshold fed with the inputs of four cycles ago. See stage_comparator_threshold_pipelined.md.
module stage_comparator_threshold_pipelined #(
  parameter int THRESHOLDS = 24,
  parameter int STAGE_W    = 5,  // at least 2
  parameter int Q_W        = 24, // at least 2
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
  if (STAGE_W < 2 || Q_W < 2) begin : g_halves
    STAGE_W_or_Q_W_below_2 i_parameters ();
  end

  localparam int LOW_W    = Q_W / 2;
  localparam int MEMBER_W = (STAGE_W + 1) / 2;  // of the encoder: groups of 2^MEMBER_W thresholds
  localparam int GROUP_W  = STAGE_W - MEMBER_W;
  localparam int MEMBERS  = 1 << MEMBER_W;
  localparam int GROUPS   = 1 << GROUP_W;

  logic [(1<<STAGE_W)-1:0] reached_q;

  assign reached_q[0] = 1'b1;
  if ((1 << STAGE_W) > THRESHOLDS + 1) begin : g_none
    assign reached_q[(1<<STAGE_W)-1:THRESHOLDS+1] = '0;
  end

  // 1: the upper halves, the lower halves. 2: both together.
  for (genvar k = 1; k <= THRESHOLDS; k = k + 1) begin : g_threshold
    logic [Q_W:0] b_q;
    logic         below_q, same_q, low_q, is_reached_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        b_q <= B_K_RESET[(k-1)*(Q_W+1) +: Q_W+1];
      end else if (threshold_we_i) begin
        if (threshold_index_i == STAGE_W'(k)) b_q <= threshold_i;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        below_q      <= 1'b0;
        same_q       <= 1'b0;
        low_q        <= 1'b0;
        is_reached_q <= 1'b0;
      end else begin
        below_q      <= b_q[Q_W:LOW_W] < {1'b0, q_i[Q_W-1:LOW_W]};
        same_q       <= b_q[Q_W:LOW_W] == {1'b0, q_i[Q_W-1:LOW_W]};
        low_q        <= b_q[LOW_W-1:0] <= q_i[LOW_W-1:0];
        is_reached_q <= below_q || (same_q && low_q);
      end
    end
    assign reached_q[k] = is_reached_q;
  end

  // 3: the highest one of each group.
  logic [GROUPS-1:0]          any_q;
  logic [GROUPS*MEMBER_W-1:0] member_q;
  for (genvar g = 0; g < GROUPS; g = g + 1) begin : g_group
    logic [MEMBER_W-1:0] highest, highest_q;
    logic                is_any_q;
    highest_set #(.W(MEMBERS), .INDEX_W(MEMBER_W)) i_highest_set (
      .bits_i(reached_q[g*MEMBERS +: MEMBERS]), .index_o(highest)
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        highest_q <= '0;
        is_any_q  <= 1'b0;
      end else begin
        highest_q <= highest;
        is_any_q  <= |reached_q[g*MEMBERS +: MEMBERS];
      end
    end
    assign any_q[g]                          = is_any_q;
    assign member_q[g*MEMBER_W +: MEMBER_W] = highest_q;
  end

  // 4: that of the highest group. 5: whether it is new.
  logic [GROUP_W-1:0]  group;
  logic [STAGE_W-1:0]  next_q, stage_q;
  logic                changed_q;
  highest_set #(.W(GROUPS), .INDEX_W(GROUP_W)) i_highest_group (.bits_i(any_q), .index_o(group));
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q    <= '0;
      stage_q   <= '0;
      changed_q <= 1'b0;
    end else begin
      next_q    <= {group, member_q[group*MEMBER_W +: MEMBER_W]};
      stage_q   <= next_q;
      changed_q <= next_q != stage_q;
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
