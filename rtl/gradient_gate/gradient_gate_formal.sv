// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Two of gradient_gate with what is proved of them, one at each end of a cable: i_dut sends, i_far has the VIQ v to which it sends.
// Between them, of events alone: what is on its way to v, what v holds that nobody has taken, what is on its way out of it, and what
// has left without i_dut knowing. Packets take any time on the cable; news is late, lost, or of any moment since the last. Depths,
// Bm and everything else come as they like, in one cycle, too. Numbers as in docs/reference/proofs.md.
module gradient_gate_formal #(
  parameter int COUNTER_W = 3,
  parameter int BLOCKS_W  = 2
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 wants_i,
  input logic [BLOCKS_W-1:0]  blocks_i,
  input logic [COUNTER_W-1:0] depth_i,
  input logic [COUNTER_W-1:0] stop_i,
  input logic                 arrives_i,        // v admits
  input logic [BLOCKS_W-1:0]  arrives_blocks_i,
  input logic                 taken_i,          // of v
  input logic [BLOCKS_W-1:0]  taken_blocks_i,
  input logic                 left_i,           // v
  input logic [BLOCKS_W-1:0]  left_blocks_i,
  input logic                 news_i,
  input logic [COUNTER_W-1:0] known_i,          // of what had left v unknown, how much is known by it
  input logic                 own_admitted_i,   // the VIQ of the sending end's own port, and its counts
  input logic [BLOCKS_W-1:0]  own_admitted_blocks_i,
  input logic                 own_taken_i,
  input logic [BLOCKS_W-1:0]  own_taken_blocks_i,
  input logic                 own_left_i,
  input logic [BLOCKS_W-1:0]  own_left_blocks_i
);
  localparam int W = COUNTER_W + 2;  // where nothing wraps
  localparam logic [W-1:0] MOST = W'({COUNTER_W{1'b1}});

  logic                 starts_o;
  logic [COUNTER_W-1:0] held_o, sent_o, heard_o, untaken_o, freed_o, news_freed;
  gradient_gate #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W)) i_dut (
    .clk_i, .rst_ni, .wants_i, .blocks_i, .depth_i, .stop_i, .news_i, .news_freed_i(news_freed),
    .admitted_i(own_admitted_i), .admitted_blocks_i(own_admitted_blocks_i), .taken_i(own_taken_i),
    .taken_blocks_i(own_taken_blocks_i), .left_i(own_left_i), .left_blocks_i(own_left_blocks_i), .starts_o, .held_o, .sent_o,
    .heard_o, .untaken_o, .freed_o
  );
  logic                 far_starts;
  logic [COUNTER_W-1:0] far_held, far_sent, far_heard, far_untaken, far_freed;
  gradient_gate #(.COUNTER_W(COUNTER_W), .BLOCKS_W(BLOCKS_W)) i_far (
    .clk_i, .rst_ni, .wants_i(1'b0), .blocks_i('0), .depth_i('0), .stop_i('0), .news_i(1'b0), .news_freed_i('0),
    .admitted_i(arrives_i), .admitted_blocks_i(arrives_blocks_i), .taken_i, .taken_blocks_i, .left_i, .left_blocks_i,
    .starts_o(far_starts), .held_o(far_held), .sent_o(far_sent), .heard_o(far_heard), .untaken_o(far_untaken),
    .freed_o(far_freed)
  );

  // What there truly is of v, in blocks: all that has started and is not known to have left; of that, what has arrived; what was
  // taken, too; and what has left.
  logic [W-1:0] true_h, arrived_h, taken_h, unknown;
  logic [W-1:0] started, arrived, taken, left, known;
  assign started = starts_o ? W'(blocks_i) : '0;
  assign arrived = arrives_i ? W'(arrives_blocks_i) : '0;
  assign taken   = taken_i ? W'(taken_blocks_i) : '0;
  assign left    = left_i ? W'(left_blocks_i) : '0;
  assign known   = news_i ? W'(known_i) : '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      true_h    <= '0;
      arrived_h <= '0;
      taken_h   <= '0;
      unknown   <= '0;
    end else begin
      true_h    <= true_h + started - known;
      arrived_h <= arrived_h + arrived - known;
      taken_h   <= taken_h + taken - known;
      unknown   <= unknown + left - known;
    end
  end
  assign news_freed = heard_o + known_i;

  logic [COUNTER_W-1:0] truly_freed;
  assign truly_freed = heard_o + COUNTER_W'(unknown);

  logic [W-1:0] coming, in_v, untaken, leaving, next_h, reached;
  assign coming  = true_h - arrived_h;
  assign in_v    = arrived_h - unknown;
  assign untaken = arrived_h - taken_h;
  assign leaving = taken_h - unknown;
  assign next_h  = true_h + started - known;
  assign reached = W'(stop_i) > W'(depth_i) + 1'b1 ? W'(stop_i) - 1'b1 : W'(depth_i);

  // Of the VIQ of the sending end's own port, from one cycle to the next.
  logic                 was;
  logic [COUNTER_W-1:0] sent_before, heard_before, untaken_before, freed_before, sent_then, heard_then, untaken_then, freed_then;
  assign sent_then    = sent_o + COUNTER_W'(started);
  assign heard_then   = news_i ? news_freed : heard_o;
  assign untaken_then = untaken_o + (own_admitted_i ? COUNTER_W'(own_admitted_blocks_i) : '0) -
                        (own_taken_i ? COUNTER_W'(own_taken_blocks_i) : '0);
  assign freed_then   = freed_o + (own_left_i ? COUNTER_W'(own_left_blocks_i) : '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was            <= 1'b0;
      sent_before    <= '0;
      heard_before   <= '0;
      untaken_before <= '0;
      freed_before   <= '0;
    end else begin
      was            <= 1'b1;
      sent_before    <= sent_then;
      heard_before   <= heard_then;
      untaken_before <= untaken_then;
      freed_before   <= freed_then;
    end
  end

  logic begun = 1'b0;
  always_ff @(posedge clk_i) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (!rst_ni);
    // Nothing arrives that was not sent, is taken that has not come, leaves that was not taken, or is known that has not left.
    assume (arrived <= coming && taken <= untaken && left <= leaving && known <= unknown);
    // Counts express a packet beyond Bm - 1 and beyond any depth: theorem B.
    assume (W'(depth_i) + W'({BLOCKS_W{1'b1}}) <= MOST && W'(stop_i) + W'({BLOCKS_W{1'b1}}) <= MOST + 1'b1);
    if (begun && !rst_ni) begin
      g5_reset: assert (sent_o == 0 && heard_o == 0 && untaken_o == 0 && freed_o == 0 && held_o == 0);
    end else if (begun) begin
      // A packet starts only if H < Bm or depth(u) >= H, of the true H; and then it starts.
      if (starts_o) g1_only_if: assert (wants_i && (true_h < W'(stop_i) || W'(depth_i) >= true_h));
      if (wants_i && (true_h < W'(stop_i) || W'(depth_i) >= true_h)) g1_and_then: assert (starts_o);
      // H is what v holds or may still come to hold, and what has left it unknown.
      g2_held: assert (W'(held_o) == true_h && unknown <= taken_h && taken_h <= arrived_h && arrived_h <= true_h);
      g2_never_below: assert (W'(held_o) >= in_v && W'(held_o) >= coming + in_v);
      g2_far: assert (W'(far_untaken) == untaken && far_freed == truly_freed);
      // No count is passed, and H goes beyond Bm - 1 and the depth by the packet alone.
      g3_expressed: assert (true_h <= MOST && next_h <= MOST);
      if (starts_o) g3_by_a_packet: assert (true_h + started <= reached + W'(blocks_i));
      if (starts_o && depth_i == 0) g3_host: assert (true_h + started <= W'(stop_i) - 1'b1 + W'(blocks_i) ||
                                                     (true_h == 0 && stop_i == 0));
      // Start, news, admission, taking and release of one cycle: each is counted, once.
      if (was) g4_counts: assert (sent_o == sent_before && heard_o == heard_before && untaken_o == untaken_before &&
                                  freed_o == freed_before);
    end
  end

  // Not empty: a packet goes downhill above Bm, beside news, an arrival, a taking and a release; and counts have come round.
  always_comb begin
    if (begun && rst_ni) begin
      downhill_with_all: cover (starts_o && true_h > W'(stop_i) && stop_i != 0 && known != 0 && arrived != 0 && taken != 0 && left != 0);
      round: cover (starts_o && sent_o < heard_o && true_h >= W'(stop_i) && in_v != 0);
    end
  end
endmodule

`default_nettype wire
