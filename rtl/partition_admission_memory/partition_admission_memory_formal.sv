// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// partition_memory_accounts with what is proved of it for ever: of its bypass, and of the accounts of any one class. The rows of
// VIQs stand here, in registers that are written and read as viq_rows does. `hierconn` joins a wire to the one of that name inside a block when the design is flattened. Numbers as in
// docs/reference/proofs.md.
module partition_admission_memory_formal #(
  parameter int PORTS   = 2,
  parameter int PORT_W  = 2,
  parameter int CLASSES = 2,
  parameter int CELL_W  = 3,
  parameter int Q_W     = 2,
  parameter int VIQ_W   = 4
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               set_i,
  input logic [2:0]         set_class_i,
  input logic [CELL_W-1:0]  set_size_i,
  input logic [Q_W-1:0]     viq_limit_i,
  input logic [Q_W-1:0]     headroom_i,
  input logic [Q_W-1:0]     xoff_i,
  input logic [Q_W-1:0]     xon_i,
  input logic [CLASSES-1:0] pausing_i,
  input logic               arrives_i,
  input logic [PORT_W-1:0]  arrives_port_i,
  input logic [2:0]         arrives_class_i,
  input logic [Q_W-1:0]     arrives_length_i,
  input logic [CELL_W-1:0]  arrives_cells_i,
  input logic               departs_i,
  input logic [PORT_W-1:0]  departs_port_i,
  input logic [2:0]         departs_class_i,
  input logic [Q_W-1:0]     departs_length_i,
  input logic [CELL_W-1:0]  departs_cells_i,
  input logic [PORT_W-1:0]  read_port_i,
  input logic [2:0]         read_class_i
);
  localparam int ROW_W = 1 + Q_W + CELL_W;
  localparam int VIQS  = 1 << VIQ_W;
  localparam int SUM_W = CELL_W + PORT_W + 2;

  // The guarantee stands; all else may change in any cycle.
  (* anyconst *) logic [CELL_W-1:0] minimum_i;
  (* anyconst *) logic [2:0]        of_class;

  logic [3*ROW_W-1:0] rows_i;
  logic [2:0]         reads_o;
  logic [3*VIQ_W-1:0] reads_viq_o;
  logic               a_writes_o, d_writes_o, admits_o, xoff_o, xon_o, broken_o, taken_o, asks_o;
  logic [VIQ_W-1:0]   a_writes_viq_o, d_writes_viq_o;
  logic [ROW_W-1:0]   a_writes_row_o, d_writes_row_o;
  logic [2:0]         answer_o;
  logic [Q_W-1:0]     depth_o;
  logic [CELL_W-1:0]  cells_o, size_o, used_o, set_aside_o;
  partition_memory_accounts #(
    .PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .CELL_W(CELL_W), .Q_W(Q_W), .VIQ_W(VIQ_W), .ROW_W(ROW_W)
  ) i_dut (.*);

  // The memory: a read gives what stood before the writes of its cycle.
  logic [VIQS*ROW_W-1:0] rows_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rows_q <= '0;
    end else begin
      for (int v = 0; v < VIQS; v = v + 1) begin
        for (int r = 0; r < 3; r = r + 1) begin
          if (reads_o[r] && reads_viq_o[r*VIQ_W +: VIQ_W] == VIQ_W'(v)) rows_i[r*ROW_W +: ROW_W] <= rows_q[v*ROW_W +: ROW_W];
        end
        if (a_writes_o && a_writes_viq_o == VIQ_W'(v)) rows_q[v*ROW_W +: ROW_W] <= a_writes_row_o;
        if (d_writes_o && d_writes_viq_o == VIQ_W'(v)) rows_q[v*ROW_W +: ROW_W] <= d_writes_row_o;
      end
    end
  end

  (* hierconn *) wire [VIQ_W-1:0]          \i_dut.a_viq_q , \i_dut.d_viq_q , \i_dut.r_viq_q ;
  (* hierconn *) wire [ROW_W-1:0]          \i_dut.i_arrival.row_o , \i_dut.i_departure.row_o , \i_dut.i_read.row_o ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0] \i_dut.sizes , \i_dut.used , \i_dut.aside ;
  (* hierconn *) wire [CELL_W-1:0]         \i_dut.minimum_q ;
  (* hierconn *) wire                      \i_dut.set_q , \i_dut.r_known_q ;

  // The rows of what is under way, as they stand in the memory.
  logic [ROW_W-1:0] a_stands, d_stands, r_stands;
  always_comb begin
    a_stands = '0;
    d_stands = '0;
    r_stands = '0;
    for (int v = 0; v < VIQS; v = v + 1) begin
      if (\i_dut.a_viq_q == VIQ_W'(v)) a_stands = rows_q[v*ROW_W +: ROW_W];
      if (\i_dut.d_viq_q == VIQ_W'(v)) d_stands = rows_q[v*ROW_W +: ROW_W];
      if (\i_dut.r_viq_q == VIQ_W'(v)) r_stands = rows_q[v*ROW_W +: ROW_W];
    end
  end

  // The class, and what its VIQs hold and lack.
  logic [CELL_W-1:0] size, used, set_aside;
  logic [SUM_W-1:0]  held, lack;
  always_comb begin
    size      = '0;
    used      = '0;
    set_aside = '0;
    held      = '0;
    lack      = '0;
    for (int c = 0; c < CLASSES; c = c + 1) begin
      if (of_class == 3'(c)) begin
        size      = \i_dut.sizes [c*CELL_W +: CELL_W];
        used      = \i_dut.used [c*CELL_W +: CELL_W];
        set_aside = \i_dut.aside [c*CELL_W +: CELL_W];
        for (int p = 0; p < PORTS; p = p + 1) begin
          held = held + SUM_W'(rows_q[(8*p+c)*ROW_W +: CELL_W]);
          if (minimum_i > rows_q[(8*p+c)*ROW_W +: CELL_W]) begin
            lack = lack + SUM_W'(minimum_i) - SUM_W'(rows_q[(8*p+c)*ROW_W +: CELL_W]);
          end
        end
      end
    end
  end

  // What came in the cycle before.
  logic counts, came, went, set, started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      counts <= 1'b0;
      came   <= 1'b0;
      went   <= 1'b0;
      set    <= 1'b0;
    end else begin
      counts <= 1'b1;
      came   <= arrives_i && {1'b0, arrives_port_i} < (PORT_W+1)'(PORTS) && {1'b0, arrives_class_i} < 4'(CLASSES);
      went   <= departs_i && {1'b0, departs_port_i} < (PORT_W+1)'(PORTS) && {1'b0, departs_class_i} < 4'(CLASSES);
      set    <= set_i && {1'b0, set_class_i} < 4'(CLASSES);
    end
  end

  // The rows that packets name, before and after the cycle's end.
  logic known_rows;
  assign known_rows = (!a_writes_o || (\i_dut.a_viq_q [2:0] < CLASSES && \i_dut.a_viq_q [VIQ_W-1:3] < PORTS)) &&
                      (!d_writes_o || (\i_dut.d_viq_q [2:0] < CLASSES && \i_dut.d_viq_q [VIQ_W-1:3] < PORTS));

  always_comb begin
    if (!started) assume (!rst_ni);
    assume ({1'b0, of_class} < 4'(CLASSES));
    if (started) begin
      h0_minimum: assert (!counts || \i_dut.minimum_q == minimum_i);
      h0_nothing: assert (counts || !(came || went || set));
      // Each packet and each size is judged in the next cycle.
      h0_judged: assert (a_writes_o == came && d_writes_o == went && \i_dut.set_q == set);
      h0_known: assert (known_rows);
      // The bypass is as none: what a packet is decided by stands in the memory, whoever wrote it last.
      h1_arrival: assert (!a_writes_o || \i_dut.i_arrival.row_o == a_stands);
      h1_departure: assert (!d_writes_o || \i_dut.i_departure.row_o == d_stands);
      h1_read: assert (!\i_dut.r_known_q || \i_dut.i_read.row_o == r_stands);
      // Counts are sums of what is there, so they are never negative, and what is held and kept is never more than there is.
      h2_used_is_held: assert (SUM_W'(used) == held);
      h2_within_the_size: assert (SUM_W'(used) + SUM_W'(set_aside) <= SUM_W'(size));
      h3_kept_is_lacking: assert (SUM_W'(set_aside) == (size == 0 ? '0 : lack));
    end
  end

  // Not empty: a packet whose account both packets of the cycle before have written, and that is still there.
  logic wrote_a, wrote_d;
  always_ff @(posedge clk_i) begin
    wrote_a <= a_writes_o && admits_o;
    wrote_d <= d_writes_o;
  end
  always_comb begin
    if (started && rst_ni) begin
      in_a_row: cover (wrote_a && wrote_d && a_writes_o && d_writes_o && \i_dut.a_viq_q == \i_dut.d_viq_q && used > 1 && minimum_i > 0 && admits_o);
    end
  end
endmodule

`default_nettype wire
