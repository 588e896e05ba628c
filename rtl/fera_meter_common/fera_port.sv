// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// What FERA measures at one egress port: the bytes A that have come in the present interval, and for how many cycles of it the
// port asked others to pause. A tick ends the interval, with what comes in its cycle; what was measured stands until the port
// is served. A tick before that is left out, and the interval goes on.
module fera_port #(
  parameter int A_W   = 24,
  parameter int Q_W   = 24,
  parameter int T_W   = 20,
  parameter int LEN_W = 14
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             arrives_i,
  input  logic [LEN_W-1:0] length_i,
  input  logic             asks_i,
  input  logic             tick_i,
  input  logic [Q_W-1:0]   queue_i,
  input  logic             served_i,
  output logic             due_o,
  output logic [A_W-1:0]   arrived_o,
  output logic [T_W-1:0]   paused_o,
  output logic [A_W-1:0]   arrived_last_o,
  output logic [T_W-1:0]   paused_last_o,
  output logic [Q_W-1:0]   queue_o
);
  logic           due_q, ends;
  logic [A_W-1:0] arrived_q, arrived_last_q, arrived;
  logic [T_W-1:0] paused_q, paused_last_q, paused;
  logic [Q_W-1:0] queue_q;
  logic [A_W:0]   sum;

  // Neither wraps: an overload of which a carry is lost would look like a port with room.
  assign sum     = {1'b0, arrived_q} + (arrives_i ? (A_W + 1)'(length_i) : '0);
  assign arrived = sum[A_W] ? '1 : sum[A_W-1:0];
  assign paused  = asks_i && paused_q != '1 ? paused_q + 1'b1 : paused_q;
  assign ends    = tick_i && !due_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q          <= 1'b0;
      arrived_q      <= '0;
      paused_q       <= '0;
      arrived_last_q <= '0;
      paused_last_q  <= '0;
      queue_q        <= '0;
    end else begin
      due_q     <= ends || (due_q && !served_i);
      arrived_q <= ends ? '0 : arrived;
      paused_q  <= ends ? '0 : paused;
      if (ends) begin
        arrived_last_q <= arrived;
        paused_last_q  <= paused;
        queue_q        <= queue_i;
      end
    end
  end

  assign due_o          = due_q;
  assign arrived_o      = arrived_q;
  assign paused_o       = paused_q;
  assign arrived_last_o = arrived_last_q;
  assign paused_last_o  = paused_last_q;
  assign queue_o        = queue_q;
endmodule

`default_nettype wire
