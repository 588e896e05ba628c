// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// partition_memory_accounts beside partition_admission, which gets the inputs of the cycle before: every output equal in every
// cycle, and so are the accounts of every VIQ and class. The rows of VIQs stand here, in registers that are written and read as
// viq_rows does. `hierconn` joins a wire to the one of that name inside a block when the design is flattened. Numbers as in
// docs/reference/proofs.md.
module partition_admission_memory_equal_formal #(
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
  input logic [CELL_W-1:0]  minimum_i,
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

  // The inputs of the cycle before.
  logic               set, arrives, departs;
  logic [2:0]         set_class, arrives_class, departs_class, read_class;
  logic [CELL_W-1:0]  set_size, minimum, arrives_cells, departs_cells;
  logic [Q_W-1:0]     viq_limit, headroom, xoff, xon, arrives_length, departs_length;
  logic [CLASSES-1:0] pausing;
  logic [PORT_W-1:0]  arrives_port, departs_port, read_port;
  logic               counts;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      set     <= 1'b0;
      arrives <= 1'b0;
      departs <= 1'b0;
      counts  <= 1'b0;
    end else begin
      set     <= set_i;
      arrives <= arrives_i;
      departs <= departs_i;
      counts  <= 1'b1;
      {set_class, set_size, minimum, viq_limit, headroom, xoff, xon, pausing} <=
        {set_class_i, set_size_i, minimum_i, viq_limit_i, headroom_i, xoff_i, xon_i, pausing_i};
      {arrives_port, arrives_class, arrives_length, arrives_cells} <=
        {arrives_port_i, arrives_class_i, arrives_length_i, arrives_cells_i};
      {departs_port, departs_class, departs_length, departs_cells} <=
        {departs_port_i, departs_class_i, departs_length_i, departs_cells_i};
      {read_port, read_class} <= {read_port_i, read_class_i};
    end
  end

  logic              admits, is_xoff, is_xon, broken, taken, asks;
  logic [2:0]        answer;
  logic [Q_W-1:0]    depth;
  logic [CELL_W-1:0] cells, size, used, set_aside;
  partition_admission #(.PORTS(PORTS), .PORT_W(PORT_W), .CLASSES(CLASSES), .CELL_W(CELL_W), .Q_W(Q_W)) i_plain (
    .clk_i, .rst_ni, .set_i(set), .set_class_i(set_class), .set_size_i(set_size), .minimum_i(minimum), .viq_limit_i(viq_limit),
    .headroom_i(headroom), .xoff_i(xoff), .xon_i(xon), .pausing_i(pausing), .arrives_i(arrives), .arrives_port_i(arrives_port),
    .arrives_class_i(arrives_class), .arrives_length_i(arrives_length), .arrives_cells_i(arrives_cells), .departs_i(departs),
    .departs_port_i(departs_port), .departs_class_i(departs_class), .departs_length_i(departs_length),
    .departs_cells_i(departs_cells), .read_port_i(read_port), .read_class_i(read_class), .admits_o(admits), .answer_o(answer),
    .xoff_o(is_xoff), .xon_o(is_xon), .broken_o(broken), .taken_o(taken), .depth_o(depth), .cells_o(cells), .asks_o(asks),
    .size_o(size), .used_o(used), .set_aside_o(set_aside));

  (* hierconn *) wire [PORTS*CLASSES*Q_W-1:0]    \i_plain.i_accounts.depths_o ;
  (* hierconn *) wire [PORTS*CLASSES*CELL_W-1:0] \i_plain.i_accounts.cells_o ;
  (* hierconn *) wire [PORTS*CLASSES-1:0]        \i_plain.i_accounts.asks_o ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_plain.i_accounts.sizes_o ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_plain.i_accounts.used_o ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_plain.i_accounts.set_aside_o ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_dut.sizes ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_dut.used ;
  (* hierconn *) wire [CLASSES*CELL_W-1:0]       \i_dut.aside ;
  logic viqs_are_equal;
  always_comb begin
    viqs_are_equal = 1'b1;
    for (int p = 0; p < PORTS; p = p + 1) begin
      for (int c = 0; c < CLASSES; c = c + 1) begin
        if (rows_q[(8*p+c)*ROW_W +: ROW_W] !=
            {\i_plain.i_accounts.asks_o [p*CLASSES+c], \i_plain.i_accounts.depths_o [(p*CLASSES+c)*Q_W +: Q_W],
             \i_plain.i_accounts.cells_o [(p*CLASSES+c)*CELL_W +: CELL_W]}) viqs_are_equal = 1'b0;
      end
    end
  end

  logic started = 1'b0;
  always_ff @(posedge clk_i) started <= 1'b1;

  always_comb begin
    if (!started) assume (!rst_ni);
    if (started) begin
      h4_answer: assert (admits_o == admits && answer_o == answer);
      h4_pauses: assert (xoff_o == is_xoff && xon_o == is_xon);
      h4_broken: assert (broken_o == broken);
      h4_taken: assert (taken_o == taken);
      // Software sees what it named in the cycle before; nothing in the first cycle after a reset.
      if (counts) h4_read: assert ({depth_o, cells_o, asks_o, size_o, used_o, set_aside_o} == {depth, cells, asks, size, used, set_aside});
      if (!counts) h4_nothing: assert ({depth_o, cells_o, asks_o, size_o, used_o, set_aside_o} == '0);
      h4_viqs: assert (viqs_are_equal);
      h4_classes: assert ({\i_dut.sizes , \i_dut.used , \i_dut.aside } ==
                          {\i_plain.i_accounts.sizes_o , \i_plain.i_accounts.used_o , \i_plain.i_accounts.set_aside_o });
    end
  end
endmodule

`default_nettype wire
