// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_ports with what is proved of it. All is said of one port, which is any: the one that is read. The unit does what it likes in
// any cycle. Beside it, of events alone: what came to the port and how long it paused others since its interval began, in numbers
// that hold more than a register, and what the unit wrote last. Numbers as in docs/reference/proofs.md.
module fera_ports_formal #(
  parameter int PORTS  = 3,
  parameter int PORT_W = 2,
  parameter int R_W    = 4,
  parameter int Q_W    = 3,
  parameter int A_W    = 4,
  parameter int T_W    = 2,
  parameter int LEN_W  = 3,
  parameter int C_W    = 3,
  parameter int FIRST  = 5
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              arrives_i,
  input logic [PORT_W-1:0] arrives_port_i,
  input logic [LEN_W-1:0]  arrives_length_i,
  input logic              tick_i,
  input logic [PORT_W-1:0] tick_port_i,
  input logic [Q_W-1:0]    tick_queue_i,
  input logic [PORTS-1:0]  asks_i,
  input logic              passes_i,
  input logic              writes_i,
  input logic [R_W-1:0]    rate_i,
  input logic [C_W-1:0]    c_i,
  input logic              served_i,
  input logic [31:0]       tag_i
);
  (* anyconst *) logic [PORT_W-1:0] read_port_i;

  logic [PORT_W-1:0] port_o;
  logic              due_here_o, late_o;
  logic [R_W-1:0]    r_o, rate_o;
  logic [C_W-1:0]    c_o;
  logic [A_W-1:0]    a_o, arrived_o, arrived_last_o;
  logic [Q_W-1:0]    q_o, queue_o;
  logic [T_W-1:0]    stood_o, paused_o, paused_last_o;
  logic [PORTS-1:0]  due_o;
  logic [31:0]       tag_rate_o;
  fera_ports #(.PORTS(PORTS), .PORT_W(PORT_W), .R_W(R_W), .Q_W(Q_W), .A_W(A_W), .T_W(T_W), .LEN_W(LEN_W), .C_W(C_W),
               .FIRST(FIRST)) i_dut (.*);

  // C of before shows where the unit is alone. `hierconn` joins a wire to the one of that name inside the block when the design is
  // flattened.
  (* hierconn *) wire [PORTS*C_W-1:0] \i_dut.cs_q ;
  logic [C_W-1:0] c_read;
  always_comb begin
    c_read = '0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      if (read_port_i == PORT_W'(n)) c_read = \i_dut.cs_q [n*C_W +: C_W];
    end
  end

  // Events at the port that is read.
  logic             comes, asks, ticks, here, due, due_shown, ends;
  logic [PORTS-1:0] is_read;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_read
    assign is_read[n] = read_port_i == PORT_W'(n);
  end
  assign comes     = arrives_i && arrives_port_i == read_port_i;
  assign asks      = |(asks_i & is_read);
  assign ticks     = tick_i && tick_port_i == read_port_i;
  assign here      = port_o == read_port_i;
  assign due_shown = |(due_o & is_read);
  assign ends      = ticks && !due_shown;

  // Bytes and cycles, with two bits more than a register has: once the highest is 1 they stand.
  logic [A_W+1:0] came, came_now;
  logic [T_W+1:0] stood, stood_now;
  assign came_now  = came[A_W+1] || !comes ? came : came + (A_W + 2)'(arrives_length_i);
  assign stood_now = stood[T_W+1] || !asks ? stood : stood + 1'b1;
  function automatic logic [A_W-1:0] of_bytes(input logic [A_W+1:0] bytes);
    of_bytes = |bytes[A_W+1:A_W] ? '1 : bytes[A_W-1:0];
  endfunction
  function automatic logic [T_W-1:0] of_cycles(input logic [T_W+1:0] cycles);
    of_cycles = |cycles[T_W+1:T_W] ? '1 : cycles[T_W-1:0];
  endfunction

  logic [A_W+1:0]    came_last;
  logic [T_W+1:0]    stood_last;
  logic [Q_W-1:0]    waits;
  logic [R_W-1:0]    rate;
  logic [C_W-1:0]    c;
  logic [31:0]       tag;
  logic [PORT_W-1:0] port_before;
  logic              passed;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due         <= 1'b0;
      came        <= '0;
      stood       <= '0;
      came_last   <= '0;
      stood_last  <= '0;
      waits       <= '0;
      rate        <= R_W'(FIRST);
      c           <= '0;
      tag         <= '0;
      port_before <= '0;
      passed      <= 1'b0;
    end else begin
      due         <= ends || (due && !(served_i && here));
      came        <= ends ? '0 : came_now;
      stood       <= ends ? '0 : stood_now;
      port_before <= port_o;
      passed      <= passes_i;
      if (ends) begin
        came_last  <= came_now;
        stood_last <= stood_now;
        waits      <= tick_queue_i;
      end
      if (writes_i && here) begin
        rate <= rate_i;
        c    <= c_i;
      end
      if (served_i && here) tag <= tag_i;
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  logic [PORT_W-1:0] port_next;
  assign port_next = !passed ? port_before : port_before == PORT_W'(PORTS - 1) ? '0 : port_before + 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (read_port_i <= PORT_W'(PORTS - 1));
    if (started && !rst_ni) begin
      f5_reset: assert (due_o == 0 && port_o == 0 && arrived_o == 0 && arrived_last_o == 0 && queue_o == 0 && paused_o == 0 &&
                        paused_last_o == 0 && rate_o == R_W'(FIRST) && tag_rate_o == 0);
      f5_reset_c: assert (c_read == '0);
    end else if (started) begin
      // Neither wraps: what came and how long others were paused, or all ones.
      f1_arrived: assert (arrived_o == of_bytes(came));
      f1_arrived_last: assert (arrived_last_o == of_bytes(came_last));
      f2_paused: assert (paused_o == of_cycles(stood));
      f2_paused_last: assert (paused_last_o == of_cycles(stood_last));
      // Late exactly where the port is due: a tick of no port never is.
      f3_due: assert (due_shown == due);
      if (ticks) f3_late: assert (late_o == due);
      if (!tick_i || tick_port_i > PORT_W'(PORTS - 1)) f3_no_tick: assert (!late_o);
      f3_queue: assert (queue_o == waits);
      // Nothing else of a port changes but by what the unit writes while it is at the port.
      f4_rate: assert (rate_o == rate);
      f4_c: assert (c_read == c);
      f4_tag: assert (tag_rate_o == tag);
      f4_port: assert (port_o == port_next && port_o <= PORT_W'(PORTS - 1));
      f4_due_here: assert (!here || due_here_o == due);
      if (here) f4_here: assert (r_o == rate && c_o == c && a_o == arrived_last_o && q_o == queue_o && stood_o == paused_last_o);
    end
  end

  // Not empty: a register at its end, a tick too early.
  always_comb begin
    if (started && rst_ni) begin
      overload: cover (came_last[A_W] && ticks && due && served_i);
      paused_for_long: cover (stood_last[T_W]);
    end
  end
endmodule

`default_nettype wire
