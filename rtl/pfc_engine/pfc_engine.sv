// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// The PAUSE frames of one port: PFC of 8 classes (IEEE 802.1Qbb), or PAUSE of the whole port (IEEE 802.3x). The receiving side
// tells the peer when queues cross XOFF and XON; the sending side holds classes while the timers of the peer's frames run.
// Everything may come in one cycle, in the order of the list in pfc_engine.md.
module pfc_engine #(
  parameter int PRESCALER_W = 9
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic [PRESCALER_W:0]   step_i,            // of a quantum that a cycle lasts, in 2^-PRESCALER_W
  input  logic                   told_i,            // the frame of this cycle's body is built
  input  logic [7:0]             filled_i,          // a packet has come, and the depth is at or above XOFF
  input  logic [7:0]             drained_i,         // a packet has left, and the depth is at or below XON
  input  logic [7:0]             above_i,           // the depth is at or above XOFF at the end of the cycle
  input  logic [7:0]             below_i,           // the depth is at or below XON at the end of the cycle
  input  logic                   heard_i,           // a MAC control frame of the peer takes effect
  input  logic [31:0]            heard_head_i,      // its opcode; its class-enable vector, or the time of a PAUSE
  input  logic [63:0]            heard_times_0_3_i, // its times, class 0 in the highest bits
  input  logic [63:0]            heard_times_4_7_i,
  input  logic                   port_pause_i,      // 802.3x: one pause for the port, the first of all registers
  input  logic [7:0]             enable_i,          // classes with PFC
  input  logic                   link_up_i,
  input  logic [15:0]            pause_quanta_i,    // the time of a PAUSE
  input  logic [15:0]            refresh_quanta_i,  // from a PAUSE to the next; 0: none follows
  output logic [1:0]             quanta_o,          // that end in this cycle
  output logic                   due_o,             // a frame is due
  output logic [7:0]             pauses_o,          // due because the peer is to pause,
  output logic [7:0]             refreshes_o,       // because it is to go on pausing,
  output logic [7:0]             resumes_o,         // because it is to resume
  output logic [31:0]            head_o,            // the body of the frame that is due
  output logic [63:0]            times_0_3_o,
  output logic [63:0]            times_4_7_o,
  output logic [7:0]             blocked_o,         // classes that may not send
  output logic [7:0]             expires_o,         // whose pause runs out in this cycle
  output logic [7:0]             asserted_o,
  output logic [7:0]             told_o,
  output logic [7:0]             refresh_due_o,
  output logic [63:0]            refresh_timers_0_3_o,
  output logic [63:0]            refresh_timers_4_7_o,
  output logic [63:0]            pause_timers_0_3_o,
  output logic [63:0]            pause_timers_4_7_o,
  output logic [PRESCALER_W-1:0] prescaler_o
);
  // Parameters that do not fit end elaboration: there is no such module.
  if (PRESCALER_W < 1) begin : g_parameters
    A_width_is_below_1 i_parameters ();
  end

  localparam logic [15:0] PAUSE_OPCODE = 16'h0001;
  localparam logic [15:0] PFC_OPCODE   = 16'h0101;

  // Quanta that end in this cycle; the rest of a quantum is kept.
  logic [PRESCALER_W-1:0] prescaler_q, prescaler_d;
  logic [PRESCALER_W+1:0] elapsed;
  logic [1:0]             quanta;
  assign elapsed     = {2'b00, prescaler_q} + {1'b0, step_i};
  assign quanta      = elapsed[PRESCALER_W+1:PRESCALER_W];
  assign prescaler_d = elapsed[PRESCALER_W-1:0];

  // The classes that take part: of 802.3x the first alone.
  logic [7:0] live;
  assign live = link_up_i ? (port_pause_i ? 8'h01 : enable_i) : 8'h00;

  logic       obeyed;
  logic [7:0] loads;
  assign obeyed = heard_i && heard_head_i[31:16] == (port_pause_i ? PAUSE_OPCODE : PFC_OPCODE);
  assign loads  = obeyed ? (port_pause_i ? 8'h01 : heard_head_i[7:0]) : 8'h00;

  // Class 0 in the highest bits, as in frames.
  logic [7:0]   asserted_q, asserted_d, told_q, told_d, refresh_due_q, refresh_due_d;
  logic [127:0] refresh_timer_q, refresh_timer_d, pause_timer_q, pause_timer_d, heard_times, times;
  assign heard_times[127:112] = port_pause_i ? heard_head_i[15:0] : heard_times_0_3_i[63:48];
  assign heard_times[111:0]   = {heard_times_0_3_i[47:0], heard_times_4_7_i};

  logic [7:0] due, said, paused, expires, blocked;
  assign due    = live & ((asserted_q ^ told_q) | (asserted_q & refresh_due_q));
  assign said   = told_i ? due : 8'h00;
  assign paused = asserted_q & due;

  // By what has come and gone, then by the depth as it is.
  assign asserted_d = live & ~below_i & (above_i | (~drained_i & (filled_i | asserted_q)));
  assign told_d     = live & ((said & asserted_q) | (~said & told_q));

  for (genvar c = 0; c < 8; c++) begin : g_class
    localparam int TOP = 127 - 16 * c;
    logic [15:0] refresh_left, pause_left;
    logic        refresh_over, pause_over;

    pfc_timer i_refresh (
      .timer_i(refresh_timer_q[TOP-:16]), .quanta_i(quanta), .left_o(refresh_left), .over_o(refresh_over)
    );
    assign refresh_due_d[c]        = live[c] && !said[c] && (refresh_due_q[c] || refresh_over);
    assign refresh_timer_d[TOP-:16] = !live[c] ? 16'd0 : !said[c] ? refresh_left : asserted_q[c] ? refresh_quanta_i : 16'd0;

    pfc_timer i_pause (
      .timer_i(pause_timer_q[TOP-:16]), .quanta_i(quanta), .left_o(pause_left), .over_o(pause_over)
    );
    assign pause_timer_d[TOP-:16] = !live[c] ? 16'd0 : loads[c] ? heard_times[TOP-:16] : pause_left;
    assign expires[c]             = live[c] && !loads[c] && pause_over;
    assign blocked[c]             = pause_timer_q[TOP-:16] != 16'd0;

    assign times[TOP-:16] = paused[c] ? pause_quanta_i : 16'd0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prescaler_q     <= '0;
      asserted_q      <= '0;
      told_q          <= '0;
      refresh_due_q   <= '0;
      refresh_timer_q <= '0;
      pause_timer_q   <= '0;
    end else begin
      prescaler_q     <= prescaler_d;
      asserted_q      <= asserted_d;
      told_q          <= told_d;
      refresh_due_q   <= refresh_due_d;
      refresh_timer_q <= refresh_timer_d;
      pause_timer_q   <= pause_timer_d;
    end
  end

  assign quanta_o    = quanta;
  assign due_o       = due != 8'h00;
  assign pauses_o    = live & asserted_q & ~told_q;
  assign refreshes_o = live & asserted_q & told_q & refresh_due_q;
  assign resumes_o   = live & ~asserted_q & told_q;
  assign head_o      = port_pause_i ? {PAUSE_OPCODE, times[127:112]} : {PFC_OPCODE, 8'h00, due};
  assign {times_0_3_o, times_4_7_o} = port_pause_i ? 128'd0 : times;
  assign blocked_o   = port_pause_i ? {8{blocked[0]}} : blocked;
  assign expires_o   = port_pause_i ? {8{expires[0]}} : expires;

  assign asserted_o    = asserted_q;
  assign told_o        = told_q;
  assign refresh_due_o = refresh_due_q;
  assign prescaler_o   = prescaler_q;
  assign {refresh_timers_0_3_o, refresh_timers_4_7_o} = refresh_timer_q;
  assign {pause_timers_0_3_o, pause_timers_4_7_o}     = pause_timer_q;

`ifndef SYNTHESIS
`ifndef FORMAL
  // What counts in a cycle is known.
  always @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      begin : events_known assert (^{step_i, told_i, filled_i, drained_i, heard_i, link_up_i} !== 1'bx); end
      begin : depth_known assert (^{above_i, below_i} !== 1'bx); end
      begin : frame_known assert (!heard_i || ^{heard_head_i, heard_times_0_3_i, heard_times_4_7_i} !== 1'bx); end
      begin : settings_known assert (^{port_pause_i, enable_i, pause_quanta_i, refresh_quanta_i} !== 1'bx); end
      // A rule for software.
      begin : pause_has_quanta assert ((said & asserted_q) == 8'h00 || pause_quanta_i != 16'd0)
        else $warning("the peer takes a PAUSE of 0 quanta for a RESUME"); end
    end
  end
`endif
`endif
endmodule

`default_nettype wire
