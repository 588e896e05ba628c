// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// fera_clock with what is proved of it: after each step, t times 2^steps = 2 parts T + what is left, and so after seven that the parts
// are t in 64ths of T, to the nearest. The product is made of the bits of the parts as they come. Numbers as in
// docs/reference/proofs.md.
module fera_clock_formal #(
  parameter int T_W        = 4,
  parameter int MULTIPLIES = 1
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic           load_i,
  input logic           step_i,
  input logic [T_W-1:0] counted_i
);
  (* anyconst *) logic [T_W-1:0] interval_i;
  logic [6:0] parts_o;
  fera_clock #(.T_W(T_W)) i_dut (.*);
  (* hierconn *) wire [T_W:0] \i_dut.left_q ;
  (* hierconn *) wire [6:0]   \i_dut.parts_q ;
  (* hierconn *) wire         \i_dut.fits ;

  localparam int W = T_W + 9;
  logic [T_W-1:0] counted;
  logic [W-1:0]   scaled, product;  // t times 2^steps, parts times T
  logic [2:0]     steps;
  logic           loaded;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loaded  <= 1'b0;
      counted <= '0;
      scaled  <= '0;
      product <= '0;
      steps   <= '0;
    end else if (load_i) begin
      loaded  <= 1'b1;
      counted <= counted_i;
      scaled  <= W'(counted_i);
      product <= '0;
      steps   <= '0;
    end else if (step_i) begin
      scaled  <= scaled << 1;
      product <= (product << 1) + (\i_dut.fits ? W'(interval_i) : '0);
      steps   <= steps + 1'b1;
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  // Of seven steps: twice 64 t, and twice the parts times T.
  logic [6:0]   parts;  // before they are made 1 at least
  logic [W-1:0] twice, off;
  assign parts = \i_dut.parts_q + 7'(\i_dut.fits );
  assign twice = (product + (\i_dut.fits ? W'(interval_i) : '0)) << 1;
  assign off   = twice > scaled ? twice - scaled : scaled - twice;

  always_comb begin
    if (!started) assume (!rst_ni);
    assume (interval_i != '0);
    if (load_i) assume (counted_i <= interval_i);
    if (step_i) assume (steps != 3'd7);
    if (started && rst_ni && loaded) begin
      f13_left: assert (\i_dut.left_q < {interval_i, 1'b0} && scaled == (product << 1) + W'(\i_dut.left_q ) &&
                         product <= scaled);
      f13_scaled: assert (scaled == W'(counted) << steps && counted <= interval_i);
      // All of them only where t is T, and then nothing is left.
      if (steps == '0) f13_begins: assert (\i_dut.parts_q == '0 && \i_dut.left_q == {1'b0, counted} && product == '0);
      if (steps != '0) f13_parts: assert (\i_dut.parts_q <= 7'd1 << (steps - 1'b1) &&
                                          (\i_dut.parts_q != 7'd1 << (steps - 1'b1) || \i_dut.left_q == '0));
      if (steps != '0 && counted == interval_i) f13_all_so_far: assert (\i_dut.parts_q == 7'd1 << (steps - 1'b1));
      if (steps == 3'd7) begin
        f13_range: assert (parts_o >= 7'd1 && parts_o <= 7'd64 && parts_o == (parts == '0 ? 7'd1 : parts));
        f13_nearest: assert (off <= W'(interval_i));
        if (counted == interval_i) f13_all: assert (parts_o == 7'd64);
      end
    end
  end
  if (MULTIPLIES != 0) begin : g_multiplies
    always_comb begin
      if (started && rst_ni && loaded) f13_times: assert (product == W'(\i_dut.parts_q ) * W'(interval_i));
      if (started && rst_ni && loaded && steps == 3'd7)
        f13_quotient: assert (W'(parts) == (W'(counted) * W'(128) + W'(interval_i)) / (W'(interval_i) << 1));
    end
  end
  always_comb begin
    if (started && rst_ni && loaded && steps == 3'd7) rounds_up: cover (\i_dut.fits && parts_o == 7'd5);
  end
endmodule

`default_nettype wire
