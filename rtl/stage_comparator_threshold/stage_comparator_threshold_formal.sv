// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// stage_comparator_threshold with what is proved of it, for up to 24 thresholds. The proof looks at the threshold registers
// inside the block: `hierconn` joins a wire to the one of that name when the design is flattened. Numbers as in
// docs/reference/proofs.md.
module stage_comparator_threshold_formal #(
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
  localparam int B_W = Q_W + 1;

  logic [STAGE_W-1:0] stage_o;
  logic               changed_o;

  stage_comparator_threshold #(.THRESHOLDS(THRESHOLDS), .STAGE_W(STAGE_W), .Q_W(Q_W), .B_K_RESET(B_K_RESET)) i_dut (.*);

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

  // B_k from bit (k - 1) * B_W on; those that there are not fall off at the top.
  logic [THRESHOLDS*B_W-1:0] b;
  assign b = {\i_dut.g_threshold[24].b_q , \i_dut.g_threshold[23].b_q , \i_dut.g_threshold[22].b_q ,
              \i_dut.g_threshold[21].b_q , \i_dut.g_threshold[20].b_q , \i_dut.g_threshold[19].b_q ,
              \i_dut.g_threshold[18].b_q , \i_dut.g_threshold[17].b_q , \i_dut.g_threshold[16].b_q ,
              \i_dut.g_threshold[15].b_q , \i_dut.g_threshold[14].b_q , \i_dut.g_threshold[13].b_q ,
              \i_dut.g_threshold[12].b_q , \i_dut.g_threshold[11].b_q , \i_dut.g_threshold[10].b_q ,
              \i_dut.g_threshold[9].b_q , \i_dut.g_threshold[8].b_q , \i_dut.g_threshold[7].b_q ,
              \i_dut.g_threshold[6].b_q , \i_dut.g_threshold[5].b_q , \i_dut.g_threshold[4].b_q ,
              \i_dut.g_threshold[3].b_q , \i_dut.g_threshold[2].b_q , \i_dut.g_threshold[1].b_q };

  logic               sorted;
  logic [STAGE_W-1:0] count, highest;
  always_comb begin
    sorted  = 1'b1;
    count   = '0;
    highest = '0;
    for (int k = 1; k <= THRESHOLDS; k = k + 1) begin
      if (k > 1 && b[(k-1)*B_W +: B_W] < b[(k > 1 ? k - 2 : 0)*B_W +: B_W]) sorted = 1'b0;
      if (b[(k-1)*B_W +: B_W] <= {1'b0, q_i}) begin
        count   = count + 1'b1;
        highest = STAGE_W'(k);
      end
    end
  end

  logic                      started = 1'b0;
  logic                      seen = 1'b0;   // a cycle without reset before this one
  logic                      twice = 1'b0;  // and another before that, of the same thresholds
  logic                      was_sorted, was_written;
  logic [STAGE_W-1:0]        was_count, was_highest, was_stage, was_index;
  logic [Q_W-1:0]            was_q, older_q;
  logic [Q_W:0]              was_threshold;
  logic [THRESHOLDS*B_W-1:0] was_b;
  always_ff @(posedge clk_i) begin
    started       <= 1'b1;
    seen          <= rst_ni;
    twice         <= rst_ni && seen && !was_written;
    was_sorted    <= sorted;
    was_count     <= count;
    was_highest   <= highest;
    was_stage     <= stage_o;
    was_written   <= threshold_we_i;
    was_index     <= threshold_index_i;
    was_threshold <= threshold_i;
    was_b         <= b;
    was_q         <= q_i;
    older_q       <= was_q;
  end

  logic [THRESHOLDS*B_W-1:0] written;  // what the last cycle made of the thresholds
  always_comb begin
    written = was_b;
    for (int k = 1; k <= THRESHOLDS; k = k + 1) begin
      if (was_written && was_index == STAGE_W'(k)) written[(k-1)*B_W +: B_W] = was_threshold;
    end
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    if (!rst_ni) begin
      c6_reset: assert (stage_o == 0 && !changed_o && b == B_K_RESET);
    end else if (seen) begin
      if (was_sorted) c1_number_of_thresholds_reached: assert (stage_o == was_count);
      c2_highest_threshold_reached: assert (stage_o == was_highest);
      c4_changed: assert (changed_o == (stage_o != was_stage));
      if (twice && was_q >= older_q) c3_monotone_up: assert (stage_o >= was_stage);
      if (twice && was_q <= older_q) c3_monotone_down: assert (stage_o <= was_stage);
      c5_written: assert (b == written);
    end
  end
endmodule

`default_nettype wire
