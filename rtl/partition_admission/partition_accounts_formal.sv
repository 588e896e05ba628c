// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// partition_accounts with what is proved of it: of one class, any, and of one VIQ of it, any, beside an account that goes on
// from what was asked and answered alone. Numbers as in docs/reference/proofs.md.
module partition_accounts_formal #(
  parameter int PORTS   = 3,
  parameter int PORT_W  = 2,
  parameter int CLASSES = 2,
  parameter int CELL_W  = 3,
  parameter int Q_W     = 3
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              set_i,
  input logic [2:0]        set_class_i,
  input logic [CELL_W-1:0] set_size_i,
  input logic [Q_W-1:0]    viq_limit_i,
  input logic [Q_W-1:0]    headroom_i,
  input logic [Q_W-1:0]    xoff_i,
  input logic [Q_W-1:0]    xon_i,
  input logic [CLASSES-1:0] pausing_i,
  input logic              arrives_i,
  input logic [PORT_W-1:0] arrives_port_i,
  input logic [2:0]        arrives_class_i,
  input logic [Q_W-1:0]    arrives_length_i,
  input logic [CELL_W-1:0] arrives_cells_i,
  input logic              departs_i,
  input logic [PORT_W-1:0] departs_port_i,
  input logic [2:0]        departs_class_i,
  input logic [Q_W-1:0]    departs_length_i,
  input logic [CELL_W-1:0] departs_cells_i
);
  localparam int SUM_W = CELL_W + PORT_W + 2;

  // The guarantee stands; all else may change in any cycle.
  (* anyconst *) logic [CELL_W-1:0] minimum_i;
  (* anyconst *) logic [PORT_W-1:0] port;
  (* anyconst *) logic [2:0]        of_class;

  logic                            admits_o, xoff_o, xon_o, broken_o, taken_o;
  logic [2:0]                      answer_o;
  logic [PORTS*CLASSES*Q_W-1:0]    depths_o;
  logic [PORTS*CLASSES*CELL_W-1:0] cells_o;
  logic [PORTS*CLASSES-1:0]        asks_o;
  logic [CLASSES*CELL_W-1:0]       sizes_o, used_o, set_aside_o;
  partition_accounts #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .CELL_W(CELL_W), .Q_W(Q_W)) i_dut (.*);

  // Of the class, and of its VIQs.
  logic [CELL_W-1:0] size, used, set_aside, cells;
  logic [Q_W-1:0]    depth;
  logic              asks, pausing;
  logic [SUM_W-1:0]  held, lack;
  always_comb begin
    size      = '0;
    used      = '0;
    set_aside = '0;
    cells     = '0;
    depth     = '0;
    asks      = 1'b0;
    pausing   = 1'b0;
    held      = '0;
    lack      = '0;
    for (int c = 0; c < CLASSES; c = c + 1) begin
      if (of_class == 3'(c)) begin
        size      = sizes_o[c*CELL_W +: CELL_W];
        used      = used_o[c*CELL_W +: CELL_W];
        set_aside = set_aside_o[c*CELL_W +: CELL_W];
        pausing   = pausing_i[c];
        for (int p = 0; p < PORTS; p = p + 1) begin
          held = held + SUM_W'(cells_o[(p*CLASSES+c)*CELL_W +: CELL_W]);
          if (minimum_i > cells_o[(p*CLASSES+c)*CELL_W +: CELL_W]) begin
            lack = lack + SUM_W'(minimum_i) - SUM_W'(cells_o[(p*CLASSES+c)*CELL_W +: CELL_W]);
          end
          if (port == PORT_W'(p)) begin
            cells = cells_o[(p*CLASSES+c)*CELL_W +: CELL_W];
            depth = depths_o[(p*CLASSES+c)*Q_W +: Q_W];
            asks  = asks_o[p*CLASSES+c];
          end
        end
      end
    end
  end

  // What comes to the class and to the VIQ, and what leaves them.
  logic to_class, to_viq, from_class, from_viq, sets;
  assign to_class   = arrives_i && arrives_class_i == of_class && {1'b0, arrives_port_i} < (PORT_W+1)'(PORTS);
  assign to_viq     = to_class && arrives_port_i == port;
  assign from_class = departs_i && departs_class_i == of_class && {1'b0, departs_port_i} < (PORT_W+1)'(PORTS);
  assign from_viq   = from_class && departs_port_i == port;
  assign sets       = set_i && set_class_i == of_class;

  logic [Q_W:0]    sum;
  logic [Q_W-1:0]  left_bytes;
  logic [CELL_W:0] promised, room;
  logic            guaranteed, reaches, falls;
  assign sum        = {1'b0, depth} + {1'b0, arrives_length_i};
  assign promised   = size != 0 && minimum_i > cells ? {1'b0, minimum_i - cells} : '0;
  assign room       = {1'b0, size} - {1'b0, used} - {1'b0, set_aside};
  assign guaranteed     = {1'b0, arrives_cells_i} <= promised;
  assign reaches    = to_viq && admits_o && sum >= {1'b0, xoff_i};
  assign left_bytes = (to_viq && admits_o ? sum[Q_W-1:0] : depth) - (departs_length_i < depth ? departs_length_i : depth);
  assign falls      = from_viq && left_bytes <= xon_i;

  // The cycle before.
  logic              calm, counts, came, went, asked;
  logic [CELL_W-1:0] size_before, set_size_before, used_before, cells_before, came_cells, went_cells;
  logic [Q_W-1:0]    depth_next;
  logic              set_before, viq_calm;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      counts <= 1'b0;
      asked  <= 1'b0;
    end else begin
      counts          <= 1'b1;
      asked           <= (asked || reaches) && !falls;
      calm            <= !(to_class && admits_o) && !from_class;
      viq_calm        <= !(to_viq && admits_o) && !from_viq;
      came            <= to_class && admits_o;
      came_cells      <= arrives_cells_i;
      went            <= from_class;
      went_cells      <= departs_cells_i;
      set_before      <= sets && taken_o;
      size_before     <= size;
      set_size_before <= set_size_i;
      used_before     <= used;
      cells_before    <= cells;
      depth_next      <= from_viq ? left_bytes : to_viq && admits_o ? sum[Q_W-1:0] : depth;
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    assume ({1'b0, port} < (PORT_W+1)'(PORTS) && {1'b0, of_class} < 4'(CLASSES));
    if (started && !rst_ni) begin
      p8_reset: assert (size == 0 && used == 0 && set_aside == 0 && cells == 0 && depth == 0 && !asks);
    end else if (started) begin
      // Counts are sums of what is there, so they are never negative, and what is held and kept is never more than there is.
      p1_used_is_held: assert (SUM_W'(used) == held);
      p1_within_the_size: assert (SUM_W'(used) + SUM_W'(set_aside) <= SUM_W'(size));
      // A size is taken exactly where it holds what the class has and keeps: here where nothing else happens to the class.
      if (sets && !to_class && !from_class) begin
        p1_taken: assert (taken_o == (used != 0 ? SUM_W'(set_size_i) >= SUM_W'(used) + SUM_W'(set_aside)
                                                : set_size_i == 0 || SUM_W'(set_size_i) >= SUM_W'(minimum_i) * SUM_W'(PORTS)));
      end
      if (counts && set_before) p1_set: assert (size == set_size_before);
      p2_kept_is_lacking: assert (SUM_W'(set_aside) == (size == 0 ? '0 : lack));
      // Admitted exactly where the partition has room, and the VIQ for what is beyond its guarantee.
      if (to_viq) begin
        p3_room: assert ((answer_o == 7) == (!guaranteed && {1'b0, arrives_cells_i} - promised > room));
        p3_guaranteed: assert (!(guaranteed && size != 0) || sum[Q_W] || (admits_o && answer_o == 0));
        p3_answer: assert (admits_o == (answer_o < 3));
      end
      if (!arrives_i) p3_nothing_comes: assert (!admits_o && !xoff_o);
      // Never above the limit plus what was admitted.
      if (to_viq && answer_o == 1) p4_limit: assert (sum <= {1'b0, viq_limit_i});
      if (to_viq && answer_o == 2) begin
        p4_headroom: assert (sum > {1'b0, viq_limit_i} && sum <= {1'b0, viq_limit_i} + {1'b0, headroom_i});
      end
      if (to_viq && answer_o == 4) p4_exhausted: assert (sum[Q_W] || sum > {1'b0, viq_limit_i} + {1'b0, headroom_i});
      if (to_viq && admits_o) p4_fits: assert (!sum[Q_W]);
      // What comes and goes counts once; a drop, and what is of other classes, changes nothing.
      if (counts && calm && !set_before) p5_class_stands: assert (used == used_before && size == size_before);
      if (counts && viq_calm) p5_viq_stands: assert (cells == cells_before);
      if (counts && came && !went) p5_comes: assert (used == used_before + came_cells);
      if (counts) p5_depth: assert (depth == depth_next);
      // XOFF from the arrival that reaches it on, XON from the departure that leaves so little.
      p6_asks: assert (asks == asked);
      if (to_viq) p6_xoff: assert (xoff_o == (reaches && !asked && pausing));
      if (from_viq) p6_xon: assert (xon_o == (falls && (asked || reaches) && pausing));
      // More than there is does not depart, and is told.
      if (from_viq) p7_told: assert (broken_o == (departs_cells_i > cells || departs_length_i > depth));
      if (counts && went && !came) p7_no_more: assert (used <= used_before && used_before - used <= went_cells);
    end
  end

  // Not empty: a full partition beside an empty one, and a VIQ that asks and asks no more within a cycle.
  always_comb begin
    if (started && rst_ni) begin
      full: cover (to_viq && answer_o == 7 && size > 2 && minimum_i > 0 && used > 1);
      within_a_cycle: cover (to_viq && from_viq && xoff_o && xon_o && !broken_o && depth > 0);
    end
  end
endmodule

`default_nettype wire
