// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// itsy_stuck and itsy_sums with what is proved of them: of one ingress, which is any, and of what waits of it at each egress,
// which comes and goes as it likes. Beside them, of events alone: where it waits, and where the check that is added up was
// the last seen when it was begun with. Numbers as in docs/reference/proofs.md.
module itsy_sums_formal #(
  parameter int PORTS    = 3,
  parameter int COUNT_W  = 4,
  parameter int SWITCH_W = 2,
  parameter int PORT_W   = 2,
  parameter int SEQ_W    = 2,
  parameter int TTL_W    = 2
) (
  input logic                                                    clk_i,
  input logic                                                    rst_ni,
  input logic                                                    clear_i,
  input logic                                                    hold_i,
  input logic                                                    hold_on_i,
  input logic [PORT_W-1:0]                                       hold_port_i,
  input logic [PORTS-1:0]                                        check_i,           // one goes on from here
  input logic [PORTS*(SWITCH_W+PORT_W+SEQ_W+TTL_W+1)-1:0]        seens_i,
  input logic [PORTS-1:0]                                        pausing_i,
  input logic [PORTS-1:0]                                        pauses_i,
  input logic [PORTS*SEQ_W-1:0]                                  seqs_i,
  input logic [PORTS*SEQ_W-1:0]                                  givens_i,
  input logic                                                    departs_i,         // at that egress; of the ingress or of another
  input logic [PORT_W-1:0]                                       departs_egress_i,
  input logic [PORT_W-1:0]                                       departs_ingress_i,
  input logic [COUNT_W-1:0]                                      less_i,
  input logic [PORT_W-1:0]                                       enqueues_egress_i,
  input logic [PORT_W-1:0]                                       enqueues_ingress_i,
  input logic [COUNT_W-1:0]                                      more_i,
  input logic [PORTS*COUNT_W-1:0]                                row_i,
  input logic [PORTS-1:0]                                        strong_i
);
  localparam int CHECK_W = SWITCH_W + PORT_W + SEQ_W + TTL_W;

  (* anyconst *) logic [SWITCH_W-1:0] switch_id_i;
  (* anyconst *) logic [COUNT_W-1:0]  xon_i;
  (* anyconst *) logic [PORT_W-1:0]   ingress;

  // What waits of the ingress at each egress; at all of them no more than a count holds.
  logic [PORTS*COUNT_W-1:0] waits, waits_next;
  logic [PORTS-1:0]         held, held_now, hold_at, departs_at, enqueues_at, here;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_ports
    assign here[n]        = ingress == PORT_W'(n);
    assign hold_at[n]     = hold_i && hold_port_i == PORT_W'(n);
    assign held_now[n]    = hold_at[n] ? hold_on_i : held[n];
    assign departs_at[n]  = departs_i && departs_egress_i == PORT_W'(n);
    assign enqueues_at[n] = enqueues_egress_i == PORT_W'(n);
    assign waits_next[n*COUNT_W +: COUNT_W] = waits[n*COUNT_W +: COUNT_W] -
                                              (departs_at[n] && departs_ingress_i == ingress ? less_i : '0) +
                                              (enqueues_at[n] && enqueues_ingress_i == ingress ? more_i : '0);
  end

  logic [PORTS-1:0]         behind, passes, stuck, sum_row, row, forwards, due, at, members, rows;
  logic [PORTS*COUNT_W-1:0] stuck_counts, sums;
  logic [CHECK_W-1:0]       check;
  logic                     deadlock, busy;
  logic [PORT_W-1:0]        deadlock_port;
  logic [SEQ_W-1:0]         deadlock_seq;
  logic               became_held, released;
  logic [COUNT_W-1:0] less;
  assign row         = hold_i ? hold_at : sum_row;
  assign became_held = |(held_now & ~held);
  assign released    = |(held & ~held_now);
  assign less        = departs_i ? less_i : '0;
  itsy_stuck #(.PORTS(PORTS), .COUNT_W(COUNT_W), .PORT_W(PORT_W)) i_stuck (
    .clk_i, .rst_ni, .clear_i, .became_held_i(became_held), .released_i(released), .row_i,
    .held_i(held_now), .departs_egress_i, .departs_ingress_i, .less_i(less), .enqueues_egress_i,
    .enqueues_ingress_i, .more_i, .xon_i, .behind_o(behind), .passes_o(passes), .stuck_o(stuck),
    .stuck_count_o(stuck_counts)
  );
  itsy_sums #(.PORTS(PORTS), .COUNT_W(COUNT_W), .SWITCH_W(SWITCH_W), .PORT_W(PORT_W), .SEQ_W(SEQ_W), .TTL_W(TTL_W)) i_sums (
    .clk_i, .rst_ni, .clear_i, .marks_i(check_i), .seens_i, .held_i(held_now), .pausing_i, .pauses_i, .seqs_i, .givens_i,
    .departs_i(departs_at), .stalls_i(hold_i), .row_i, .strong_i, .switch_id_i, .xon_i, .row_o(sum_row),
    .forwards_o(forwards), .check_o(check), .deadlock_o(deadlock), .deadlock_port_o(deadlock_port),
    .deadlock_seq_o(deadlock_seq), .busy_o(busy), .due_o(due), .at_o(at), .members_o(members),
    .rows_o(rows), .sums_o(sums)
  );

  // Where the check that is added up was the last seen, at an egress that was held, as it began with it; and is held since, and
  // none departed.
  logic                         busy_before;
  logic [PORTS-1:0]             marked, kept, same, held_before;
  logic [PORTS*(CHECK_W+1)-1:0] seens_before;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_marked
    assign same[n] = held_before[n] && seens_before[n*(CHECK_W+1)+CHECK_W] &&
                     seens_before[n*(CHECK_W+1)+TTL_W +: CHECK_W-TTL_W] == check[CHECK_W-1:TTL_W];
  end
  assign marked = busy && !busy_before ? same : kept;

  logic [COUNT_W+PORTS-1:0] all, at_held, at_marked, added, of_row;
  logic [COUNT_W-1:0]       stuck_here, sum_here;
  logic [SEQ_W-1:0]         seq_here, given_here;
  always_comb begin
    all        = '0;
    at_held    = '0;
    at_marked  = '0;
    added      = '0;
    of_row     = '0;
    stuck_here = '0;
    sum_here   = '0;
    seq_here   = '0;
    given_here = '0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      all       = all + waits[n*COUNT_W +: COUNT_W];
      at_held   = at_held + (held[n] ? waits[n*COUNT_W +: COUNT_W] : '0);
      at_marked = at_marked + (marked[n] && held_now[n] ? waits[n*COUNT_W +: COUNT_W] : '0);
      added     = added + (members[n] && !rows[n] && !at[n] ? waits[n*COUNT_W +: COUNT_W] : '0);
      of_row    = of_row | (row[n] ? waits[n*COUNT_W +: COUNT_W] : '0);
      stuck_here = stuck_here | (here[n] ? stuck_counts[n*COUNT_W +: COUNT_W] : '0);
      seq_here   = seq_here | (here[n] ? seqs_i[n*SEQ_W +: SEQ_W] : '0);
      given_here = given_here | (here[n] ? givens_i[n*SEQ_W +: SEQ_W] : '0);
      sum_here   = sum_here | (here[n] ? sums[n*COUNT_W +: COUNT_W] : '0);
    end
  end

  logic started = 1'b0;
  logic cleared;
  logic [PORTS-1:0] seen;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held         <= '0;
      waits        <= '0;
      kept         <= '0;
      busy_before  <= 1'b0;
      held_before  <= '0;
      seens_before <= '0;
      cleared      <= 1'b0;
      seen         <= '0;
    end else begin
      held         <= clear_i ? '0 : held_now;
      waits        <= clear_i ? '0 : waits_next;
      kept         <= clear_i ? '0 : marked & held_now & ~departs_at;
      busy_before  <= busy && !clear_i;
      held_before  <= clear_i ? '0 : held_now;
      seens_before <= seens_i;
      cleared      <= clear_i;
      for (int n = 0; n < PORTS; n = n + 1)
        seen[n] <= !clear_i && held_now[n] && (check_i[n] || seens_i[n*(CHECK_W+1)+CHECK_W]);
    end
  end

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (ingress < PORT_W'(PORTS));
    assume (all <= {{PORTS{1'b0}}, {COUNT_W{1'b1}}});
    if (enqueues_ingress_i == ingress) assume (all + (COUNT_W + PORTS)'(more_i) <= {{PORTS{1'b0}}, {COUNT_W{1'b1}}});
    // What is told of a packet is what the count does.
    for (int n = 0; n < PORTS; n = n + 1) begin
      if (departs_at[n] && departs_ingress_i == ingress) assume (less_i <= waits[n*COUNT_W +: COUNT_W]);
      if (here[n]) begin
        assume (row_i[n*COUNT_W +: COUNT_W] == of_row[COUNT_W-1:0]);
        assume (strong_i[n] == (of_row > (COUNT_W + PORTS)'(xon_i)));
      end
      // Seen only where held, and as long, once a check goes on from there.
      if (seens_i[n*(CHECK_W+1)+CHECK_W]) assume (held[n]);
      if (!seens_i[n*(CHECK_W+1)+CHECK_W]) assume (seens_i[n*(CHECK_W+1) +: CHECK_W] == '0);
      if (check_i[n]) assume (held_now[n]);
      if (seen[n]) assume (seens_i[n*(CHECK_W+1)+CHECK_W]);
    end
    if (started && !rst_ni) begin
      i12_reset: assert (!busy && due == '0 && rows == '0 && sums == '0 && stuck_counts == '0 && check == '0);
    end else if (started) begin
      // What is stuck is what waits at all held egresses.
      i9_stuck: assert (at_held == (COUNT_W + PORTS)'(stuck_here));
      i9_bit: assert (|(stuck & here) == (at_held > (COUNT_W + PORTS)'(xon_i)));
      // What is added up is no more than waits where the check was the last seen, held ever since.
      i10_due: assert (((due | (at & {PORTS{busy}})) & ~seen) == '0);
      if (busy) i10_marked: assert (members == marked && (rows & ~members) == '0 && |(at & members) && !(|(at & rows)) &&
                                    (at & (at - 1'b1)) == '0);
      if (busy) i10_added: assert ((COUNT_W + PORTS)'(sum_here) <= added);
      // The check goes on, or is home, only where more than XON waits at these, now.
      if (|(forwards & here)) i11_forwards: assert (|(pausing_i & here) && at_marked > (COUNT_W + PORTS)'(xon_i));
      if (deadlock && deadlock_port == ingress) begin
        i11_home: assert (!clear_i && |(pausing_i & here) && !(|(pauses_i & here)) && check[CHECK_W-1 -: SWITCH_W] == switch_id_i &&
                          check[SEQ_W+TTL_W +: PORT_W] == ingress && at_marked > (COUNT_W + PORTS)'(xon_i));
        i11_number: assert (deadlock_seq == check[TTL_W +: SEQ_W] && (SEQ_W'(seq_here - deadlock_seq) < given_here || &given_here));
      end
      if (cleared) i12_clear: assert (!busy && due == '0 && rows == '0 && sums == '0 && stuck_counts == '0);
    end
  end

  // Not empty.
  always_comb begin
    if (started && rst_ni) begin
      goes_on: cover (|(forwards & here));
      home: cover (deadlock && deadlock_port == ingress);
    end
  end
endmodule

`default_nettype wire
