// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// itsy_causality with what is proved of it. All is said of one egress and one ingress, which are any: what is read is that
// pair. Beside it, of the events alone: what waits of the pair, who is held and pauses, the numbers that the ingress was given
// in its present pause, and how far a check that is followed has come. Numbers as in docs/reference/proofs.md.
module itsy_causality_formal #(
  parameter int PORTS    = 2,
  parameter int COUNT_W  = 3,
  parameter int SWITCH_W = 2,
  parameter int PORT_W   = 2,
  parameter int SEQ_W    = 2,
  parameter int TTL_W    = 2
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                clear_i,
  input logic                life_over_i,
  input logic                pause_i,
  input logic                pause_on_i,
  input logic [PORT_W-1:0]   pause_port_i,
  input logic                hold_i,
  input logic                hold_on_i,
  input logic [PORT_W-1:0]   hold_port_i,
  input logic                take_i,
  input logic [PORT_W-1:0]   take_port_i,
  input logic                check_i,
  input logic [PORT_W-1:0]   check_port_i,
  input logic [SWITCH_W-1:0] check_switch_i,
  input logic [PORT_W-1:0]   check_initiator_i,
  input logic [SEQ_W-1:0]    check_seq_i,
  input logic [TTL_W-1:0]    check_ttl_i,
  input logic                departs_i,
  input logic [PORT_W-1:0]   departs_egress_i,
  input logic [PORT_W-1:0]   departs_ingress_i,
  input logic [COUNT_W-1:0]  departs_amount_i,
  input logic                enqueues_i,
  input logic [PORT_W-1:0]   enqueues_egress_i,
  input logic [PORT_W-1:0]   enqueues_ingress_i,
  input logic [COUNT_W-1:0]  enqueues_amount_i,
  input logic                again_i,
  input logic [PORT_W-1:0]   again_port_i
);
  localparam int CHECK_W = SWITCH_W + PORT_W + SEQ_W + TTL_W;

  // Settings, the pair, and the check that is followed: any.
  (* anyconst *) logic [SWITCH_W-1:0] switch_id_i, s_followed;
  (* anyconst *) logic [COUNT_W-1:0]  xon_i;
  (* anyconst *) logic [TTL_W-1:0]    ttl_i;
  (* anyconst *) logic [PORT_W-1:0]   read_egress_i, read_ingress_i, p_followed;
  (* anyconst *) logic [SEQ_W-1:0]    q_followed;

  logic                leaves_o, deadlock_o, count_wrong_o;
  logic [SWITCH_W-1:0] leaves_switch_o;
  logic [PORT_W-1:0]   leaves_initiator_o, deadlock_port_o;
  logic [SEQ_W-1:0]    leaves_seq_o, seq_o, given_o;
  logic [TTL_W-1:0]    leaves_ttl_o;
  logic [PORTS-1:0]    due_o, own_o, wants_o, held_o, pausing_o, stuck_o, strong_o;
  logic [COUNT_W-1:0]  count_o;
  logic [SEQ_W-2:0]    taken_o;
  logic [CHECK_W:0]    forwarded_o, seen_o;
  // Sums have a proof of their own, itsy_sums_formal.sv.
  logic                sum_deadlock_o, sum_busy_o;
  logic [PORT_W-1:0]   sum_deadlock_port_o;
  logic [SEQ_W-1:0]    sum_deadlock_seq_o;
  logic [COUNT_W-1:0]  stuck_count_o, sum_o;
  logic [PORTS-1:0]    sum_due_o, sum_at_o, sum_members_o, sum_rows_o;
  itsy_causality #(.PORTS(PORTS), .COUNT_W(COUNT_W), .SWITCH_W(SWITCH_W), .PORT_W(PORT_W), .SEQ_W(SEQ_W), .TTL_W(TTL_W),
                   .SUMS(0)) i_dut (.*);

  // Who is held and pauses once this cycle's events have counted; e and i are the pair.
  logic [PORTS-1:0] held, pausing, held_now, pausing_now, e_at, i_at, checked, taken_from;
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_ports
    assign e_at[n]        = read_egress_i == PORT_W'(n);
    assign i_at[n]        = read_ingress_i == PORT_W'(n);
    assign checked[n]     = check_port_i == PORT_W'(n);
    assign taken_from[n]  = take_port_i == PORT_W'(n);
    assign held_now[n]    = hold_i && hold_port_i == PORT_W'(n) ? hold_on_i : held[n];
    assign pausing_now[n] = pause_i && pause_port_i == PORT_W'(n) ? pause_on_i : pausing[n];
  end

  // What waits of the pair, and of the ingress wherever it goes (its VIQ, in one bit more).
  localparam int VIQ_W = COUNT_W + 1;
  logic [COUNT_W-1:0] waits, goes, comes;
  logic [VIQ_W-1:0]   viq, viq_goes, viq_comes;
  logic               departs_here, enqueues_here;
  assign departs_here  = departs_i && departs_egress_i == read_egress_i && departs_ingress_i == read_ingress_i;
  assign enqueues_here = enqueues_i && enqueues_egress_i == read_egress_i && enqueues_ingress_i == read_ingress_i;
  assign goes          = departs_here ? departs_amount_i : '0;
  assign comes         = enqueues_here ? enqueues_amount_i : '0;
  assign viq_goes      = departs_i && departs_ingress_i == read_ingress_i ? VIQ_W'(departs_amount_i) : '0;
  assign viq_comes     = enqueues_i && enqueues_ingress_i == read_ingress_i ? VIQ_W'(enqueues_amount_i) : '0;

  // Whether the ingress was given the number that is followed since it began to pause, by the register that says the latest.
  logic [SEQ_W-1:0] seq_before, age;
  logic             begins, all_given;
  assign begins = pause_i && pause_port_i == read_ingress_i;
  assign age    = seq_o - q_followed;

  // The most hops that are left of the check that is followed, as it arrived; none: it never did with one to go.
  logic             arrived;
  logic [TTL_W-1:0] most_left;
  logic             follows;
  assign follows = check_i && !clear_i && check_switch_i == s_followed && check_initiator_i == p_followed &&
                   check_seq_i == q_followed && check_ttl_i != '0;

  logic cleared;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held       <= '0;
      pausing    <= '0;
      waits      <= '0;
      viq        <= '0;
      seq_before <= '0;
      arrived    <= 1'b0;
      most_left  <= '0;
      cleared    <= 1'b0;
    end else begin
      held       <= clear_i ? '0 : held_now;
      pausing    <= clear_i ? '0 : pausing_now;
      waits      <= clear_i ? '0 : waits - goes + comes;
      viq        <= clear_i ? '0 : viq - viq_goes + viq_comes;
      seq_before <= seq_o;
      cleared    <= clear_i;
      if (follows) begin
        arrived   <= 1'b1;
        most_left <= arrived && most_left > check_ttl_i ? most_left : check_ttl_i;
      end
    end
  end

  // A number that shows for the first time in this cycle was given in the one before.
  logic was_given, was_given_q, forgets_q;
  assign was_given = (was_given_q && !forgets_q) || (seq_o != seq_before && seq_o == q_followed);
  assign all_given = &given_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was_given_q <= 1'b0;
      forgets_q   <= 1'b0;
    end else begin
      was_given_q <= was_given;
      forgets_q   <= begins || clear_i;
    end
  end

  logic [CHECK_W-1:0] leaves, own, forwarded, seen;
  assign leaves    = {leaves_switch_o, leaves_initiator_o, leaves_seq_o, leaves_ttl_o};
  assign own       = {switch_id_i, take_port_i, seq_o, ttl_i};
  assign forwarded = forwarded_o[CHECK_W-1:0];
  assign seen      = seen_o[CHECK_W-1:0];

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  logic own_waits, held_edge, followed_leaves, followed_forwarded, followed_seen;
  assign own_waits          = |(own_o & taken_from);
  assign held_edge          = |(held_now & strong_o);
  assign followed_leaves    = leaves_o && !own_waits && leaves[CHECK_W-1:TTL_W] == {s_followed, p_followed, q_followed};
  assign followed_forwarded = forwarded_o[CHECK_W] && forwarded[CHECK_W-1:TTL_W] == {s_followed, p_followed, q_followed};
  assign followed_seen      = seen_o[CHECK_W] && seen[CHECK_W-1:TTL_W] == {s_followed, p_followed, q_followed};

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (read_egress_i < PORT_W'(PORTS) && read_ingress_i < PORT_W'(PORTS));
    // No more departs than waits, and no more waits of an ingress than a count holds.
    if (departs_here) assume (departs_amount_i <= waits);
    if (departs_i && departs_ingress_i == read_ingress_i && !departs_here) assume (VIQ_W'(departs_amount_i) <= viq - VIQ_W'(waits));
    assume (viq - viq_goes + viq_comes < VIQ_W'(1 << COUNT_W));
    if (started && !rst_ni) begin
      i7_reset: assert (due_o == 0 && wants_o == 0 && held_o == 0 && pausing_o == 0 && strong_o == 0 && count_o == 0 &&
                        seq_o == 0 && given_o == 0 && taken_o == 0 && forwarded_o == 0 && seen_o == 0);
    end else if (started) begin
      // The flags are those of the events, and a bit says that more than XON waits.
      i0_held: assert (held_o == held);
      i0_pausing: assert (pausing_o == pausing);
      i0_strong: assert (|(strong_o & e_at) == (waits > xon_i));
      // A check that is passed on leaves only over an edge that holds in that cycle; every other is the port's own.
      if (leaves_o && take_port_i == read_ingress_i && !own_waits) i1_edge_holds: assert (|(pausing_now & i_at) && held_edge);
      if (leaves_o && take_port_i == read_ingress_i && own_waits) i1_own: assert (leaves == own);
      if (leaves_o && take_port_i == read_ingress_i && !own_waits) i1_forwarded: assert (leaves == forwarded);
      if (leaves_o) i1_taken: assert (take_i && !clear_i);
      // Declared implies S, P, a number of the present pause, and the edge.
      if (deadlock_o) i2_home: assert (check_i && check_switch_i == switch_id_i && deadlock_port_o == check_initiator_i &&
                                       check_initiator_i < PORT_W'(PORTS) && |(held_now & checked));
      if (deadlock_o && check_port_i == read_egress_i && check_initiator_i == read_ingress_i) begin
        i2_edge: assert (|(held_now & e_at) && |(pausing_now & i_at) && waits > xon_i);
        if (check_seq_i == q_followed) i2_number: assert (!begins && (was_given || all_given));
      end
      // And all of that implies declared.
      if (check_i && !clear_i && check_switch_i == switch_id_i && check_port_i == read_egress_i &&
          check_initiator_i == read_ingress_i && |(held_now & e_at) && |(pausing_now & i_at) && waits > xon_i && !begins &&
          check_seq_i == q_followed && was_given) i2_declared: assert (deadlock_o);
      // A RESUME wins over a check of its cycle.
      if (pause_i && !pause_on_i && leaves_o) i3_leaves: assert (take_port_i != pause_port_i);
      if (pause_i && !pause_on_i && deadlock_o) i3_home: assert (deadlock_port_o != pause_port_i);
      if (hold_i && !hold_on_i && deadlock_o) i3_released: assert (check_port_i != hold_port_i);
      // Counts are what has come less what has gone, never below 0 or above the VIQ.
      i4_count: assert (count_o == waits);
      i4_viq: assert (VIQ_W'(count_o) <= viq);
      i4_right: assert (!count_wrong_o || (!departs_here && departs_i) || (!enqueues_here && enqueues_i));
      // Nothing outlives its TTL.
      if (followed_leaves && take_port_i == read_ingress_i) i5_leaves: assert (arrived && leaves_ttl_o < most_left);
      if (followed_forwarded) i5_forwarded: assert (arrived && forwarded[TTL_W-1:0] < most_left);
      if (followed_seen) i5_seen: assert (arrived && seen[TTL_W-1:0] < most_left);
      if (leaves_o && take_port_i == read_ingress_i && own_waits) i5_own: assert (leaves_ttl_o == ttl_i);
      // The numbers of a pause are the latest so many.
      if (!all_given) i6_numbers: assert (was_given == (age < given_o));
      // What is seen is at a held egress, what is to be sent at an ingress that pauses.
      if (seen_o[CHECK_W]) i8_seen: assert (|(held & e_at));
      if (forwarded_o[CHECK_W] || |(own_o & i_at) || |(wants_o & i_at)) i8_due: assert (|(pausing & i_at));
      if (cleared) i7_clear: assert (due_o == 0 && wants_o == 0 && held_o == 0 && pausing_o == 0 && count_o == 0 &&
                                     given_o == 0 && taken_o == 0 && forwarded_o == 0 && seen_o == 0);
      if (cleared) i7_seq_stays: assert (seq_o == seq_before);
    end
  end

  // Not empty: a check passes on, one comes home after a wrap, a duplicate is dropped, numbers run out.
  always_comb begin
    if (started && rst_ni) begin
      passes_on: cover (followed_leaves && s_followed != switch_id_i);
      home_after_a_wrap: cover (deadlock_o && check_seq_i > seq_o && check_port_i == read_egress_i &&
                                check_initiator_i == read_ingress_i);
      duplicate: cover (follows && followed_seen && check_port_i == read_egress_i && seen[TTL_W-1:0] >= check_ttl_i - 1'b1);
      waits_for_numbers: cover (|(wants_o & i_at));
    end
  end
endmodule

`default_nettype wire
