// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Both forms of the stage comparator side by side on the same queue, up to 24 thresholds: equal wherever the threshold
// registers hold what Bm - B1 = 2^m makes of them. `hierconn` joins a wire to the one of that name inside a block when
// the design is flattened. Numbers as in docs/reference/proofs.md.
module stage_comparator_leading_zero_formal #(
  parameter int THRESHOLDS  = 24,
  parameter int STAGE_W     = 5,
  parameter int Q_W         = 24,
  parameter int LOG2_SPAN_W = 5,
  parameter logic [Q_W:0]           BM_RESET        = {(Q_W+1){1'b1}},
  parameter logic [LOG2_SPAN_W-1:0] LOG2_SPAN_RESET = {LOG2_SPAN_W{1'b0}},
  parameter logic [STAGE_W-1:0]     STAGES_RESET    = {STAGE_W{1'b0}}
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   table_we_i,
  input logic [Q_W:0]           bm_i,
  input logic [LOG2_SPAN_W-1:0] log2_span_i,
  input logic [STAGE_W-1:0]     stages_i,
  input logic                   threshold_we_i,
  input logic [STAGE_W-1:0]     threshold_index_i,
  input logic [Q_W:0]           threshold_i,
  input logic [Q_W-1:0]         q_i
);
  localparam int B_W = Q_W + 1;

  logic [STAGE_W-1:0] stage_o, stage_threshold;
  logic               changed_o, changed_threshold;

  stage_comparator_leading_zero #(
    .STAGE_W(STAGE_W), .Q_W(Q_W), .LOG2_SPAN_W(LOG2_SPAN_W),
    .BM_RESET(BM_RESET), .LOG2_SPAN_RESET(LOG2_SPAN_RESET), .STAGES_RESET(STAGES_RESET)
  ) i_dut (.*);
  stage_comparator_threshold #(.THRESHOLDS(THRESHOLDS), .STAGE_W(STAGE_W), .Q_W(Q_W)) i_threshold (
    .stage_o(stage_threshold), .changed_o(changed_threshold), .*
  );

  (* hierconn *) wire [Q_W:0]           \i_dut.bm_q ;
  (* hierconn *) wire [LOG2_SPAN_W-1:0] \i_dut.log2_span_q ;
  (* hierconn *) wire [STAGE_W-1:0]     \i_dut.stages_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[1].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[2].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[3].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[4].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[5].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[6].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[7].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[8].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[9].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[10].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[11].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[12].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[13].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[14].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[15].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[16].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[17].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[18].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[19].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[20].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[21].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[22].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[23].b_q ;
  (* hierconn *) wire [Q_W:0]           \i_threshold.g_threshold[24].b_q ;

  // B_k from bit (k - 1) * B_W on; those that there are not fall off at the top.
  logic [THRESHOLDS*B_W-1:0] b;
  assign b = {\i_threshold.g_threshold[24].b_q , \i_threshold.g_threshold[23].b_q , \i_threshold.g_threshold[22].b_q ,
              \i_threshold.g_threshold[21].b_q , \i_threshold.g_threshold[20].b_q , \i_threshold.g_threshold[19].b_q ,
              \i_threshold.g_threshold[18].b_q , \i_threshold.g_threshold[17].b_q , \i_threshold.g_threshold[16].b_q ,
              \i_threshold.g_threshold[15].b_q , \i_threshold.g_threshold[14].b_q , \i_threshold.g_threshold[13].b_q ,
              \i_threshold.g_threshold[12].b_q , \i_threshold.g_threshold[11].b_q , \i_threshold.g_threshold[10].b_q ,
              \i_threshold.g_threshold[9].b_q , \i_threshold.g_threshold[8].b_q , \i_threshold.g_threshold[7].b_q ,
              \i_threshold.g_threshold[6].b_q , \i_threshold.g_threshold[5].b_q , \i_threshold.g_threshold[4].b_q ,
              \i_threshold.g_threshold[3].b_q , \i_threshold.g_threshold[2].b_q , \i_threshold.g_threshold[1].b_q };

  // Whether every register holds B_k = Bm - ceil(2^m / 2^(k-1)) for k = 1..N, and those beyond N are never reached.
  logic           same_table;
  logic [Q_W+1:0] span, step;
  always_comb begin
    span       = {{(Q_W + 1){1'b0}}, 1'b1} << \i_dut.log2_span_q ;
    same_table = \i_dut.log2_span_q <= Q_W && span <= {1'b0, \i_dut.bm_q } && \i_dut.stages_q <= THRESHOLDS &&
                 {1'b0, \i_dut.bm_q } <= {2'b01, {Q_W{1'b0}}};
    for (int k = 1; k <= THRESHOLDS; k = k + 1) begin
      step = span >> (k - 1);
      if (step == 0) step = 1;
      if (\i_dut.stages_q >= STAGE_W'(k)) begin
        if ({1'b0, b[(k-1)*B_W +: B_W]} != {1'b0, \i_dut.bm_q } - step) same_table = 1'b0;
      end else begin
        if (!b[(k-1)*B_W + Q_W]) same_table = 1'b0;
      end
    end
  end

  // What lies between both forms, where the tables are the same: B_k <= q is Bm - 1 - q < 2^m / 2^(k-1), for each k; the stage is
  // the highest such k.
  (* hierconn *) wire [THRESHOLDS:0] \i_threshold.reached ;
  (* hierconn *) wire [STAGE_W-1:0]  \i_threshold.stage_d ;
  (* hierconn *) wire [Q_W+1:0]      \i_dut.rest ;
  (* hierconn *) wire [STAGE_W-1:0]  \i_dut.stage_d ;
  logic [THRESHOLDS:0] below;
  logic [STAGE_W-1:0]  highest, highest_reached;
  assign below[0] = 1'b1;
  for (genvar k = 1; k <= THRESHOLDS; k = k + 1) begin : g_below
    logic [Q_W+1:0] rest_of_k;
    assign rest_of_k = (span >> (k - 1)) == 0 ? 1 : span >> (k - 1);
    assign below[k]  = \i_dut.stages_q >= STAGE_W'(k) && $signed(\i_dut.rest ) < $signed(rest_of_k);
    stage_comparator_leading_zero_reached i_reached (
      .counts_i(same_table), .reached_i(\i_threshold.reached [k]), .wanted_i(below[k])
    );
  end
  always_comb begin
    highest         = '0;
    highest_reached = '0;
    for (int k = 1; k <= THRESHOLDS; k = k + 1) begin
      if (below[k]) highest = STAGE_W'(k);
      if (\i_threshold.reached [k]) highest_reached = STAGE_W'(k);
    end
  end

  logic                   started = 1'b0;
  logic                   seen = 1'b0;
  logic                   twice = 1'b0;
  logic                   was_same, was_written;
  logic [STAGE_W-1:0]     was_stage, was_stages, was_stages_in;
  logic [LOG2_SPAN_W-1:0] was_span, was_span_in;
  logic [Q_W:0]           was_bm, was_bm_in;
  logic [Q_W-1:0]         was_q, older_q;
  always_ff @(posedge clk_i) begin
    started       <= 1'b1;
    seen          <= rst_ni;
    twice         <= rst_ni && seen && !was_written;
    was_same      <= same_table;
    was_written   <= table_we_i;
    was_stage     <= stage_o;
    was_stages    <= \i_dut.stages_q ;
    was_span      <= \i_dut.log2_span_q ;
    was_bm        <= \i_dut.bm_q ;
    was_stages_in <= stages_i;
    was_span_in   <= log2_span_i;
    was_bm_in     <= bm_i;
    was_q         <= q_i;
    older_q       <= was_q;
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    if (same_table) begin
      c7_highest: assert (\i_dut.stage_d == highest);
      c7_next: assert (\i_dut.stage_d == \i_threshold.stage_d );
    end
    c7_highest_reached: assert (\i_threshold.stage_d == highest_reached);
    if (!rst_ni) begin
      c6_reset: assert (stage_o == 0 && !changed_o && \i_dut.bm_q == BM_RESET &&
                        \i_dut.log2_span_q == LOG2_SPAN_RESET && \i_dut.stages_q == STAGES_RESET);
    end else if (seen) begin
      if (was_same) c7_forms_equal: assert (stage_o == stage_threshold);
      c8_at_most_n: assert (stage_o <= was_stages);
      c4_changed: assert (changed_o == (stage_o != was_stage));
      if (twice && was_q >= older_q) c3_monotone_up: assert (stage_o >= was_stage);
      if (twice && was_q <= older_q) c3_monotone_down: assert (stage_o <= was_stage);
      c5_written: assert (\i_dut.stages_q == (was_written ? was_stages_in : was_stages) &&
                          \i_dut.log2_span_q == (was_written ? was_span_in : was_span) &&
                          \i_dut.bm_q == (was_written ? was_bm_in : was_bm));
    end
    // Not vacuous: the two tables do meet.
    c7_reached: cover (rst_ni && seen && was_same && stage_o == 3);
  end
endmodule

// One threshold: whether the threshold form finds it reached. A module, since Yosys has one place for a named assertion in all
// rounds of a loop.
module stage_comparator_leading_zero_reached (
  input logic counts_i,
  input logic reached_i,
  input logic wanted_i
);
  always_comb begin
    if (counts_i) c7_reached_or_not: assert (reached_i == wanted_i);
  end
endmodule

`default_nettype wire
