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
  localparam int B_W   = Q_W + 1;
  localparam int LATER = 4;

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

  logic [LATER*(STAGE_W+1)-1:0] past;  // the oldest in the highest place
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) past <= '0;
    else         past <= {past[(LATER-1)*(STAGE_W+1)-1:0], stage, changed};
  end
  logic [STAGE_W-1:0] late_stage;
  logic               late_changed;
  assign {late_stage, late_changed} = past[LATER*(STAGE_W+1)-1 -: STAGE_W+1];

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

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    if (started) begin
      e1_stage: assert (stage_o == late_stage);
      e2_changed: assert (changed_o == late_changed);
      e3_thresholds: assert (b == b_plain);
    end
    // Not vacuous: the highest stage of all comes through.
    e1_reached: cover (started && stage_o == THRESHOLDS && changed_o);
  end
endmodule

`default_nettype wire
