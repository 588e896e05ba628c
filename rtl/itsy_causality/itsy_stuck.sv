// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// How much of each ingress waits at all held egresses together, and whether that is more than XON: what is, cannot resume.
// In a cycle the hold goes first, then the packet that departs, then the one that comes. See itsy_causality.md.
module itsy_stuck #(
  parameter int PORTS   = 4,
  parameter int COUNT_W = 8,
  parameter int PORT_W  = 6
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clear_i,
  input  logic                     became_held_i,      // the egress whose counts row_i has
  input  logic                     released_i,         // likewise
  input  logic [PORTS*COUNT_W-1:0] row_i,
  input  logic [PORTS-1:0]         held_i,
  input  logic [PORT_W-1:0]        departs_egress_i,
  input  logic [PORT_W-1:0]        departs_ingress_i,
  input  logic [COUNT_W-1:0]       less_i,             // by which that count falls
  input  logic [PORT_W-1:0]        enqueues_egress_i,
  input  logic [PORT_W-1:0]        enqueues_ingress_i,
  input  logic [COUNT_W-1:0]       more_i,
  input  logic [COUNT_W-1:0]       xon_i,
  output logic [PORTS-1:0]         behind_o,           // more than XON, with the cycle's hold
  output logic [PORTS-1:0]         passes_o,           // XON, by the hold or by the packet that comes
  output logic [PORTS-1:0]         stuck_o,            // more than XON
  output logic [PORTS*COUNT_W-1:0]   stuck_count_o
);
  logic [PORTS*COUNT_W-1:0] stuck_q, stuck_now;
  logic [PORTS-1:0]       departs_at, enqueues_at, departs_held, enqueues_held;
  for (genvar i = 0; i < PORTS; i = i + 1) begin : g_ingress
    logic [COUNT_W-1:0] waits, was;
    assign waits = row_i[i*COUNT_W +: COUNT_W];
    assign was   = stuck_q[i*COUNT_W +: COUNT_W];
    assign stuck_now[i*COUNT_W +: COUNT_W] = became_held_i ? was + waits : released_i ? was - waits : was;
    assign stuck_o[i]     = was > xon_i;
    assign behind_o[i]    = stuck_now[i*COUNT_W +: COUNT_W] > xon_i;
    assign departs_at[i]  = departs_ingress_i == PORT_W'(i);
    assign enqueues_at[i] = enqueues_ingress_i == PORT_W'(i);
    assign departs_held[i]  = departs_egress_i == PORT_W'(i) && held_i[i];
    assign enqueues_held[i] = enqueues_egress_i == PORT_W'(i) && held_i[i];
  end

  logic             departs, enqueues;  // at an egress that is held
  logic [COUNT_W-1:0] departs_sum, enqueues_sum, departed, enqueued_on, enqueued;
  assign departs  = |departs_held;
  assign enqueues = |enqueues_held;
  always_comb begin
    departs_sum  = '0;
    enqueues_sum = '0;
    for (int i = 0; i < PORTS; i = i + 1) begin
      departs_sum  = departs_sum | (stuck_now[i*COUNT_W +: COUNT_W] & {COUNT_W{departs_at[i]}});
      enqueues_sum = enqueues_sum | (stuck_now[i*COUNT_W +: COUNT_W] & {COUNT_W{enqueues_at[i]}});
    end
  end
  assign departed = departs_sum - less_i;
  assign enqueued_on   = departs && |(departs_at & enqueues_at) ? departed : enqueues_sum;
  assign enqueued = enqueued_on + more_i;

  logic enqueue_passes;
  assign enqueue_passes = enqueues && enqueued_on <= xon_i && enqueued > xon_i;
  assign passes_o = ({PORTS{became_held_i}} & behind_o & ~stuck_o) | ({PORTS{enqueue_passes}} & enqueues_at);

  for (genvar i = 0; i < PORTS; i = i + 1) begin : g_stuck
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) stuck_q[i*COUNT_W +: COUNT_W] <= '0;
      else if (clear_i) stuck_q[i*COUNT_W +: COUNT_W] <= '0;
      else if (enqueues && enqueues_at[i]) stuck_q[i*COUNT_W +: COUNT_W] <= enqueued;
      else if (departs && departs_at[i]) stuck_q[i*COUNT_W +: COUNT_W] <= departed;
      else stuck_q[i*COUNT_W +: COUNT_W] <= stuck_now[i*COUNT_W +: COUNT_W];
    end
  end

  assign stuck_count_o = stuck_q;
endmodule

`default_nettype wire
