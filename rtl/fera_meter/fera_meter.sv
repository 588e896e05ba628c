// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// FERA's meter of all ports of a switch, the form without a divisor (FERA, chapter 5): what each port measures in T, and one unit
// that makes r (1 + f - rho) of it, a bit of a product a cycle, for one port after the other. See fera_meter.md.
module fera_meter #(
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
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               arrives_i,
  input  logic [PORT_W-1:0]  arrives_port_i,
  input  logic [LEN_W-1:0]   arrives_length_i,  // bytes
  input  logic               tick_i,            // T is over
  input  logic [PORT_W-1:0]  tick_port_i,
  input  logic [Q_W-1:0]     tick_queue_i,      // q
  input  logic [PORTS-1:0]   asks_i,            // the port asks others to pause
  input  logic [PORT_W-1:0]  read_port_i,
  input  logic [T_W-1:0]     interval_i,        // T in cycles
  input  logic [T_W-1:0]     least_clock_i,     // least t, in cycles
  input  logic [Q_W-1:0]     q_eq_i,
  input  logic [F_W+Q_W-1:0] gain_i,            // k/Q_eq
  input  logic [F_W:0]       least_f_i,         // c
  input  logic [F_W:0]       least_step_i,
  input  logic [F_W+1:0]     most_step_i,
  input  logic               scales_fall_i,     // r follows a C that fell
  input  logic               scales_rise_i,
  input  logic [R_W-1:0]     line_i,            // C, of port_o, as all below
  input  logic [R_W-1:0]     least_i,           // r_min
  input  logic [CT_W-1:0]    capacity_i,        // C T in bytes
  input  logic [F_W+3:0]     inverse_i,         // 1/(C T)
  input  logic [5:0]         shift_i,           // and its exponent
  input  logic [31:0]        kbps_i,            // the rate that the port was built for
  output logic               busy_o,
  output logic               late_o,            // this tick is left out: the last one of its port has not been served
  output logic [PORT_W-1:0]  port_o,            // that is served, or looked at
  output logic [PORTS-1:0]   due_o,
  output logic [R_W-1:0]     rate_o,            // of read_port_i, as all below
  output logic [31:0]        tag_rate_o,        // r in kbit/s
  output logic [A_W-1:0]     arrived_o,
  output logic [A_W-1:0]     arrived_last_o,
  output logic [Q_W-1:0]     queue_o,
  output logic [T_W-1:0]     paused_o,
  output logic [T_W-1:0]     paused_last_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (PORTS < 2 || PORTS > (1 << PORT_W)) begin : g_parameters
    PORT_W_does_not_name_PORTS i_parameters ();
  end
  if (R_W < 8 || F_W < 4 || F_W > 24 || Q_W < 1 || A_W < LEN_W || T_W < 2 || CT_W < 4 || LEN_W < 1 || FIRST < 1) begin : g_widths
    A_width_is_too_small i_parameters ();
  end

  // Bits of the longest factor that is consumed, and of the widest that is added.
  localparam int RC_W = R_W + 2 + CT_W;
  localparam int AF_W = A_W > F_W + Q_W ? A_W : F_W + Q_W;
  localparam int AR_W = AF_W > RC_W ? AF_W : RC_W;
  localparam int B_W  = AR_W > 32 ? AR_W : 32;
  localparam int RQ_W = R_W > Q_W ? R_W : Q_W;
  localparam int CF_W = CT_W > F_W + 4 ? CT_W : F_W + 4;
  localparam int M_W  = RQ_W > CF_W ? RQ_W : CF_W;
  localparam int P_W  = B_W + M_W;

  localparam int COUNT_W = 8;
  localparam logic [COUNT_W-1:0] BITS = COUNT_W'(B_W);
  localparam logic [F_W+1:0] MOST_LOAD = {(F_W + 2){1'b1}};
  // Half a kbit/s of r, in whole kbit/s of a unit.
  localparam logic [M_W-1:0] TAG_HALF = M_W'((64'd1 << (R_W - 2)) / 64'd1000);
  localparam logic [31:0] MOST_TAG = 32'hFFFFFFFE;

  localparam logic [3:0] LOOKS    = 4'd0;  // at one port a cycle
  localparam logic [3:0] CLOCK    = 4'd1;  // t
  localparam logic [3:0] LOAD     = 4'd2;  // rho = A/(C T)
  localparam logic [3:0] STRETCH  = 4'd3;  // times T/t
  localparam logic [3:0] SLOPE    = 4'd4;  // f
  localparam logic [3:0] STEP     = 4'd5;  // r (1 + f - rho)
  localparam logic [3:0] CAPACITY = 4'd6;  // times C_i T
  localparam logic [3:0] INVERSE  = 4'd7;  // times 1/(C_(i-1) T)
  localparam logic [3:0] TAG      = 4'd8;  // r in kbit/s

  (* fsm_encoding = "none" *)  // as many flip-flops as are declared
  logic [3:0]     state_q;
  logic [3:0]     state_d;
  logic [F_W+1:0] rho_q, rho_d;
  logic           served, writes, due_here, looks, follows;

  // Of the port that the unit is at.
  logic [R_W-1:0] rate, rate_d;
  logic [31:0]    tag_d;
  logic [A_W-1:0] a;
  logic [Q_W-1:0] q;
  logic [T_W-1:0] stood;
  logic [F_W+3:0] inverse_last;
  logic [5:0]     shift_last;
  assign looks = state_q == LOOKS;
  fera_ports #(.PORTS(PORTS), .PORT_W(PORT_W), .R_W(R_W), .Q_W(Q_W), .A_W(A_W), .T_W(T_W), .LEN_W(LEN_W), .C_W(F_W + 10),
               .FIRST(FIRST)) i_ports (
    .clk_i, .rst_ni, .arrives_i, .arrives_port_i, .arrives_length_i, .tick_i, .tick_port_i, .tick_queue_i, .asks_i, .read_port_i,
    .passes_i(served || (looks && !due_here)), .writes_i(writes), .rate_i(rate_d), .c_i({shift_i, inverse_i}),
    .served_i(served), .tag_i(tag_d), .port_o, .due_here_o(due_here), .r_o(rate), .c_o({shift_last, inverse_last}), .a_o(a),
    .q_o(q), .stood_o(stood), .late_o, .due_o, .rate_o, .tag_rate_o, .arrived_o, .arrived_last_o, .queue_o, .paused_o,
    .paused_last_o
  );

  // --- t: what is left of T, at least the floor
  logic [T_W-1:0] ran, counted;
  logic [6:0]     parts;
  assign ran     = stood >= interval_i ? '0 : interval_i - stood;
  assign counted = ran < least_clock_i ? least_clock_i : ran;

  logic starts, over;
  assign starts = looks && due_here;
  fera_clock #(.T_W(T_W)) i_clock (.clk_i, .rst_ni, .load_i(starts), .step_i(state_q == CLOCK && !over),
                                   .counted_i(counted), .interval_i, .parts_o(parts));

  // T/t: 64 constants. Not always_comb, for which Icarus Verilog 11 wakes this loop by itself, for ever.
  logic [F_W+6:0] stretch;
  logic [64*(F_W+7)-1:0] stretches;
  for (genvar n = 1; n <= 64; n = n + 1) begin : g_stretch
    assign stretches[(n-1)*(F_W+7) +: F_W+7] = (F_W + 7)'(((64 << F_W) + n / 2) / n);
  end
  always @* begin
    stretch = '0;
    for (int n = 1; n <= 64; n = n + 1) begin
      if (parts == 7'(n)) stretch = stretches[(n-1)*(F_W+7) +: F_W+7];
    end
  end

  // --- the product
  logic               loads, half, rest;
  logic [COUNT_W-1:0] steps, shifts;
  logic [B_W-1:0]     b;
  logic [M_W-1:0]     m, over_b;
  logic [P_W-1:0]     product, rounded;
  fera_product #(.B_W(B_W), .M_W(M_W), .COUNT_W(COUNT_W)) i_product (
    .clk_i, .rst_ni, .load_i(loads), .steps_i(steps), .b_i(b), .above_i(over_b), .shifts_i(shifts), .m_i(m),
    .over_o(over), .product_o(product), .half_o(half), .rest_o(rest)
  );
  assign rounded = product + P_W'(half);

  // Where a product is the next factor.
  logic [B_W-1:0] rounded_b, product_b;
  assign rounded_b = rounded[B_W-1:0];
  assign product_b = product[B_W-1:0];

  logic           above_q_eq;
  logic [Q_W-1:0] distance;
  logic [F_W+2:0] f;
  assign above_q_eq = q > q_eq_i;
  assign distance   = above_q_eq ? q - q_eq_i : q_eq_i - q;
  fera_slope #(.F_W(F_W), .P_W(P_W)) i_slope (.above_i(above_q_eq), .product_i(product), .half_i(half), .rest_i(rest),
                                              .least_i(least_f_i), .f_o(f));

  // 1 + f - rho: from -3 to below 9
  logic signed [F_W+4:0] sum;
  logic [F_W+1:0]        step;
  assign sum  = $signed({2'b00, f}) + $signed((F_W + 5)'(1) << F_W) - $signed({3'b000, rho_q});
  assign step = sum < $signed({4'b0000, least_step_i}) ? {1'b0, least_step_i} :
                sum > $signed({3'b000, most_step_i}) ? most_step_i : sum[F_W+1:0];

  // C has changed where 1/(C T) has.
  logic known, fell, rose;
  assign known   = shift_last != '0;
  assign fell    = {shift_i, ~inverse_i} < {shift_last, ~inverse_last};
  assign rose    = {shift_i, ~inverse_i} > {shift_last, ~inverse_last};
  assign follows = known && ((fell && scales_fall_i) || (rose && scales_rise_i));

  // r_min <= r <= C, and never 0.
  logic [R_W-1:0] least, most;
  assign least  = least_i == '0 ? R_W'(1) : least_i;
  assign most   = line_i < least ? least : line_i;
  assign rate_d = rounded > P_W'(most) ? most : rounded < P_W'(least) ? least : rounded[R_W-1:0];
  assign rho_d  = |rounded[P_W-1:F_W+2] ? MOST_LOAD : rounded[F_W+1:0];
  assign tag_d  = product > P_W'(MOST_TAG) ? MOST_TAG : product == '0 ? 32'd1 : product[31:0];

  // What is multiplied, and by how much it is shifted then.
  always_comb begin
    m      = '0;
    shifts = '0;
    case (state_q)
      LOAD:     begin m = M_W'(inverse_i);    shifts = COUNT_W'(shift_i); end
      STRETCH:  begin m = M_W'(rho_q);        shifts = COUNT_W'(F_W); end
      SLOPE:    begin m = M_W'(distance);     shifts = COUNT_W'(Q_W); end
      STEP:     begin m = M_W'(rate);         shifts = COUNT_W'(F_W); end
      CAPACITY: m = M_W'(capacity_i);
      INVERSE:  begin m = M_W'(inverse_last); shifts = COUNT_W'(shift_last) + COUNT_W'(F_W); end
      TAG:      begin m = M_W'(rate);         shifts = COUNT_W'(R_W - 1); end
      default:  ;
    endcase
  end

  // What comes next, with its factor.
  always_comb begin
    state_d = state_q;
    loads   = starts || (over && !looks);
    steps   = '0;
    b       = '0;
    over_b  = '0;
    writes  = 1'b0;
    served  = 1'b0;
    if (starts) begin
      state_d = a == '0 ? STEP : CLOCK;  // nothing came: r stays
      b       = B_W'(rate);
      steps   = a == '0 ? '0 : COUNT_W'(7);
    end else if (over) begin
      case (state_q)
        CLOCK: begin
          state_d = LOAD;
          b       = B_W'(a);
          steps   = BITS + COUNT_W'(shift_i);
        end
        LOAD: begin
          state_d = STRETCH;
          b       = B_W'(stretch);
          steps   = BITS + COUNT_W'(F_W);
        end
        STRETCH: begin
          state_d = SLOPE;
          b       = B_W'(gain_i);
          steps   = BITS + COUNT_W'(Q_W);
        end
        SLOPE: begin
          state_d = STEP;
          b       = B_W'(step);
          steps   = BITS + COUNT_W'(F_W);
        end
        STEP: begin
          if (follows) begin
            state_d = CAPACITY;
            b       = rounded_b;
            steps   = BITS;
          end else begin
            writes = 1'b1;
          end
        end
        CAPACITY: begin
          state_d = INVERSE;
          b       = product_b;
          steps   = BITS + COUNT_W'(shift_last) + COUNT_W'(F_W);
        end
        INVERSE: writes = 1'b1;
        TAG: begin
          state_d = LOOKS;
          served  = 1'b1;
        end
        default: ;
      endcase
      if (writes) begin
        state_d = TAG;
        b       = B_W'(kbps_i);
        over_b  = TAG_HALF;
        steps   = BITS + COUNT_W'(R_W - 1);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= LOOKS;
      rho_q   <= '0;
    end else begin
      state_q <= state_d;
      if (over && (state_q == LOAD || state_q == STRETCH)) rho_q <= rho_d;
    end
  end

  assign busy_o = !looks;

`ifndef SYNTHESIS
`ifndef FORMAL
  // Cycles in which a port is served, at most, but for two shifts.
  localparam int SERVICE = 1 + 8 + (B_W + 1) + 2 * (B_W + F_W + 1) + (B_W + Q_W + 1) + (B_W + 1) + (B_W + F_W + 1) + (B_W + R_W);

  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{arrives_i, tick_i, asks_i, read_port_i} !== 1'bx); end
      begin : arrival_known assert (!arrives_i || ^{arrives_port_i, arrives_length_i} !== 1'bx); end
      begin : tick_known assert (!tick_i || ^{tick_port_i, tick_queue_i} !== 1'bx); end
      begin : settings_known assert (^{interval_i, least_clock_i, q_eq_i, gain_i, least_f_i, least_step_i, most_step_i,
        scales_fall_i, scales_rise_i} !== 1'bx); end
      begin : port_known assert (^{line_i, least_i, capacity_i, inverse_i, shift_i, kbps_i} !== 1'bx); end
      begin : interval_is_some assert (!tick_i || interval_i != '0); end
      // A rule for software.
      begin : interval_serves_all_ports assert (!starts || 32'(interval_i) > 32'(PORTS) * (32'(SERVICE) + 2 * 32'(shift_i)))
        else $warning("T is too short to serve all ports"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
