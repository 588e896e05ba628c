// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The accounts of a buffer that is divided among classes, and what is decided by them: a packet a cycle that arrives, and
// one that departs. A VIQ (ingress port, class) counts bytes and cells, a partition the cells of its class. Every register
// stands at an output. See partition_admission.md.
module partition_accounts #(
  parameter int PORTS   = 4,
  parameter int PORT_W  = 3,
  parameter int CLASSES = 8,
  parameter int CELL_W  = 16,
  parameter int Q_W     = 24
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  input  logic                            set_i,
  input  logic [2:0]                      set_class_i,
  input  logic [CELL_W-1:0]               set_size_i,
  input  logic [CELL_W-1:0]               minimum_i,
  input  logic [Q_W-1:0]                  viq_limit_i,
  input  logic [Q_W-1:0]                  headroom_i,
  input  logic [Q_W-1:0]                  xoff_i,
  input  logic [Q_W-1:0]                  xon_i,
  input  logic [CLASSES-1:0]              pausing_i,
  input  logic                            arrives_i,
  input  logic [PORT_W-1:0]               arrives_port_i,
  input  logic [2:0]                      arrives_class_i,
  input  logic [Q_W-1:0]                  arrives_length_i,
  input  logic [CELL_W-1:0]               arrives_cells_i,
  input  logic                            departs_i,
  input  logic [PORT_W-1:0]               departs_port_i,
  input  logic [2:0]                      departs_class_i,
  input  logic [Q_W-1:0]                  departs_length_i,
  input  logic [CELL_W-1:0]               departs_cells_i,
  output logic                            admits_o,
  output logic [2:0]                      answer_o,
  output logic                            xoff_o,
  output logic                            xon_o,
  output logic                            broken_o,
  output logic                            taken_o,
  output logic [PORTS*CLASSES*Q_W-1:0]    depths_o,   // of VIQ (port, class) at port * CLASSES + class
  output logic [PORTS*CLASSES*CELL_W-1:0] cells_o,
  output logic [PORTS*CLASSES-1:0]        asks_o,
  output logic [CLASSES*CELL_W-1:0]       sizes_o,
  output logic [CLASSES*CELL_W-1:0]       used_o,
  output logic [CLASSES*CELL_W-1:0]       set_aside_o
);
  localparam int VIQ_W = PORT_W + 4;
  localparam int ALL_W = CELL_W + PORT_W + 2;  // the minimums of all ports

  localparam logic [2:0] RESERVED           = 3'd0;
  localparam logic [2:0] SHARED             = 3'd1;
  localparam logic [2:0] HEADROOM           = 3'd2;
  localparam logic [2:0] HEADROOM_EXHAUSTED = 3'd4;
  localparam logic [2:0] PARTITION_FULL     = 3'd7;

  // What a VIQ with so many cells lacks of its guaranteed minimum.
  function automatic logic [CELL_W-1:0] lacking(input logic [CELL_W-1:0] cells, input logic [CELL_W-1:0] minimum);
    lacking = minimum > cells ? minimum - cells : '0;
  endfunction

  // --- a packet arrives: decided by what stands

  logic              a_known;
  logic [VIQ_W-1:0]  a_viq;
  logic [2:0]        a_class;
  logic [CELL_W-1:0] a_cells, a_size, a_used, a_aside, a_lacks, a_promised, a_rest;
  logic [Q_W-1:0]    a_depth;
  logic              a_room, a_fits, a_over_limit, a_over_all;
  logic [Q_W:0]      a_sum;
  assign a_known = {1'b0, arrives_port_i} < (PORT_W+1)'(PORTS) && {1'b0, arrives_class_i} < 4'(CLASSES);
  assign a_class = a_known ? arrives_class_i : '0;
  assign a_viq   = a_known ? VIQ_W'(arrives_port_i) * VIQ_W'(CLASSES) + VIQ_W'(arrives_class_i) : '0;
  assign a_cells = cells_o[a_viq*CELL_W +: CELL_W];
  assign a_depth = depths_o[a_viq*Q_W +: Q_W];
  assign a_size  = sizes_o[a_class*CELL_W +: CELL_W];
  assign a_used  = used_o[a_class*CELL_W +: CELL_W];
  assign a_aside = set_aside_o[a_class*CELL_W +: CELL_W];

  // A class without a partition has no minimums.
  assign a_lacks    = a_size != '0 ? lacking(a_cells, minimum_i) : '0;
  assign a_promised = arrives_cells_i < a_lacks ? arrives_cells_i : a_lacks;
  assign a_rest     = arrives_cells_i - a_promised;
  assign a_room     = a_known && {2'b00, a_used} + {2'b00, a_aside} + {2'b00, a_rest} <= {2'b00, a_size};

  assign a_sum        = {1'b0, a_depth} + {1'b0, arrives_length_i};
  assign a_fits       = !a_sum[Q_W];
  assign a_over_limit = a_sum > {1'b0, viq_limit_i};
  assign a_over_all   = a_sum > {1'b0, viq_limit_i} + {1'b0, headroom_i};

  assign answer_o = !arrives_i      ? RESERVED
                    : !a_room       ? PARTITION_FULL
                    : !a_fits       ? HEADROOM_EXHAUSTED
                    : a_rest == '0  ? RESERVED
                    : a_over_all    ? HEADROOM_EXHAUSTED
                    : a_over_limit  ? HEADROOM
                                    : SHARED;
  assign admits_o = arrives_i && a_room && a_fits && (a_rest == '0 || !a_over_all);

  // --- a packet departs, after the arrival, of what stood before it; no more than there is

  logic              d_known, departs, same;
  logic [VIQ_W-1:0]  d_viq;
  logic [2:0]        d_class;
  logic [CELL_W-1:0] d_cells, d_size, d_takes, d_full, d_left, d_returns;
  logic [Q_W-1:0]    d_depth, d_bytes, d_full_depth, d_left_depth;
  assign d_known = {1'b0, departs_port_i} < (PORT_W+1)'(PORTS) && {1'b0, departs_class_i} < 4'(CLASSES);
  assign departs = departs_i && d_known;
  assign d_class = d_known ? departs_class_i : '0;
  assign d_viq   = d_known ? VIQ_W'(departs_port_i) * VIQ_W'(CLASSES) + VIQ_W'(departs_class_i) : '0;
  assign d_cells = cells_o[d_viq*CELL_W +: CELL_W];
  assign d_depth = depths_o[d_viq*Q_W +: Q_W];
  assign d_size  = sizes_o[d_class*CELL_W +: CELL_W];
  assign d_takes = departs_cells_i < d_cells ? departs_cells_i : d_cells;
  assign d_bytes = departs_length_i < d_depth ? departs_length_i : d_depth;

  assign broken_o = departs_i && (!d_known || departs_cells_i > d_cells || departs_length_i > d_depth);

  assign same         = admits_o && a_viq == d_viq;
  assign d_full       = d_cells + (same ? arrives_cells_i : '0);
  assign d_left       = d_full - d_takes;
  assign d_returns    = d_size != '0 ? lacking(d_left, minimum_i) - lacking(d_full, minimum_i) : '0;
  assign d_full_depth = d_depth + (same ? arrives_length_i : '0);
  assign d_left_depth = d_full_depth - d_bytes;

  // --- XOFF from there on, until XON

  logic a_reaches, a_asked, d_asked, d_falls;
  assign a_reaches = a_sum >= {1'b0, xoff_i};
  assign a_asked   = 1'(asks_o >> a_viq);
  assign xoff_o    = admits_o && a_reaches && !a_asked && pausing_i[a_class];
  assign d_asked   = 1'(asks_o >> d_viq) || (same && a_reaches);
  assign d_falls   = d_left_depth <= xon_i;
  assign xon_o     = departs && d_falls && d_asked && pausing_i[d_class];

  for (genvar p = 0; p < PORTS; p = p + 1) begin : g_port
    for (genvar c = 0; c < CLASSES; c = c + 1) begin : g_class
      localparam int N = p * CLASSES + c;
      logic              takes, gives, asks_q, asked;
      logic [Q_W-1:0]    depth_q;
      logic [CELL_W-1:0] cells_q;
      assign takes = admits_o && a_viq == VIQ_W'(N);
      assign gives = departs && d_viq == VIQ_W'(N);
      assign asked = asks_q || (takes && a_reaches);
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          depth_q <= '0;
          cells_q <= '0;
          asks_q  <= 1'b0;
        end else if (takes || gives) begin
          depth_q <= gives ? d_left_depth : a_sum[Q_W-1:0];
          cells_q <= gives ? d_left : a_cells + arrives_cells_i;
          asks_q  <= asked && !(gives && d_falls);
        end
      end
      assign depths_o[N*Q_W +: Q_W]      = depth_q;
      assign cells_o[N*CELL_W +: CELL_W] = cells_q;
      assign asks_o[N]                   = asks_q;
    end
  end

  // --- partitions; a size is taken where it holds what the class has and keeps after this cycle

  logic [CLASSES-1:0] taken;
  assign taken_o = taken != '0;

  for (genvar c = 0; c < CLASSES; c = c + 1) begin : g_partition
    logic [CELL_W-1:0] size_q, used_q, aside_q, used, aside;
    logic [ALL_W-1:0]  keeps;
    assign used  = used_q + (admits_o && a_class == 3'(c) ? arrives_cells_i : '0)
                          - (departs && d_class == 3'(c) ? d_takes : '0);
    assign aside = aside_q - (admits_o && a_class == 3'(c) ? a_promised : '0)
                           + (departs && d_class == 3'(c) ? d_returns : '0);
    // An empty class keeps the minimum of every port anew.
    assign keeps = used != '0         ? ALL_W'(aside)
                   : set_size_i == '0 ? '0
                                      : ALL_W'(minimum_i) * ALL_W'(PORTS);
    assign taken[c] = set_i && set_class_i == 3'(c) && ALL_W'(set_size_i) >= ALL_W'(used) + keeps;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        size_q  <= '0;
        used_q  <= '0;
        aside_q <= '0;
      end else begin
        if (taken[c]) size_q <= set_size_i;
        used_q  <= used;
        aside_q <= taken[c] ? keeps[CELL_W-1:0] : aside;
      end
    end
    assign sizes_o[c*CELL_W +: CELL_W]     = size_q;
    assign used_o[c*CELL_W +: CELL_W]      = used_q;
    assign set_aside_o[c*CELL_W +: CELL_W] = aside_q;
  end
endmodule

`default_nettype wire
