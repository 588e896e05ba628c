// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// How much of each ingress waits at each egress, and where that is more than XON: bit e * PORTS + i of what has a bit a pair.
// One packet departs and one comes in a cycle; of one pair, the one that departs goes first. See itsy_causality.md.
module itsy_counts #(
  parameter int PORTS   = 4,
  parameter int COUNT_W = 8,
  parameter int PORT_W  = 6
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           clear_i,
  input  logic                           departs_i,
  input  logic [PORT_W-1:0]              departs_egress_i,
  input  logic [PORT_W-1:0]              departs_ingress_i,
  input  logic [COUNT_W-1:0]             departs_amount_i,
  input  logic                           enqueues_i,
  input  logic [PORT_W-1:0]              enqueues_egress_i,
  input  logic [PORT_W-1:0]              enqueues_ingress_i,
  input  logic [COUNT_W-1:0]             enqueues_amount_i,
  input  logic [COUNT_W-1:0]             xon_i,
  input  logic [PORT_W-1:0]              read_egress_i,
  input  logic [PORT_W-1:0]              read_ingress_i,
  input  logic [PORTS-1:0]               row_i,           // one egress or none: counts and bits of all its ingresses are read
  output logic [PORTS*PORTS-1:0]         strong_o,
  output logic [PORTS*PORTS-1:0]         passes_o,        // the packet that comes takes this pair beyond XON
  output logic                           wrong_o,
  output logic [COUNT_W-1:0]             count_o,         // of the pair that is read
  output logic [PORTS*COUNT_W-1:0]       row_o,
  output logic [PORTS-1:0]               row_strong_o,
  output logic [COUNT_W-1:0]             less_o,          // by which the count of what departs falls
  output logic [COUNT_W-1:0]             more_o           // by which that of what comes grows
);
  localparam int PAIRS = PORTS * PORTS;

  logic [PAIRS-1:0]         departs_at, enqueues_at, read_at, strong_q;
  logic [PAIRS*COUNT_W-1:0] count_q;

  for (genvar n = 0; n < PAIRS; n = n + 1) begin : g_pair
    assign departs_at[n]  = departs_egress_i == PORT_W'(n / PORTS) && departs_ingress_i == PORT_W'(n % PORTS);
    assign enqueues_at[n] = enqueues_egress_i == PORT_W'(n / PORTS) && enqueues_ingress_i == PORT_W'(n % PORTS);
    assign read_at[n]     = read_egress_i == PORT_W'(n / PORTS) && read_ingress_i == PORT_W'(n % PORTS);
  end

  logic [COUNT_W-1:0] departs_count, enqueues_count;
  always_comb begin
    departs_count  = '0;
    enqueues_count = '0;
    count_o        = '0;
    for (int n = 0; n < PAIRS; n = n + 1) begin
      departs_count  = departs_count | (count_q[n*COUNT_W +: COUNT_W] & {COUNT_W{departs_at[n]}});
      enqueues_count = enqueues_count | (count_q[n*COUNT_W +: COUNT_W] & {COUNT_W{enqueues_at[n]}});
      count_o        = count_o | (count_q[n*COUNT_W +: COUNT_W] & {COUNT_W{read_at[n]}});
    end
  end

  always_comb begin
    row_o        = '0;
    row_strong_o = '0;
    for (int e = 0; e < PORTS; e = e + 1) begin
      row_o        = row_o | (count_q[e*PORTS*COUNT_W +: PORTS*COUNT_W] & {PORTS*COUNT_W{row_i[e]}});
      row_strong_o = row_strong_o | (strong_q[e*PORTS +: PORTS] & {PORTS{row_i[e]}});
    end
  end

  // What departs leaves at least nothing.
  logic               departs, too_few, departed_strong;
  logic [COUNT_W-1:0] departed;
  assign departs         = departs_i && |departs_at;
  assign too_few         = departs && departs_count < departs_amount_i;
  assign departed        = too_few ? '0 : departs_count - departs_amount_i;
  assign departed_strong = departed > xon_i;

  // What comes fills at most the count.
  logic               enqueues, same, too_many, was_strong, enqueued_strong;
  logic [COUNT_W:0]   sum;
  logic [COUNT_W-1:0] enqueued;
  assign enqueues        = enqueues_i && |enqueues_at;
  assign same            = departs && |(departs_at & enqueues_at);
  assign sum             = {1'b0, same ? departed : enqueues_count} + {1'b0, enqueues_amount_i};
  assign too_many        = enqueues && sum[COUNT_W];
  assign enqueued        = sum[COUNT_W] ? {COUNT_W{1'b1}} : sum[COUNT_W-1:0];
  assign was_strong      = same ? departed_strong : |(enqueues_at & strong_q);
  assign enqueued_strong = enqueued > xon_i;

  for (genvar n = 0; n < PAIRS; n = n + 1) begin : g_count
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        count_q[n*COUNT_W +: COUNT_W] <= '0;
        strong_q[n]                   <= 1'b0;
      end else if (clear_i) begin
        count_q[n*COUNT_W +: COUNT_W] <= '0;
        strong_q[n]                   <= 1'b0;
      end else if (enqueues_i && enqueues_at[n]) begin
        count_q[n*COUNT_W +: COUNT_W] <= enqueued;
        strong_q[n]                   <= enqueued_strong;
      end else if (departs_i && departs_at[n]) begin
        count_q[n*COUNT_W +: COUNT_W] <= departed;
        strong_q[n]                   <= departed_strong;
      end
    end
  end

  assign less_o   = departs ? departs_count - departed : '0;
  assign more_o   = enqueues ? enqueued - (same ? departed : enqueues_count) : '0;
  assign strong_o = strong_q;
  assign passes_o = enqueues_at & {PAIRS{enqueues_i && enqueued_strong && !was_strong}};
  assign wrong_o  = !clear_i && (too_few || too_many);
endmodule

`default_nettype wire
