// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What is proved of a meter of FERA in both forms, of one port, which is any: the one that is read. A form says what its unit is at and
// within how many cycles it is through with its port, at most. Numbers as in docs/reference/proofs.md.
module fera_meter_properties #(
  parameter int PORTS   = 4,
  parameter int PORT_W  = 6,
  parameter int R_W     = 24,
  parameter int B_W     = 47,
  parameter int M_W     = 24,
  parameter int COUNT_W = 8,
  parameter int LONGEST = 480  // cycles of one port
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               started_i,
  input logic [PORT_W-1:0]  read_port_i,
  input logic [PORT_W-1:0]  port_i,
  input logic               tick_i,
  input logic [PORT_W-1:0]  tick_port_i,
  input logic               late_i,
  input logic [PORTS-1:0]   due_i,
  input logic [R_W-1:0]     rate_i,       // of the port that is read
  input logic [R_W-1:0]     line_i,
  input logic [R_W-1:0]     least_i,
  input logic               busy_i,
  input logic               arrived_i,    // A is not 0, of the port that the unit is at, as all below
  input logic [R_W-1:0]     r_i,
  input logic               writes_i,
  input logic               scaled_i,     // with writes_i: by a change of C
  input logic               scales_i,     // this cycle begins with that
  input logic [R_W-1:0]     rate_d_i,     // with writes_i
  input logic               measures_i,   // works with A
  input logic               steps_i,      // has r as the step makes it, where there is no more to do
  input logic [B_W-1:0]     b_i,          // the next factor
  input logic [B_W+M_W-1:0] product_i,
  input logic               half_i,
  input logic               over_i,
  input logic [M_W-1:0]     m_i,
  input logic [COUNT_W-1:0] shifts_i,
  input logic [15:0]        remaining_i
);
  localparam logic [15:0] BOUND = 16'(PORTS * LONGEST);

  logic [PORTS-1:0] is_read, here;
  logic             due, due_here;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_ports
    assign is_read[n] = read_port_i == PORT_W'(n);
    assign here[n]    = port_i == PORT_W'(n);
  end
  assign due      = |(due_i & is_read);
  assign due_here = |(due_i & here);

  // The bounds that r was written with last, and whether it was.
  logic           written;
  logic [R_W-1:0] line, least;
  function automatic logic [R_W-1:0] at_least_1(input logic [R_W-1:0] value);
    at_least_1 = value == '0 ? R_W'(1) : value;
  endfunction
  // r between them: C, where it is not below the lower one.
  logic [R_W-1:0] lower, upper, held;
  assign lower = at_least_1(least_i);
  assign upper = line_i > lower ? line_i : lower;
  assign held  = r_i > upper ? upper : r_i < lower ? lower : r_i;

  // Cycles that the port has been due, cycles since its last tick, and whether each tick came more than BOUND after the one before.
  logic [15:0]        waited, since;
  logic               apart, ticks;
  logic               works_before;
  logic [M_W-1:0]     m_before;
  logic [COUNT_W-1:0] shifts_before;
  assign ticks = tick_i && tick_port_i == read_port_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      written       <= 1'b0;
      line          <= '0;
      least         <= '0;
      waited        <= '0;
      since         <= '1;
      apart         <= 1'b1;
      works_before  <= 1'b0;
      m_before      <= '0;
      shifts_before <= '0;
    end else begin
      if (writes_i && port_i == read_port_i) begin
        written <= 1'b1;
        line    <= line_i;
        least   <= least_i;
      end
      waited        <= due ? waited + 1'b1 : '0;
      since         <= ticks ? 16'd1 : since == '1 ? since : since + 1'b1;
      apart         <= apart && (!ticks || since > BOUND);
      works_before  <= busy_i && !over_i;
      m_before      <= m_i;
      shifts_before <= shifts_i;
    end
  end

  // Ports that the unit comes to before this one, each served as long as it may take.
  logic [15:0] before;
  assign before = read_port_i >= port_i ? 16'(read_port_i) - 16'(port_i) : 16'(PORTS) + 16'(read_port_i) - 16'(port_i);

  always_comb begin
    if (started_i && rst_ni) begin
      f6_never_0: assert (rate_i != '0);
      if (written) f7_at_least: assert (rate_i >= at_least_1(least));
      if (written && at_least_1(least) <= line) f7_at_most: assert (rate_i <= line);
      if (written && at_least_1(least) > line) f7_one_of_both: assert (rate_i == at_least_1(least));
      // With A = 0 nothing is worked out: r goes as it is to its bounds, or to be scaled.
      if (busy_i) f8_due: assert (due_here);
      if (measures_i) f8_measures: assert (arrived_i);
      if (steps_i && !arrived_i) f8_steps: assert (over_i && !half_i && product_i == (B_W + M_W)'(r_i));
      if (writes_i && !scaled_i && !arrived_i) f8_holds: assert (rate_d_i == held);
      if (writes_i && !scaled_i && !arrived_i && r_i >= lower && r_i <= upper) f8_stays: assert (rate_d_i == r_i);
      if (scales_i && !arrived_i) f8_scales: assert (b_i == B_W'(r_i));
      // Served within BOUND; so no tick is late where they are further apart.
      f9_port: assert (port_i < PORT_W'(PORTS));
      f9_remaining: assert (remaining_i != '0 && remaining_i <= 16'(LONGEST));
      if (due) f9_waits: assert (waited + before * 16'(LONGEST) + remaining_i <= BOUND);
      f9_served: assert (waited <= BOUND);
      if (due && apart) f9_since: assert (since == waited + 1'b1);
      if (ticks && apart && since > BOUND) f9_on_time: assert (!late_i);
      // What a product is made of stands until it is over.
      if (busy_i) f14_due: assert (due_here);
      if (works_before) f14_stands: assert (m_i == m_before && shifts_i == shifts_before);
    end
  end
endmodule

`default_nettype wire
