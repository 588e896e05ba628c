// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// stage_comparator_threshold_pipelined beside stage_comparator_threshold, up to 24 thresholds, on the same inputs: outputs
// equal to those of the other four cycles ago. `hierconn` joins a wire to the one of that name inside a block when the
// design is flattened. Numbers as in docs/reference/proofs.md.
module stage_comparator_threshold_pipelined_formal #(
  parameter int THRESHOLDS = 24,
  parameter int STAGE_W    = 5,
  parameter int Q_W        = 24,
  parameter logic [THRESHOLDS*(Q_W+1)-1:0] B_K_RESET = {(THRESHOLDS*(Q_W+1)){1'b1}}
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               threshold_we_i,
  input logic [STAGE_W-1:0] threshold_index_i,
  input logic [Q_W:0]       threshold_i,
  input logic [Q_W-1:0]     q_i
);
  localparam int B_W      = Q_W + 1;
  localparam int LATER    = 4;
  localparam int STAGES   = 1 << STAGE_W;
  localparam int MEMBER_W = (STAGE_W + 1) / 2;
  localparam int MEMBERS  = 1 << MEMBER_W;
  localparam int GROUPS   = STAGES / MEMBERS;

  logic [STAGE_W-1:0] stage_o, stage;
  logic               changed_o, changed;

  stage_comparator_threshold_pipelined #(
    .THRESHOLDS(THRESHOLDS), .STAGE_W(STAGE_W), .Q_W(Q_W), .B_K_RESET(B_K_RESET)
  ) i_dut (.*);
  stage_comparator_threshold #(
    .THRESHOLDS(THRESHOLDS), .STAGE_W(STAGE_W), .Q_W(Q_W), .B_K_RESET(B_K_RESET)
  ) i_plain (
    .stage_o(stage), .changed_o(changed), .*
  );

  // The plain form's outputs 1, 2, ... cycles ago, the latest in the lowest place.
  logic [(LATER+1)*STAGE_W-1:0] past_stages;
  logic [LATER-1:0]             past_changes;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      past_stages  <= '0;
      past_changes <= '0;
    end else begin
      past_stages  <= {past_stages[LATER*STAGE_W-1:0], stage};
      past_changes <= {past_changes[LATER-2:0], changed};
    end
  end
  logic [STAGE_W-1:0] late_stage;
  logic               late_changed;
  assign late_stage   = past_stages[(LATER-1)*STAGE_W +: STAGE_W];
  assign late_changed = past_changes[LATER-1];

  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[1].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[2].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[3].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[4].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[5].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[6].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[7].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[8].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[9].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[10].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[11].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[12].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[13].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[14].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[15].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[16].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[17].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[18].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[19].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[20].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[21].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[22].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[23].b_q ;
  (* hierconn *) wire [Q_W:0] \i_dut.g_threshold[24].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[1].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[2].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[3].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[4].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[5].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[6].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[7].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[8].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[9].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[10].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[11].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[12].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[13].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[14].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[15].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[16].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[17].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[18].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[19].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[20].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[21].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[22].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[23].b_q ;
  (* hierconn *) wire [Q_W:0] \i_plain.g_threshold[24].b_q ;

  // B_k from bit (k - 1) * B_W on; those that there are not fall off at the top.
  logic [THRESHOLDS*B_W-1:0] b, b_plain;
  assign b = {\i_dut.g_threshold[24].b_q , \i_dut.g_threshold[23].b_q , \i_dut.g_threshold[22].b_q ,
              \i_dut.g_threshold[21].b_q , \i_dut.g_threshold[20].b_q , \i_dut.g_threshold[19].b_q ,
              \i_dut.g_threshold[18].b_q , \i_dut.g_threshold[17].b_q , \i_dut.g_threshold[16].b_q ,
              \i_dut.g_threshold[15].b_q , \i_dut.g_threshold[14].b_q , \i_dut.g_threshold[13].b_q ,
              \i_dut.g_threshold[12].b_q , \i_dut.g_threshold[11].b_q , \i_dut.g_threshold[10].b_q ,
              \i_dut.g_threshold[9].b_q , \i_dut.g_threshold[8].b_q , \i_dut.g_threshold[7].b_q ,
              \i_dut.g_threshold[6].b_q , \i_dut.g_threshold[5].b_q , \i_dut.g_threshold[4].b_q ,
              \i_dut.g_threshold[3].b_q , \i_dut.g_threshold[2].b_q , \i_dut.g_threshold[1].b_q };
  assign b_plain = {\i_plain.g_threshold[24].b_q , \i_plain.g_threshold[23].b_q , \i_plain.g_threshold[22].b_q ,
                    \i_plain.g_threshold[21].b_q , \i_plain.g_threshold[20].b_q , \i_plain.g_threshold[19].b_q ,
                    \i_plain.g_threshold[18].b_q , \i_plain.g_threshold[17].b_q , \i_plain.g_threshold[16].b_q ,
                    \i_plain.g_threshold[15].b_q , \i_plain.g_threshold[14].b_q , \i_plain.g_threshold[13].b_q ,
                    \i_plain.g_threshold[12].b_q , \i_plain.g_threshold[11].b_q , \i_plain.g_threshold[10].b_q ,
                    \i_plain.g_threshold[9].b_q , \i_plain.g_threshold[8].b_q , \i_plain.g_threshold[7].b_q ,
                    \i_plain.g_threshold[6].b_q , \i_plain.g_threshold[5].b_q , \i_plain.g_threshold[4].b_q ,
                    \i_plain.g_threshold[3].b_q , \i_plain.g_threshold[2].b_q , \i_plain.g_threshold[1].b_q };

  // Which thresholds lay at or below q 1 to LATER + 1 cycles ago, as the plain form found; from there what each register of the
  // pipeline has to be follows without a comparison.
  (* hierconn *) wire [THRESHOLDS:0] \i_plain.reached ;
  logic [STAGES-1:0] reached_1, reached_2, reached_3, reached_4, reached_5;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {reached_1, reached_2, reached_3, reached_4, reached_5} <= {5{STAGES'(1)}};
    end else begin
      {reached_1, reached_2, reached_3, reached_4, reached_5} <=
          {STAGES'(\i_plain.reached ), reached_1, reached_2, reached_3, reached_4};
    end
  end

  // The highest of them, and the highest of each group.
  logic [STAGE_W-1:0]         highest_1, highest_2, highest_3, highest_4, highest_5;
  logic [GROUPS-1:0]          any;
  logic [GROUPS*MEMBER_W-1:0] member;
  always_comb begin
    {highest_1, highest_2, highest_3, highest_4, highest_5} = '0;
    any    = '0;
    member = '0;
    for (int k = 0; k < STAGES; k = k + 1) begin
      if (reached_1[k]) highest_1 = STAGE_W'(k);
      if (reached_2[k]) highest_2 = STAGE_W'(k);
      if (reached_3[k]) highest_3 = STAGE_W'(k);
      if (reached_4[k]) highest_4 = STAGE_W'(k);
      if (reached_5[k]) highest_5 = STAGE_W'(k);
      if (reached_3[k]) begin
        any[k/MEMBERS] = 1'b1;
        member[k/MEMBERS*MEMBER_W +: MEMBER_W] = MEMBER_W'(k % MEMBERS);
      end
    end
  end

  (* hierconn *) wire [STAGES-1:0]          \i_dut.reached_q ;
  (* hierconn *) wire [GROUPS-1:0]          \i_dut.any_q ;
  (* hierconn *) wire [GROUPS*MEMBER_W-1:0] \i_dut.member_q ;
  (* hierconn *) wire [STAGE_W-1:0]         \i_dut.next_q ;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // Each apart: z3 takes no time for one of them and gives no answer for four.
  for (genvar k = 0; k < STAGES; k = k + 1) begin : g_reached
    stage_comparator_threshold_pipelined_reached i_reached (
      .started_i(started), .reached_i(\i_dut.reached_q [k]), .wanted_i(reached_2[k])
    );
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    if (started) begin
      e3_thresholds: assert (b == b_plain);
      // Of the lowest group nothing depends on whether there is any: stage 0 is always reached.
      e1_groups: assert (\i_dut.any_q [GROUPS-1:1] == any[GROUPS-1:1] && \i_dut.member_q == member);
      e1_next: assert (\i_dut.next_q == highest_4);
      e1_of_the_pipeline: assert (stage_o == highest_5);
      e1_of_the_plain: assert (stage == highest_1);
      e1_later: assert (past_stages[LATER*STAGE_W-1:0] == {highest_5, highest_4, highest_3, highest_2});
      e1_stage: assert (stage_o == late_stage);
      e2_of_the_plain: assert (changed == (stage != past_stages[STAGE_W-1:0]));
      e2_later: assert (past_changes == {
          past_stages[3*STAGE_W +: STAGE_W] != past_stages[4*STAGE_W +: STAGE_W],
          past_stages[2*STAGE_W +: STAGE_W] != past_stages[3*STAGE_W +: STAGE_W],
          past_stages[1*STAGE_W +: STAGE_W] != past_stages[2*STAGE_W +: STAGE_W],
          past_stages[0*STAGE_W +: STAGE_W] != past_stages[1*STAGE_W +: STAGE_W]});
      e2_of_the_pipeline: assert (changed_o == (stage_o != past_stages[4*STAGE_W +: STAGE_W]));
      e2_changed: assert (changed_o == late_changed);
    end
    // Not vacuous: the highest stage of all comes through.
    e1_reached: cover (started && stage_o == THRESHOLDS && changed_o);
  end
endmodule

// One threshold: whether it is found reached. A module, since Yosys has one place for a named assertion in all rounds of a loop.
module stage_comparator_threshold_pipelined_reached (
  input logic started_i,
  input logic reached_i,
  input logic wanted_i
);
  always_comb begin
    if (started_i) e1_reached_or_not: assert (reached_i == wanted_i);
  end
endmodule

`default_nettype wire
