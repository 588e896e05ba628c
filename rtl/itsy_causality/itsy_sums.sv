// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Ingresses that are stuck behind several egresses of one check together, with no more than XON at each: the counts of the held
// egresses where the same check was the last seen are added up, an egress a cycle, the one where it arrived last. The check
// goes on to whom more than XON comes to, or is home. One check at a time; the others wait, a bit each, at the egresses
// that have seen them. See itsy_causality.md.
module itsy_sums #(
  parameter int PORTS    = 4,
  parameter int COUNT_W  = 8,
  parameter int SWITCH_W = 14,
  parameter int PORT_W   = 6,
  parameter int SEQ_W    = 8,
  parameter int TTL_W    = 4
) (
  input  logic                                                    clk_i,
  input  logic                                                    rst_ni,
  input  logic                                                    clear_i,
  input  logic [PORTS-1:0]                                        marks_i,        // a check goes on from here
  input  logic [PORTS*(SWITCH_W+PORT_W+SEQ_W+TTL_W+1)-1:0]        seens_i,
  input  logic [PORTS-1:0]                                        held_i,         // from this cycle on, as the next
  input  logic [PORTS-1:0]                                        pausing_i,
  input  logic [PORTS-1:0]                                        pauses_i,       // begins to pause, or ends it
  input  logic [PORTS*SEQ_W-1:0]                                  seqs_i,
  input  logic [PORTS*SEQ_W-1:0]                                  givens_i,
  input  logic [PORTS-1:0]                                        departs_i,      // a packet departs from here
  input  logic                                                    stalls_i,       // the row is another's
  input  logic [PORTS*COUNT_W-1:0]                                row_i,          // counts at row_o
  input  logic [PORTS-1:0]                                        strong_i,       // likewise
  input  logic [SWITCH_W-1:0]                                     switch_id_i,
  input  logic [COUNT_W-1:0]                                      xon_i,
  output logic [PORTS-1:0]                                        row_o,
  output logic [PORTS-1:0]                                        forwards_o,     // the check is to go on through here
  output logic [SWITCH_W+PORT_W+SEQ_W+TTL_W-1:0]                  check_o,
  output logic                                                    deadlock_o,     // it is home
  output logic [PORT_W-1:0]                                       deadlock_port_o,
  output logic [SEQ_W-1:0]                                        deadlock_seq_o,
  output logic                                                    busy_o,
  output logic [PORTS-1:0]                                        due_o,
  output logic [PORTS-1:0]                                        at_o,           // where it arrived
  output logic [PORTS-1:0]                                        members_o,      // where it was the last seen
  output logic [PORTS-1:0]                                        rows_o,         // of these, to be added
  output logic [PORTS*COUNT_W-1:0]                                sums_o
);
  localparam int CHECK_W = SWITCH_W + PORT_W + SEQ_W + TTL_W;

  logic [PORTS-1:0]       due_q, at_q, members_q, rows_q;
  logic                   busy_q;
  logic [CHECK_W-1:0]     check_q;
  logic [PORTS*COUNT_W-1:0] sums_q;

  // The next one that waits, in turn from the last.
  logic [PORTS-1:0]   above, waiting, pick, same;
  logic [CHECK_W-1:0] picked;
  logic               starts;
  assign above   = due_q & ~(at_q | (at_q - 1'b1));
  assign waiting = |above ? above : due_q;
  assign pick    = busy_q ? '0 : waiting & (~waiting + 1'b1);
  always_comb begin
    picked = '0;
    for (int n = 0; n < PORTS; n = n + 1) picked = picked | (seens_i[n*(CHECK_W+1) +: CHECK_W] & {CHECK_W{pick[n]}});
  end
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_same
    assign same[n] = held_i[n] && seens_i[n*(CHECK_W+1)+CHECK_W] &&
                     seens_i[n*(CHECK_W+1)+TTL_W +: CHECK_W-TTL_W] == picked[CHECK_W-1:TTL_W];
  end
  assign starts = |(pick & same) && |(same & ~pick);

  // From an egress that is let go, or from which one departs all the same, packets may have gone that were added up.
  logic             spoiled, adds, decides;
  logic [PORTS-1:0] next;
  assign spoiled = busy_q && |(members_q & (~held_i | departs_i));
  assign next    = rows_q & (~rows_q + 1'b1);
  assign row_o   = |rows_q ? next : at_q;
  assign adds    = busy_q && !spoiled && !stalls_i && |rows_q;
  assign decides = busy_q && !spoiled && !stalls_i && !(|rows_q);

  logic [PORTS-1:0] over;  // stuck behind the sum
  for (genvar i = 0; i < PORTS; i = i + 1) begin : g_ingress
    logic [COUNT_W-1:0] waits;
    logic [COUNT_W-1:0]   sum;
    assign waits     = row_i[i*COUNT_W +: COUNT_W];
    assign sum       = sums_q[i*COUNT_W +: COUNT_W] + waits;
    assign over[i]   = decides && pausing_i[i] && !strong_i[i] && waits != '0 && sum > xon_i;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) sums_q[i*COUNT_W +: COUNT_W] <= '0;
      else if (clear_i || starts) sums_q[i*COUNT_W +: COUNT_W] <= '0;
      else if (adds) sums_q[i*COUNT_W +: COUNT_W] <= sum;
    end
  end

  // Home: a number of the present pause of P, which is stuck behind the sum.
  logic [SWITCH_W-1:0] check_switch;
  logic [PORT_W-1:0]   check_initiator;
  logic [SEQ_W-1:0]    check_seq, home_seq, home_given, age;
  logic [PORTS-1:0]    home_at;
  assign {check_switch, check_initiator, check_seq} = check_q[CHECK_W-1:TTL_W];
  for (genvar n = 0; n < PORTS; n = n + 1) begin : g_home
    assign home_at[n] = check_switch == switch_id_i && check_initiator == PORT_W'(n) && !pauses_i[n];
  end
  always_comb begin
    home_seq   = '0;
    home_given = '0;
    for (int n = 0; n < PORTS; n = n + 1) begin
      home_seq   = home_seq | (seqs_i[n*SEQ_W +: SEQ_W] & {SEQ_W{home_at[n]}});
      home_given = home_given | (givens_i[n*SEQ_W +: SEQ_W] & {SEQ_W{home_at[n]}});
    end
  end
  assign age             = home_seq - check_seq;
  assign deadlock_o      = !clear_i && |(home_at & over) && (age < home_given || &home_given);
  assign deadlock_port_o = deadlock_o ? check_initiator : '0;
  assign deadlock_seq_o  = deadlock_o ? check_seq : '0;
  assign forwards_o      = over & {PORTS{!deadlock_o}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q     <= '0;
      at_q      <= '0;
      members_q <= '0;
      rows_q    <= '0;
      busy_q    <= 1'b0;
      check_q   <= '0;
    end else if (clear_i) begin
      due_q     <= '0;
      at_q      <= '0;
      members_q <= '0;
      rows_q    <= '0;
      busy_q    <= 1'b0;
    end else begin
      due_q <= (((due_q & ~pick) | (at_q & {PORTS{spoiled}})) & held_i) | marks_i;
      if (|pick) at_q <= pick;
      if (starts) begin
        busy_q    <= 1'b1;
        members_q <= same;
        rows_q    <= same & ~pick;
        check_q   <= picked;
      end else begin
        busy_q <= busy_q && !spoiled && !decides;
        if (adds) rows_q <= rows_q & ~next;
      end
    end
  end

  assign check_o = check_q;
  assign busy_o  = busy_q;
  assign due_o   = due_q;
  assign at_o      = at_q;
  assign members_o = members_q;
  assign rows_o    = rows_q;
  assign sums_o  = sums_q;
endmodule

`default_nettype wire
