// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// ITSY's causality unit, edge completion: what waits for what inside one switch, in one lossless class, and the checks that
// find a circle of it. Whatever completes an edge from a held egress to an ingress that pauses initiates a check there; one
// that arrives at a held egress goes on over every edge from there, and is home over one to its initiator. One event of
// each kind a cycle, and a check is decided on in the cycle in which it arrives. See itsy_causality.md.
module itsy_causality #(
  parameter int PORTS    = 4,
  parameter int COUNT_W  = 8,
  parameter int SWITCH_W = 14,
  parameter int PORT_W   = 6,
  parameter int SEQ_W    = 8,
  parameter int TTL_W    = 4,
  parameter int SUMS     = 1
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 clear_i,            // but for Seq
  input  logic                                 life_over_i,
  input  logic                                 pause_i,
  input  logic                                 pause_on_i,
  input  logic [PORT_W-1:0]                    pause_port_i,
  input  logic                                 hold_i,
  input  logic                                 hold_on_i,
  input  logic [PORT_W-1:0]                    hold_port_i,
  input  logic                                 take_i,
  input  logic [PORT_W-1:0]                    take_port_i,
  input  logic                                 check_i,
  input  logic [PORT_W-1:0]                    check_port_i,       // where it arrives
  input  logic [SWITCH_W-1:0]                  check_switch_i,
  input  logic [PORT_W-1:0]                    check_initiator_i,  // P
  input  logic [SEQ_W-1:0]                     check_seq_i,
  input  logic [TTL_W-1:0]                     check_ttl_i,        // TTL - 1
  input  logic                                 departs_i,
  input  logic [PORT_W-1:0]                    departs_egress_i,
  input  logic [PORT_W-1:0]                    departs_ingress_i,
  input  logic [COUNT_W-1:0]                   departs_amount_i,
  input  logic                                 enqueues_i,
  input  logic [PORT_W-1:0]                    enqueues_egress_i,
  input  logic [PORT_W-1:0]                    enqueues_ingress_i,
  input  logic [COUNT_W-1:0]                   enqueues_amount_i,
  input  logic                                 again_i,
  input  logic [PORT_W-1:0]                    again_port_i,
  input  logic [PORT_W-1:0]                    read_egress_i,
  input  logic [PORT_W-1:0]                    read_ingress_i,
  input  logic [SWITCH_W-1:0]                  switch_id_i,
  input  logic [COUNT_W-1:0]                   xon_i,
  input  logic [TTL_W-1:0]                     ttl_i,              // TTL - 1
  output logic                                 leaves_o,
  output logic [SWITCH_W-1:0]                  leaves_switch_o,
  output logic [PORT_W-1:0]                    leaves_initiator_o,
  output logic [SEQ_W-1:0]                     leaves_seq_o,
  output logic [TTL_W-1:0]                     leaves_ttl_o,
  output logic                                 deadlock_o,
  output logic [PORT_W-1:0]                    deadlock_port_o,
  output logic                                 sum_deadlock_o,     // likewise, of a check whose sum is complete
  output logic [PORT_W-1:0]                    sum_deadlock_port_o,
  output logic [SEQ_W-1:0]                     sum_deadlock_seq_o,
  output logic                                 count_wrong_o,
  output logic [PORTS-1:0]                     due_o,
  output logic [PORTS-1:0]                     own_o,
  output logic [PORTS-1:0]                     wants_o,
  output logic [PORTS-1:0]                     held_o,
  output logic [PORTS-1:0]                     pausing_o,
  output logic [PORTS-1:0]                     stuck_o,
  output logic [PORTS-1:0]                     strong_o,
  output logic [COUNT_W-1:0]                   count_o,
  output logic [SEQ_W-1:0]                     seq_o,
  output logic [SEQ_W-1:0]                     given_o,
  output logic [SEQ_W-2:0]                     taken_o,
  output logic [SWITCH_W+PORT_W+SEQ_W+TTL_W:0] forwarded_o,
  output logic [SWITCH_W+PORT_W+SEQ_W+TTL_W:0] seen_o,
  output logic [COUNT_W-1:0]                   stuck_count_o,
  output logic                                 sum_busy_o,
  output logic [PORTS-1:0]                     sum_due_o,
  output logic [PORTS-1:0]                     sum_at_o,
  output logic [PORTS-1:0]                     sum_members_o,
  output logic [PORTS-1:0]                     sum_rows_o,
  output logic [COUNT_W-1:0]                   sum_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (PORTS < 2 || PORTS > (1 << PORT_W)) begin : g_parameters
    PORT_W_does_not_name_PORTS i_parameters ();
  end
  if (COUNT_W < 1 || SWITCH_W < 1 || SEQ_W < 2 || TTL_W < 1 || SUMS < 0 || SUMS > 1) begin : g_widths
    A_width_is_too_small i_parameters ();
  end

  localparam int CHECK_W = SWITCH_W + PORT_W + SEQ_W + TTL_W;

  // Ports that are named: one or none, for a number beyond the last names none.
  logic [PORTS-1:0] pause_at, hold_at, take_at, check_at, home_at, again_at, read_at, shown_at;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_named
    assign pause_at[n] = pause_i && pause_port_i == PORT_W'(n);
    assign hold_at[n]  = hold_i && hold_port_i == PORT_W'(n);
    assign take_at[n]  = take_i && take_port_i == PORT_W'(n);
    assign check_at[n] = check_i && check_port_i == PORT_W'(n);
    assign home_at[n]  = check_switch_i == switch_id_i && check_initiator_i == PORT_W'(n);
    assign again_at[n] = again_i && again_port_i == PORT_W'(n);
    assign read_at[n]  = read_egress_i == PORT_W'(n);
    assign shown_at[n] = read_ingress_i == PORT_W'(n);
  end

  // Pauses and holds count in their own cycle.
  logic [PORTS-1:0] held_q, pausing_q, held_now, became_held, pausing_now;
  assign held_now    = (held_q & ~hold_at) | (hold_at & {PORTS{hold_on_i}});
  assign became_held = held_now & ~held_q;
  assign pausing_now = (pausing_q & ~pause_at) | (pause_at & {PORTS{pause_on_i}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q    <= '0;
      pausing_q <= '0;
    end else if (clear_i) begin
      held_q    <= '0;
      pausing_q <= '0;
    end else begin
      held_q    <= held_now;
      pausing_q <= pausing_now;
    end
  end

  logic [PORTS*PORTS-1:0]   strong_pairs, passes;
  logic [PORTS-1:0]         row, row_strong;  // of the egress that is held or let go, else of the one that is added up
  logic [PORTS*COUNT_W-1:0] row_counts;
  logic [COUNT_W-1:0]       less, more;
  itsy_counts #(.PORTS(PORTS), .COUNT_W(COUNT_W), .PORT_W(PORT_W)) i_counts (
    .clk_i, .rst_ni, .clear_i, .departs_i, .departs_egress_i, .departs_ingress_i, .departs_amount_i, .enqueues_i,
    .enqueues_egress_i, .enqueues_ingress_i, .enqueues_amount_i, .xon_i, .read_egress_i, .read_ingress_i,
    .row_i(row), .strong_o(strong_pairs), .passes_o(passes), .wrong_o(count_wrong_o), .count_o, .row_o(row_counts),
    .row_strong_o(row_strong), .less_o(less), .more_o(more)
  );

  // The check that arrives: home, dropped, or on its way with a hop less.
  logic [PORTS-1:0]   over, of_this_pause, seen_before;
  logic               goes_on;
  logic [CHECK_W-1:0] on;
  assign deadlock_o      = !clear_i && |(home_at & over & of_this_pause);
  assign deadlock_port_o = deadlock_o ? check_initiator_i : '0;
  assign goes_on         = |(check_at & held_now) && !deadlock_o && check_ttl_i != '0 && !(|(check_at & seen_before));
  assign on              = {check_switch_i, check_initiator_i, check_seq_i, check_ttl_i - 1'b1};

  // Sums: what of an ingress waits at all held egresses, and at those that the same check has reached.
  logic [PORTS-1:0]             behind, behind_q, sum_passes;  // more than XON of it waits, and cannot go
  logic [PORTS-1:0]             sum_forwards;
  logic [CHECK_W-1:0]           sum_check;
  logic [PORTS*SEQ_W-1:0]       seqs, givens;
  logic [PORTS*(SEQ_W-1)-1:0]   takens;
  logic [PORTS*(CHECK_W+1)-1:0] forwardeds, seens;

  for (genvar i = 0; i < PORTS; i = i + 1) begin : g_port
    logic [PORTS-1:0] column, passes_here;
    for (genvar e = 0; e < PORTS; e = e + 1) begin : g_egress
      assign column[e]      = strong_pairs[e*PORTS+i];
      assign passes_here[e] = passes[e*PORTS+i];
    end
    assign over[i]      = pausing_now[i] && |(column & held_now & check_at);
    assign stuck_o[i]   = pausing_q[i] && behind_q[i];
    if (SUMS == 0) begin : g_edges
      assign behind[i]     = |(column & held_now);
      assign behind_q[i]   = |(column & held_q);
      assign sum_passes[i] = 1'b0;
    end

    logic completes;
    assign completes = pausing_now[i] && (|(column & became_held) || |(passes_here & held_now) || again_at[i] ||
                                          (pause_at[i] && behind[i]));

    itsy_port #(.SWITCH_W(SWITCH_W), .PORT_W(PORT_W), .SEQ_W(SEQ_W), .TTL_W(TTL_W)) i_port (
      .clk_i, .rst_ni, .clear_i, .life_over_i, .pauses_i(pause_at[i]), .held_i(held_now[i]), .take_i(take_at[i]),
      .completes_i(completes || (pausing_now[i] && sum_passes[i])), .seq_i(check_seq_i), .check_i(on),
      .marks_i(goes_on && check_at[i]), .forwards_i(goes_on && over[i]), .sum_check_i(sum_check),
      .sum_forwards_i(sum_forwards[i]), .of_this_pause_o(of_this_pause[i]), .seen_before_o(seen_before[i]),
      .own_o(own_o[i]), .wants_o(wants_o[i]), .seq_o(seqs[i*SEQ_W +: SEQ_W]), .given_o(givens[i*SEQ_W +: SEQ_W]),
      .taken_o(takens[i*(SEQ_W-1) +: SEQ_W-1]), .forwarded_o(forwardeds[i*(CHECK_W+1) +: CHECK_W+1]),
      .seen_o(seens[i*(CHECK_W+1) +: CHECK_W+1])
    );
    assign due_o[i] = own_o[i] || forwardeds[i*(CHECK_W+1)+CHECK_W];
  end

  if (SUMS != 0) begin : g_sums
    logic [PORTS*COUNT_W-1:0] stuck_counts, sums;
    logic [PORTS-1:0]         sum_row, departs_at;
    assign row = hold_i ? hold_at : sum_row;
    for (genvar n = 0; n < PORTS; n = n + 1) begin : g_departs
      assign departs_at[n] = departs_i && departs_egress_i == PORT_W'(n);
    end
    itsy_stuck #(.PORTS(PORTS), .COUNT_W(COUNT_W), .PORT_W(PORT_W)) i_stuck (
      .clk_i, .rst_ni, .clear_i, .became_held_i(|became_held), .released_i(|(held_q & ~held_now)), .row_i(row_counts),
      .held_i(held_now), .departs_egress_i, .departs_ingress_i, .less_i(less), .enqueues_egress_i, .enqueues_ingress_i,
      .more_i(more), .xon_i, .behind_o(behind), .passes_o(sum_passes), .stuck_o(behind_q), .stuck_count_o(stuck_counts)
    );
    itsy_sums #(.PORTS(PORTS), .COUNT_W(COUNT_W), .SWITCH_W(SWITCH_W), .PORT_W(PORT_W), .SEQ_W(SEQ_W), .TTL_W(TTL_W)) i_sums (
      .clk_i, .rst_ni, .clear_i, .marks_i(check_at & {PORTS{goes_on}}), .seens_i(seens), .held_i(held_now),
      .pausing_i(pausing_now), .pauses_i(pause_at), .seqs_i(seqs), .givens_i(givens), .departs_i(departs_at),
      .stalls_i(hold_i), .row_i(row_counts), .strong_i(row_strong), .switch_id_i, .xon_i, .row_o(sum_row),
      .forwards_o(sum_forwards), .check_o(sum_check), .deadlock_o(sum_deadlock_o), .deadlock_port_o(sum_deadlock_port_o),
      .deadlock_seq_o(sum_deadlock_seq_o), .busy_o(sum_busy_o), .due_o(sum_due_o), .at_o(sum_at_o),
      .members_o(sum_members_o), .rows_o(sum_rows_o), .sums_o(sums)
    );
    always_comb begin
      stuck_count_o = '0;
      sum_o         = '0;
      for (int n = 0; n < PORTS; n = n + 1) begin
        stuck_count_o = stuck_count_o | (stuck_counts[n*COUNT_W +: COUNT_W] & {COUNT_W{shown_at[n]}});
        sum_o         = sum_o | (sums[n*COUNT_W +: COUNT_W] & {COUNT_W{shown_at[n]}});
      end
    end
  end else begin : g_no_sums
    assign row                 = '0;
    assign sum_forwards        = '0;
    assign sum_check           = '0;
    assign sum_deadlock_o      = 1'b0;
    assign sum_deadlock_port_o = '0;
    assign sum_deadlock_seq_o  = '0;
    assign stuck_count_o       = '0;
    assign sum_busy_o          = 1'b0;
    assign sum_due_o           = '0;
    assign sum_at_o            = '0;
    assign sum_members_o       = '0;
    assign sum_rows_o          = '0;
    assign sum_o               = '0;
  end

  // What is taken: the own check, else the forwarded one where an edge still holds. A port whose pause begins or ends in
  // the cycle has none, and only one that pauses has anything.
  logic               own_leaves, forwarded_leaves;
  logic [SEQ_W-1:0]   taken_seq;
  logic [CHECK_W-1:0] taken_forwarded, leaves;
  assign own_leaves       = !clear_i && |(take_at & own_o & ~pause_at);
  assign forwarded_leaves = !clear_i && |(take_at & due_o & ~own_o & behind & ~pause_at);
  assign leaves_o         = own_leaves || forwarded_leaves;
  assign leaves           = own_leaves       ? {switch_id_i, take_port_i, taken_seq, ttl_i}
                            : forwarded_leaves ? taken_forwarded
                                               : {CHECK_W{1'b0}};
  assign {leaves_switch_o, leaves_initiator_o, leaves_seq_o, leaves_ttl_o} = leaves;

  always_comb begin
    taken_seq       = '0;
    taken_forwarded = '0;
    strong_o        = '0;
    seq_o           = '0;
    given_o         = '0;
    taken_o         = '0;
    forwarded_o     = '0;
    seen_o          = '0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      taken_seq       = taken_seq | (seqs[n*SEQ_W +: SEQ_W] & {SEQ_W{take_at[n]}});
      taken_forwarded = taken_forwarded | (forwardeds[n*(CHECK_W+1) +: CHECK_W] & {CHECK_W{take_at[n]}});
      seq_o           = seq_o | (seqs[n*SEQ_W +: SEQ_W] & {SEQ_W{shown_at[n]}});
      given_o         = given_o | (givens[n*SEQ_W +: SEQ_W] & {SEQ_W{shown_at[n]}});
      taken_o         = taken_o | (takens[n*(SEQ_W-1) +: SEQ_W-1] & {(SEQ_W-1){shown_at[n]}});
      forwarded_o     = forwarded_o | (forwardeds[n*(CHECK_W+1) +: CHECK_W+1] & {(CHECK_W+1){shown_at[n]}});
      seen_o          = seen_o | (seens[n*(CHECK_W+1) +: CHECK_W+1] & {(CHECK_W+1){read_at[n]}});
      strong_o[n]     = |(strong_pairs[n*PORTS +: PORTS] & shown_at);
    end
  end

  assign held_o    = held_q;
  assign pausing_o = pausing_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // Whether the egress of a departure is held; what waits of all pairs; and the settings of the cycle before.
  logic                        departs_held, ids_change;
  logic [COUNT_W+2*PORT_W-1:0] waits;
  logic [SWITCH_W-1:0]         switch_id_before;
  logic [COUNT_W-1:0]          xon_before;
  logic [TTL_W-1:0]            ttl_before;
  assign ids_change = {switch_id_i, xon_i, ttl_i} != {switch_id_before, xon_before, ttl_before};
  always_comb begin
    departs_held = 1'b0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      departs_held = departs_held | (held_now[n] && departs_egress_i == PORT_W'(n));
    end
  end
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni || clear_i) waits <= '0;
    else waits <= waits + (COUNT_W + 2 * PORT_W)'(more) - (COUNT_W + 2 * PORT_W)'(less);
    {switch_id_before, xon_before, ttl_before} <= {switch_id_i, xon_i, ttl_i};
  end

  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{clear_i, life_over_i, pause_i, hold_i, take_i, check_i, departs_i, enqueues_i,
        again_i} !== 1'bx); end
      begin : settings_known assert (^{switch_id_i, xon_i, ttl_i} !== 1'bx); end
      begin : pause_known assert (!pause_i || ^{pause_on_i, pause_port_i} !== 1'bx); end
      begin : hold_known assert (!hold_i || ^{hold_on_i, hold_port_i} !== 1'bx); end
      begin : take_known assert (!take_i || ^take_port_i !== 1'bx); end
      begin : check_known assert (!check_i || ^{check_port_i, check_switch_i, check_initiator_i, check_seq_i, check_ttl_i} !== 1'bx); end
      begin : departure_known assert (!departs_i || ^{departs_egress_i, departs_ingress_i, departs_amount_i} !== 1'bx); end
      begin : enqueue_known assert (!enqueues_i || ^{enqueues_egress_i, enqueues_ingress_i, enqueues_amount_i} !== 1'bx); end
      begin : again_known assert (!again_i || ^again_port_i !== 1'bx); end
      begin : read_known assert (^{read_egress_i, read_ingress_i} !== 1'bx); end
      // What software and the port see to.
      begin : ids_stand_while_packets_wait assert (waits == '0 || !ids_change)
        else $warning("S, XON or TTL changes while packets wait"); end
      begin : nothing_departs_while_held assert (!departs_i || !departs_held)
        else $warning("a packet departs from an egress that is held"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
