// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What stands before R_c in rate_limiter_stage, from packet and rate to what its countdown is given: nothing here depends on
// R_c, so that it is proved at the widths as built. With what is proved of the countdown for any gap
// (rate_limiter_countdown_formal.sv) it is L4 from packet to R_c. `hierconn` joins a wire to the one of that name inside the block when the
// design is flattened. Numbers as in docs/reference/proofs.md.
module rate_limiter_stage_front_formal #(
  parameter int SUBTICKS    = 60,
  parameter int SUBTICK_W   = 6,
  parameter int R_L_TICKS_W = 14,
  parameter int R_C_W       = 40,
  parameter int STAGE_W     = 5
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [1:0]             rounding_i,
  input logic                   clamp_i,
  input logic                   sent_i,
  input logic [R_L_TICKS_W-1:0] r_l_ticks_i,
  input logic [SUBTICK_W-1:0]   r_l_subticks_i,
  input logic [SUBTICK_W-1:0]   phase_i,
  input logic                   rate_valid_i,
  input logic [STAGE_W-1:0]     r_r_i
);
  localparam int R_L_W  = R_L_TICKS_W + SUBTICK_W;
  localparam int STAGES = 1 << STAGE_W;
  localparam int GAP_W  = R_L_W + STAGES - 1;

  logic               idle_o, follow_o;
  logic [R_C_W-1:0]   r_c_o, r_c_d_o;
  logic [R_L_W-1:0]   r_l_o;
  logic [STAGE_W-1:0] r_r_o;

  rate_limiter_stage #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_C_W(R_C_W), .STAGE_W(STAGE_W)
  ) i_dut (.*);

  (* hierconn *) wire [GAP_W-1:0]     \i_dut.i_countdown.gap_i ;
  (* hierconn *) wire [SUBTICK_W-1:0] \i_dut.i_countdown.phase_i ;
  (* hierconn *) wire [R_L_W-1:0]     \i_dut.i_r_l.r_l_d_o ;
  (* hierconn *) wire                 \i_dut.i_countdown.sent_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.clamp_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.residual_i ;
  (* hierconn *) wire                 \i_dut.i_countdown.raised_i ;

  logic [STAGE_W-1:0] r_r;  // as the coming edge has to leave it
  rate_limiter_front_properties #(
    .SUBTICKS(SUBTICKS), .SUBTICK_W(SUBTICK_W), .R_L_TICKS_W(R_L_TICKS_W), .R_R_W(STAGE_W)
  ) i_properties (
    .given_sent_i(\i_dut.i_countdown.sent_i ), .given_clamp_i(\i_dut.i_countdown.clamp_i ),
    .given_residual_i(\i_dut.i_countdown.residual_i ), .given_raised_i(\i_dut.i_countdown.raised_i ),
    .given_phase_i(\i_dut.i_countdown.phase_i ), .r_l_d_i(\i_dut.i_r_l.r_l_d_o ), .r_r_d_o(r_r), .*
  );

  // (2^k - 1) R_l for each k apart, with constants, of the block's own R_l, which is proved apart.
  logic [GAP_W-1:0] gap;
  always_comb begin
    gap = '0;
    for (int k = 0; k < STAGES; k = k + 1) begin
      if (r_r == STAGE_W'(k)) gap = {GAP_W'(\i_dut.i_r_l.r_l_d_o ), {k{1'b0}}} - GAP_W'(\i_dut.i_r_l.r_l_d_o );
    end
  end

  always_comb begin
    l4_gap: assert (\i_dut.i_countdown.gap_i == gap);
    // Not vacuous: the longest gap.
    l4_longest: cover (rst_ni && sent_i && &r_r && \i_dut.i_r_l.r_l_d_o == ((1 << R_L_TICKS_W) - 1) * SUBTICKS + SUBTICKS - 1);
  end
endmodule

`default_nettype wire
