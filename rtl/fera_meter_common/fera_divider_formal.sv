// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_divider with what is proved of it: after each step, bits of the dividend that were taken = quotient x divisor + what is left,
// which is below the divisor. The product is made of the bits of the quotient as they come, twice as much for each next one, so that the
// induction goes over one cycle and needs no multiplier. Where MULTIPLIES, it is also what `*` gives. Numbers as in
// docs/reference/proofs.md.
module fera_divider_formal #(
  parameter int N_W        = 6,
  parameter int D_W        = 3,
  parameter int COUNT_W    = 4,
  parameter int MULTIPLIES = 1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               load_i,
  input logic [COUNT_W-1:0] steps_i,
  input logic [N_W-1:0]     dividend_i,
  input logic [D_W-1:0]     divisor_i
);
  logic         over_o;
  logic [N_W:0] quotient_o;
  fera_divider #(.N_W(N_W), .D_W(D_W), .COUNT_W(COUNT_W)) i_dut (.*);
  (* hierconn *) wire [COUNT_W-1:0] \i_dut.steps_q ;
  (* hierconn *) wire [N_W-1:0]     \i_dut.quotient_q ;
  (* hierconn *) wire [D_W-1:0]     \i_dut.left_q ;
  (* hierconn *) wire               \i_dut.fits ;

  localparam int W = N_W + D_W + 2;
  logic [COUNT_W-1:0] asked, steps;         // steps that were asked for, and those done
  logic [N_W-1:0]     to_come, taken;       // of the dividend: highest bit first
  logic [N_W-1:0]     quotient;             // the bits that came
  logic [W-1:0]       product;              // quotient x divisor
  logic [D_W-1:0]     divisor_before;
  logic               busy_before, loaded_before;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked          <= '0;
      steps          <= '0;
      to_come        <= '0;
      taken          <= '0;
      quotient       <= '0;
      product        <= '0;
      divisor_before <= '0;
      busy_before    <= 1'b0;
      loaded_before  <= 1'b0;
    end else begin
      divisor_before <= divisor_i;
      busy_before    <= !load_i && !over_o;
      loaded_before  <= load_i;
      if (load_i) begin
        asked    <= steps_i;
        steps    <= '0;
        to_come  <= dividend_i;
        taken    <= '0;
        quotient <= '0;
        product  <= '0;
      end else if (!over_o) begin
        steps    <= steps + 1'b1;
        to_come  <= to_come << 1;
        taken    <= {taken[N_W-2:0], to_come[N_W-1]};
        quotient <= {quotient[N_W-2:0], \i_dut.fits };
        product  <= (product << 1) + (\i_dut.fits ? W'(divisor_i) : '0);
      end
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // The quotient to the nearest, as long as the divisor is still there: times it, that is within half of it.
  logic         up;
  logic [W-1:0] nearest, off;
  assign up      = quotient_o != {1'b0, \i_dut.quotient_q };
  assign nearest = product + (up ? W'(divisor_before) : '0);
  assign off     = nearest > W'(taken) ? nearest - W'(taken) : W'(taken) - nearest;

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (divisor_i != '0);
    if (load_i) assume (steps_i <= COUNT_W'(N_W));
    if (busy_before) assume (divisor_i == divisor_before);
    if (started && rst_ni) begin
      // A step a bit, and then it stands.
      f11_steps: assert (\i_dut.steps_q == asked - steps && steps <= asked && asked <= COUNT_W'(N_W));
      if (!over_o) f11_going: assert (busy_before == (steps != '0) && loaded_before == (steps == '0));
      // Where bits of the dividend are not taken, they stand above the quotient.
      f11_quotient: assert (\i_dut.quotient_q == (to_come | quotient) && quotient >> steps == '0 &&
                            (to_come & ((N_W'(1) << steps) - 1'b1)) == '0);
      // All that was taken is quotient x divisor and what is left.
      f11_taken: assert (taken >> steps == '0);
      f11_exact: assert (W'(taken) == product + W'(\i_dut.left_q ) && product <= W'(taken));
      if (steps != '0 && !over_o) f11_left: assert (\i_dut.left_q < divisor_before);
      if (over_o && busy_before) f11_rest: assert (\i_dut.left_q < divisor_before);
      if (steps == '0) f11_begins: assert (\i_dut.left_q == '0 && taken == '0 && product == '0);
      // To the nearest, halves upwards.
      if (over_o && busy_before) begin
        f11_nearest: assert ({off, 1'b0} <= (W + 1)'(divisor_before) && ({off, 1'b0} != (W + 1)'(divisor_before) || up));
        f11_up: assert (quotient_o == {1'b0, \i_dut.quotient_q } + (N_W + 1)'(up));
      end
    end
  end
  if (MULTIPLIES != 0) begin : g_multiplies
    logic [W-1:0] times;
    assign times = W'(quotient) * W'(divisor_before);
    always_comb begin
      if (started && rst_ni && (!over_o || busy_before)) f11_times: assert (steps == '0 ? product == '0 : product == times);
    end
  end
  always_comb begin
    if (started && rst_ni) half: cover (over_o && busy_before && {off, 1'b0} == (W + 1)'(divisor_before) && asked == COUNT_W'(N_W));
  end
endmodule

`default_nettype wire
