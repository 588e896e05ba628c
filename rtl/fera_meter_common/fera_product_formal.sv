// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_product with what is proved of it: above + b m, and what is lost as it is shifted down. Beside it the sum bit by bit, without a
// multiplier: m where the bit of b is 1, twice as much for each next one. What the block has after n bits is that sum, whatever came
// before, so that the induction goes over one cycle. Where MULTIPLIES, the sum is also what `*` gives. Numbers as in
// docs/reference/proofs.md.
module fera_product_formal #(
  parameter int B_W        = 6,
  parameter int M_W        = 4,
  parameter int COUNT_W    = 4,
  parameter int MULTIPLIES = 1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               load_i,
  input logic               as_it_is_i,  // with load_i: b itself, without steps
  input logic [B_W-1:0]     b_i,
  input logic [M_W-1:0]     above_i,
  input logic [COUNT_W-1:0] shifts_i,
  input logic [M_W-1:0]     m_i
);
  localparam int P_W = B_W + M_W;

  logic               over_o, half_o, rest_o;
  logic [P_W-1:0]     product_o;
  logic [COUNT_W-1:0] steps_i;
  assign steps_i = as_it_is_i ? '0 : COUNT_W'(B_W) + shifts_i;
  fera_product #(.B_W(B_W), .M_W(M_W), .COUNT_W(COUNT_W)) i_dut (.*);
  (* hierconn *) wire [COUNT_W-1:0] \i_dut.steps_q ;

  logic               as_it_is;
  logic [B_W-1:0]     b, bits;           // all, and those not yet taken
  logic [M_W-1:0]     above, m, m_before;
  logic [P_W-1:0]     sum, m_times;      // of the bits taken, and m for the next one
  logic [COUNT_W-1:0] steps, shifts_before;  // taken since it was loaded
  logic               busy_before, loaded_before, lost_half, lost_rest, over_before;
  logic [P_W-1:0]     product_before;
  logic               half_before, rest_before;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      as_it_is       <= 1'b1;
      b              <= '0;
      bits           <= '0;
      above          <= '0;
      m              <= '0;
      sum            <= '0;
      m_times        <= '0;
      steps          <= '0;
      loaded_before  <= 1'b0;
      busy_before    <= 1'b0;
      over_before    <= 1'b0;
      product_before <= '0;
      half_before    <= 1'b0;
      rest_before    <= 1'b0;
      m_before       <= '0;
      shifts_before  <= '0;
    end else begin
      loaded_before  <= load_i;
      busy_before    <= !load_i && !over_o;
      over_before    <= !load_i && over_o;
      product_before <= product_o;
      half_before    <= half_o;
      rest_before    <= rest_o;
      m_before       <= m_i;
      shifts_before  <= shifts_i;
      if (load_i) begin
        as_it_is <= as_it_is_i;
        b        <= b_i;
        bits     <= b_i;
        above    <= above_i;
        sum      <= P_W'(above_i);
        steps    <= '0;
      end else if (!over_o) begin
        steps <= steps + 1'b1;
        if (steps == '0) m <= m_i;
        if (steps < COUNT_W'(B_W)) begin
          sum     <= sum + (bits[0] ? m_now : '0);
          bits    <= bits >> 1;
          m_times <= m_now << 1;
        end
      end
    end
  end
  logic [P_W-1:0] m_now;
  assign m_now = steps == '0 ? P_W'(m_i) : m_times;

  // Bits of the sum that were shifted out: the highest of them, and any other.
  logic [COUNT_W-1:0] shifted, left;
  logic [P_W-1:0]     lower;
  logic [P_W:0]       doubled;  // so that a bit stands before the lowest
  logic               adding;
  assign adding    = steps < COUNT_W'(B_W);
  assign shifted   = adding ? '0 : steps - COUNT_W'(B_W);
  assign left      = COUNT_W'(B_W) - steps;
  assign doubled   = {sum, 1'b0} >> shifted;
  assign lost_half = doubled[0];
  assign lower     = sum & ~({P_W{1'b1}} << shifted);
  // But for the highest of them.
  assign lost_rest = shifted != '0 && |(lower & ~(P_W'(1) << (shifted - 1'b1)));

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // To the nearest: the product with its highest lost bit, back in units of the sum, is within half of what was shifted out.
  logic [P_W+1:0] rounded, nearest, off;
  assign rounded = (P_W + 2)'(product_o) + (P_W + 2)'(half_o);
  assign nearest = rounded << shifted;
  assign off     = nearest > (P_W + 2)'(sum) ? nearest - (P_W + 2)'(sum) : (P_W + 2)'(sum) - nearest;

  always_comb begin
    if (!started) assume (!rst_ni);
    // The rest of COUNT_W, and what stands while the block works.
    assume (shifts_i <= {COUNT_W{1'b1}} - COUNT_W'(B_W) && shifts_i <= COUNT_W'(P_W));
    if (busy_before || (loaded_before && !over_o)) assume (steps == '0 || m_i == m_before);
    if (busy_before || loaded_before) assume (shifts_i == shifts_before);
    if (started && rst_ni) begin
      if (as_it_is) f10_as_it_is: assert (over_o && !half_o && !rest_o && product_o == {above, b});
      if (!as_it_is) begin
        // A step for each bit, and one for each shift, one after the other.
        if (!over_o) f10_going: assert (busy_before == (steps != '0) && loaded_before == (steps == '0));
        if (!over_o) f10_steps: assert (\i_dut.steps_q == COUNT_W'(B_W) + shifts_i - steps && steps < COUNT_W'(B_W) + shifts_i);
        if (adding) begin
          f10_bits: assert (!over_o && bits == b >> steps && (steps == '0 || (m_times == P_W'(m) << steps && m == m_before)));
          f10_sum: assert (product_o == ((sum << left) | P_W'(bits)) && !half_o && !rest_o);
          f10_room: assert (sum >> steps <= (P_W'(1) << M_W) - 1'b1);
        end else begin
          // Then shifted down, and all that is lost is told.
          f10_shifted: assert (product_o == sum >> shifted && half_o == lost_half && rest_o == lost_rest);
          if (shifted != '0) f10_nearest: assert (off <= (P_W + 2)'(1) << (shifted - 1'b1));
        end
        if (over_o && busy_before) f10_over: assert (steps == COUNT_W'(B_W) + shifts_before);
      end
      // What has been worked out stands.
      if (over_before) f10_stands: assert (over_o && product_o == product_before && half_o == half_before && rest_o == rest_before);
    end
  end
  if (MULTIPLIES != 0) begin : g_multiplies
    logic [B_W-1:0] taken;
    assign taken = b & ~({B_W{1'b1}} << steps);
    always_comb begin
      if (started && rst_ni && !as_it_is && steps == '0) f10_none: assert (sum == P_W'(above));
      if (started && rst_ni && !as_it_is && steps != '0) f10_part: assert (sum == P_W'(above) + P_W'(taken) * P_W'(m));
    end
  end
  always_comb begin
    if (started && rst_ni) largest: cover (over_o && busy_before && rest_o && half_o && &above && &b);
  end
endmodule

`default_nettype wire
