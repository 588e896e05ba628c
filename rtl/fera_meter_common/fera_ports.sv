// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The ports of a switch under FERA: what each measures, its r, r as tags are told, and C of its last tick; those of the port that
// the unit is at, and of the one that is read. The unit is at one port after the other.
module fera_ports #(
  parameter int PORTS  = 4,
  parameter int PORT_W = 6,
  parameter int R_W    = 24,
  parameter int Q_W    = 24,
  parameter int A_W    = 24,
  parameter int T_W    = 20,
  parameter int LEN_W  = 14,
  parameter int C_W    = 24,  // of what is kept of C; 0: no C before
  parameter int FIRST  = 419430
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              arrives_i,
  input  logic [PORT_W-1:0] arrives_port_i,
  input  logic [LEN_W-1:0]  arrives_length_i,
  input  logic              tick_i,
  input  logic [PORT_W-1:0] tick_port_i,
  input  logic [Q_W-1:0]    tick_queue_i,
  input  logic [PORTS-1:0]  asks_i,
  input  logic [PORT_W-1:0] read_port_i,
  // The unit.
  input  logic              passes_i,  // goes on to the next port
  input  logic              writes_i,
  input  logic [R_W-1:0]    rate_i,    // with writes_i, as c_i is
  input  logic [C_W-1:0]    c_i,
  input  logic              served_i,
  input  logic [31:0]       tag_i,     // with served_i
  output logic [PORT_W-1:0] port_o,
  output logic              due_here_o,
  output logic [R_W-1:0]    r_o,
  output logic [C_W-1:0]    c_o,
  output logic [A_W-1:0]    a_o,
  output logic [Q_W-1:0]    q_o,
  output logic [T_W-1:0]    stood_o,
  // All, and what is read.
  output logic              late_o,
  output logic [PORTS-1:0]  due_o,
  output logic [R_W-1:0]    rate_o,
  output logic [31:0]       tag_rate_o,
  output logic [A_W-1:0]    arrived_o,
  output logic [A_W-1:0]    arrived_last_o,
  output logic [Q_W-1:0]    queue_o,
  output logic [T_W-1:0]    paused_o,
  output logic [T_W-1:0]    paused_last_o
);
  logic [PORT_W-1:0]    port_q;
  logic [PORTS*R_W-1:0] rates_q;
  logic [PORTS*32-1:0]  tags_q;
  logic [PORTS*C_W-1:0] cs_q;
  logic [PORTS*A_W-1:0] arrived, arrived_last;
  logic [PORTS*T_W-1:0] paused, paused_last;
  logic [PORTS*Q_W-1:0] queues;
  logic [PORTS-1:0]     due, ticks, here;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)       port_q <= '0;
    else if (passes_i) port_q <= port_q == PORT_W'(PORTS - 1) ? '0 : port_q + 1'b1;
  end

  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_port
    assign ticks[n] = tick_i && tick_port_i == PORT_W'(n);
    assign here[n]  = port_q == PORT_W'(n);
    fera_port #(.A_W(A_W), .Q_W(Q_W), .T_W(T_W), .LEN_W(LEN_W)) i_port (
      .clk_i, .rst_ni,
      .arrives_i(arrives_i && arrives_port_i == PORT_W'(n)), .length_i(arrives_length_i),
      .asks_i(asks_i[n]), .tick_i(ticks[n]), .queue_i(tick_queue_i), .served_i(served_i && here[n]),
      .due_o(due[n]), .arrived_o(arrived[n*A_W +: A_W]), .paused_o(paused[n*T_W +: T_W]),
      .arrived_last_o(arrived_last[n*A_W +: A_W]), .paused_last_o(paused_last[n*T_W +: T_W]), .queue_o(queues[n*Q_W +: Q_W])
    );
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        rates_q[n*R_W +: R_W] <= R_W'(FIRST);
        cs_q[n*C_W +: C_W]    <= '0;
        tags_q[n*32 +: 32]    <= '0;
      end else begin
        if (writes_i && here[n]) begin
          rates_q[n*R_W +: R_W] <= rate_i;
          cs_q[n*C_W +: C_W]    <= c_i;
        end
        if (served_i && here[n]) tags_q[n*32 +: 32] <= tag_i;
      end
    end
  end

  always_comb begin
    r_o = '0; c_o = '0; a_o = '0; q_o = '0; stood_o = '0;
    rate_o = '0; tag_rate_o = '0; arrived_o = '0; arrived_last_o = '0; queue_o = '0; paused_o = '0; paused_last_o = '0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      if (port_q == PORT_W'(n)) begin
        r_o     = rates_q[n*R_W +: R_W];
        c_o     = cs_q[n*C_W +: C_W];
        a_o     = arrived_last[n*A_W +: A_W];
        q_o     = queues[n*Q_W +: Q_W];
        stood_o = paused_last[n*T_W +: T_W];
      end
      if (read_port_i == PORT_W'(n)) begin
        rate_o         = rates_q[n*R_W +: R_W];
        tag_rate_o     = tags_q[n*32 +: 32];
        arrived_o      = arrived[n*A_W +: A_W];
        arrived_last_o = arrived_last[n*A_W +: A_W];
        queue_o        = queues[n*Q_W +: Q_W];
        paused_o       = paused[n*T_W +: T_W];
        paused_last_o  = paused_last[n*T_W +: T_W];
      end
    end
  end

  assign port_o     = port_q;
  assign due_here_o = |(due & here);
  assign late_o     = |(ticks & due);
  assign due_o      = due;
endmodule

`default_nettype wire
