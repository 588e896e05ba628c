// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_meter_dividing with what is proved of it. Of its arithmetic the proofs of fera_product, fera_divider and fera_slope speak: here a
// product is any, and a quotient, and what counts is when they are over and what becomes of them. `hierconn` joins a wire to the one of that name inside the block when
// the design is flattened. Numbers as in docs/reference/proofs.md.
module fera_meter_dividing_formal #(
  parameter int PORTS  = 4,
  parameter int PORT_W = 6,
  parameter int R_W    = 24,
  parameter int F_W    = 14,
  parameter int Q_W    = 24,
  parameter int A_W    = 24,
  parameter int T_W    = 20,
  parameter int CT_W   = 21,
  parameter int LEN_W  = 14,
  parameter int FIRST  = 419430
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               arrives_i,
  input logic [PORT_W-1:0]  arrives_port_i,
  input logic [LEN_W-1:0]   arrives_length_i,
  input logic               tick_i,
  input logic [PORT_W-1:0]  tick_port_i,
  input logic [Q_W-1:0]     tick_queue_i,
  input logic [PORTS-1:0]   asks_i,
  input logic [T_W-1:0]     interval_i,
  input logic [T_W-1:0]     least_clock_i,
  input logic [Q_W-1:0]     q_eq_i,
  input logic [F_W+Q_W-1:0] gain_i,
  input logic [F_W:0]       least_f_i,
  input logic               scales_fall_i,
  input logic               scales_rise_i,
  input logic [R_W-1:0]     line_i,
  input logic [R_W-1:0]     least_i,
  input logic [CT_W-1:0]    capacity_i,
  input logic [43:0]        cycle_bytes_i,
  input logic [31:0]        kbps_i
);
  (* anyconst *) logic [PORT_W-1:0] read_port_i;

  logic              busy_o, late_o;
  logic [PORT_W-1:0] port_o;
  logic [PORTS-1:0]  due_o;
  logic [R_W-1:0]    rate_o;
  logic [31:0]       tag_rate_o;
  logic [A_W-1:0]    arrived_o, arrived_last_o;
  logic [Q_W-1:0]    queue_o;
  logic [T_W-1:0]    paused_o, paused_last_o;
  fera_meter_dividing #(.PORTS(PORTS), .PORT_W(PORT_W), .R_W(R_W), .F_W(F_W), .Q_W(Q_W), .A_W(A_W), .T_W(T_W), .CT_W(CT_W),
               .LEN_W(LEN_W), .FIRST(FIRST)) i_dut (.*);

  // Widths as the block has them.
  localparam int BYTES_W = 44;
  localparam int BYTES_F = 36;
  localparam int W_W     = (R_W > F_W ? R_W : F_W) + 15;
  localparam int FQ_W    = F_W + Q_W > BYTES_W ? F_W + Q_W : BYTES_W;
  localparam int B_W     = FQ_W > W_W ? FQ_W : W_W;
  localparam int RQ_W    = R_W > Q_W ? R_W : Q_W;
  localparam int TF_W    = T_W > F_W + 3 ? T_W : F_W + 3;
  localparam int CT2_W   = CT_W > TF_W ? CT_W : TF_W;
  localparam int M_W     = RQ_W > CT2_W ? RQ_W : CT2_W;
  localparam int SCALE_W = R_W + 15 + CT_W;
  localparam int N_W     = SCALE_W > CT_W + F_W ? SCALE_W : CT_W + F_W;
  localparam int D_W     = A_W > CT_W ? A_W : CT_W;
  localparam int COUNT_W = 8;

  (* hierconn *) wire [3:0]           \i_dut.state_q ;
  (* hierconn *) wire                 \i_dut.over ;
  (* hierconn *) wire                 \i_dut.writes ;
  (* hierconn *) wire                 \i_dut.follows ;
  (* hierconn *) wire [R_W-1:0]       \i_dut.rate ;
  (* hierconn *) wire [R_W-1:0]       \i_dut.rate_d ;
  (* hierconn *) wire [A_W-1:0]       \i_dut.a ;
  (* hierconn *) wire [B_W-1:0]       \i_dut.b ;
  (* hierconn *) wire [M_W-1:0]       \i_dut.m ;
  (* hierconn *) wire [COUNT_W-1:0]   \i_dut.shifts ;
  (* hierconn *) wire [B_W+M_W-1:0]   \i_dut.product ;
  (* hierconn *) wire                 \i_dut.half ;
  (* hierconn *) wire [COUNT_W-1:0]   \i_dut.i_product.steps_q ;
  (* hierconn *) wire [COUNT_W-1:0]   \i_dut.i_divider.steps_q ;
  (* hierconn *) wire [D_W-1:0]       \i_dut.divisor ;

  localparam logic [3:0] LOOKS = 4'd0, CLOCK = 4'd1, LOAD = 4'd2, FACTOR = 4'd4, STEP = 4'd5, CAPACITY = 4'd6, BEFORE = 4'd7,
                         TAG = 4'd8;

  // Cycles of each step, and of all that come after the present one, at most.
  localparam int OF_CLOCK    = B_W + BYTES_F + 1;
  localparam int OF_LOAD     = CT_W + F_W + 1;
  localparam int OF_SLOPE    = B_W + Q_W + 1;
  localparam int OF_FACTOR   = B_W + F_W + 1;
  localparam int OF_STEP     = B_W + F_W + 1;
  localparam int OF_CAPACITY = B_W + 1;
  localparam int OF_BEFORE   = N_W + 1;
  localparam int OF_TAG      = B_W + R_W;
  localparam int AFTER_CAPACITY = OF_BEFORE + OF_TAG;
  localparam int AFTER_STEP     = OF_CAPACITY + AFTER_CAPACITY;
  localparam int AFTER_FACTOR   = OF_STEP + AFTER_STEP;
  localparam int AFTER_SLOPE    = OF_FACTOR + AFTER_FACTOR;
  localparam int AFTER_LOAD     = OF_SLOPE + AFTER_SLOPE;
  localparam int AFTER_CLOCK    = OF_LOAD + AFTER_LOAD;
  localparam int LONGEST        = 1 + OF_CLOCK + AFTER_CLOCK;
  logic [15:0]        after, remaining;
  logic [COUNT_W-1:0] steps;
  logic               divides;
  assign divides = \i_dut.state_q == LOAD || \i_dut.state_q == BEFORE;
  assign steps   = divides ? \i_dut.i_divider.steps_q : \i_dut.i_product.steps_q ;
  always_comb begin
    case (\i_dut.state_q )
      4'd1:    after = 16'(AFTER_CLOCK);
      4'd2:    after = 16'(AFTER_LOAD);
      4'd3:    after = 16'(AFTER_SLOPE);
      4'd4:    after = 16'(AFTER_FACTOR);
      4'd5:    after = 16'(AFTER_STEP);
      4'd6:    after = 16'(AFTER_CAPACITY);
      4'd7:    after = 16'(OF_TAG);
      default: after = '0;
    endcase
  end
  assign remaining = \i_dut.state_q == LOOKS ? 16'(LONGEST) : 16'(steps) + 16'd1 + after;

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  fera_meter_properties #(.PORTS(PORTS), .PORT_W(PORT_W), .R_W(R_W), .B_W(B_W), .M_W(M_W), .COUNT_W(COUNT_W),
                          .LONGEST(LONGEST)) i_properties (
    .clk_i, .rst_ni, .started_i(started), .read_port_i, .port_i(port_o), .tick_i, .tick_port_i, .late_i(late_o), .due_i(due_o),
    .rate_i(rate_o), .line_i, .least_i, .busy_i(busy_o), .arrived_i(\i_dut.a != '0), .r_i(\i_dut.rate ),
    .writes_i(\i_dut.writes ), .scaled_i(\i_dut.state_q == BEFORE),
    .scales_i(\i_dut.state_q == STEP && \i_dut.over && \i_dut.follows ), .rate_d_i(\i_dut.rate_d ),
    .measures_i(\i_dut.state_q >= CLOCK && \i_dut.state_q <= FACTOR), .steps_i(\i_dut.state_q == STEP), .b_i(\i_dut.b ),
    .product_i(\i_dut.product ), .half_i(\i_dut.half ), .over_i(\i_dut.over ), .m_i(\i_dut.m ), .shifts_i(\i_dut.shifts ),
    .remaining_i(remaining)
  );

  // Settings, and what is said of the port, stand while the unit works, as they were in the cycle before.
  localparam int S_W = 2 * T_W + Q_W + F_W + Q_W + F_W + 1 + 2 + 2 * R_W + CT_W + 44 + 32;
  logic [S_W-1:0] settings, settings_before;
  assign settings = {interval_i, least_clock_i, q_eq_i, gain_i, least_f_i, scales_fall_i, scales_rise_i, line_i, least_i, capacity_i,
                     cycle_bytes_i, kbps_i};
  logic           divides_before;
  logic [D_W-1:0] divisor_before;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      settings_before <= '0;
      divides_before  <= 1'b0;
      divisor_before  <= '0;
    end else begin
      settings_before <= settings;
      divides_before  <= divides && !\i_dut.over ;
      divisor_before  <= \i_dut.divisor ;
    end
  end

  // By A, or by C T of before.
  (* hierconn *) wire [CT_W-1:0] \i_dut.capacity_last ;
  logic [D_W-1:0] divided_by;
  assign divided_by = \i_dut.state_q == CLOCK || \i_dut.state_q == LOAD ? D_W'(\i_dut.a ) : D_W'(\i_dut.capacity_last );

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (read_port_i < PORT_W'(PORTS));
    if (started && rst_ni && busy_o) assume (settings == settings_before);
    if (started && rst_ni) begin
      f9_state: assert (\i_dut.state_q <= TAG);
      f14_state: assert (\i_dut.state_q <= TAG);
      if (\i_dut.state_q == LOOKS) f9_looks: assert (\i_dut.over );
      // One of both works.
      if (divides) f9_product: assert (\i_dut.i_product.steps_q == '0);
      if (!divides) f9_divider: assert (\i_dut.i_divider.steps_q == '0);
      // A product has a step for each bit and each shift, a quotient no more than bits; what it divides by stands, and is not 0.
      if (busy_o && !divides) f14_steps: assert (\i_dut.i_product.steps_q <= COUNT_W'(B_W) + \i_dut.shifts );
      if (divides) f14_bits: assert (\i_dut.i_divider.steps_q <= COUNT_W'(N_W));
      if (divides_before) f14_divisor: assert (\i_dut.divisor == divisor_before);
      if (divides || \i_dut.state_q == CAPACITY || (\i_dut.state_q == CLOCK)) f14_not_0: assert (divided_by != '0);
    end
  end

  // Not empty: a port without A whose r is held and told.
  always_comb begin
    if (started && rst_ni) holds: cover (\i_dut.writes && \i_dut.a == '0 && rate_o == R_W'(FIRST) && port_o == read_port_i);
  end
endmodule

`default_nettype wire
