// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

`default_nettype none

// Two things of pfc_engine that lock-step does not see, played by Icarus Verilog (pfc_engine_test.py). Bodies: one a line,
// "body HEAD TIMES", and what they are to say. X: after a reset no output has one, and each input that is X for a cycle
// makes some output X; "x NAME" with how many bits.
module pfc_engine_bench;
  logic        clk = 1'b0, rst_n = 1'b0, told, heard, port_pause, link_up;
  logic [9:0]  step;
  logic [7:0]  filled, drained, above, below, enable;
  logic [31:0] heard_head;
  logic [63:0] heard_times_0_3, heard_times_4_7;
  logic [15:0] pause_quanta, refresh_quanta;

  logic [1:0]  quanta;
  logic        due;
  logic [7:0]  pauses, refreshes, resumes, blocked, expires, asserted, told_before, refresh_due;
  logic [31:0] head;
  logic [63:0] times_0_3, times_4_7, refresh_0_3, refresh_4_7, pause_0_3, pause_4_7;
  logic [8:0]  prescaler;
  pfc_engine i_dut (
    .clk_i(clk), .rst_ni(rst_n), .step_i(step), .told_i(told), .filled_i(filled), .drained_i(drained), .above_i(above),
    .below_i(below), .heard_i(heard), .heard_head_i(heard_head), .heard_times_0_3_i(heard_times_0_3),
    .heard_times_4_7_i(heard_times_4_7), .port_pause_i(port_pause), .enable_i(enable), .link_up_i(link_up),
    .pause_quanta_i(pause_quanta), .refresh_quanta_i(refresh_quanta), .quanta_o(quanta), .due_o(due), .pauses_o(pauses),
    .refreshes_o(refreshes), .resumes_o(resumes), .head_o(head), .times_0_3_o(times_0_3), .times_4_7_o(times_4_7),
    .blocked_o(blocked), .expires_o(expires), .asserted_o(asserted), .told_o(told_before), .refresh_due_o(refresh_due),
    .refresh_timers_0_3_o(refresh_0_3), .refresh_timers_4_7_o(refresh_4_7), .pause_timers_0_3_o(pause_0_3),
    .pause_timers_4_7_o(pause_4_7), .prescaler_o(prescaler)
  );
  wire [482:0] all = {quanta, due, pauses, refreshes, resumes, blocked, expires, asserted, told_before, refresh_due, head, times_0_3,
                      times_4_7, refresh_0_3, refresh_4_7, pause_0_3, pause_4_7, prescaler};

  task idle;
    begin
      step = 10'd512; told = 1'b0; heard = 1'b0; link_up = 1'b1; filled = 8'h00; drained = 8'h00; above = 8'h00; below = 8'h00;
      heard_head = 32'h0101_00ff; heard_times_0_3 = {4{16'd5}}; heard_times_4_7 = {4{16'd7}}; enable = 8'hff;
    end
  endtask
  task edge_;
    begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      #1;
    end
  endtask
  task show;
    begin
      #1;
      if (due) $display("body %h %h%h %h %h %h", head, times_0_3, times_4_7, pauses, refreshes, resumes);
      told = 1'b1;
      edge_;
      idle;
      #1;
    end
  endtask
  task reset;
    begin
      rst_n = 1'b0;
      idle;
      port_pause = 1'b0; pause_quanta = 16'hffff; refresh_quanta = 16'd2;
      #1 rst_n = 1'b1;
      #1;
    end
  endtask

  // Nothing is X; then an input is, for a cycle.
  integer bits, n;
  task count;
    begin
      bits = 0;
      for (n = 0; n < 483; n = n + 1) if (all[n] === 1'bx) bits = bits + 1;
    end
  endtask
  task before_x;
    begin
      reset;
      filled = 8'h5a; heard = 1'b1;
      edge_;
      idle;
      count;
      if (bits != 0) $display("x none %0d", bits);
    end
  endtask
  integer input_;
  task spoil;
    begin
      case (input_)
        0: step = 10'bx;
        1: told = 1'bx;
        2: filled = 8'bx;
        3: drained = 8'bx;
        4: above = 8'bx;
        5: below = 8'bx;
        6: heard = 1'bx;
        7: begin heard = 1'b1; heard_head = 32'bx; end
        8: begin heard = 1'b1; heard_times_0_3 = 64'bx; end
        9: begin heard = 1'b1; heard_times_4_7 = 64'bx; end
        10: port_pause = 1'bx;
        11: enable = 8'bx;
        12: link_up = 1'bx;
        13: pause_quanta = 16'bx;
        default: begin told = 1'b1; refresh_quanta = 16'bx; end
      endcase
    end
  endtask

  integer value;
  initial begin
    rst_n = 1'b1;
    #1 reset;
    for (value = 0; value < 2; value = value + 1) begin
      port_pause = value[0];
      pause_quanta = 16'hffff;
      filled = 8'hb5;
      edge_;
      idle;
      show;
      edge_;
      edge_;
      pause_quanta = 16'h1234;
      filled = 8'h40; drained = 8'h21;
      edge_;
      idle;
      show;
      drained = 8'hff;
      edge_;
      idle;
      show;
    end
    for (input_ = 0; input_ < 15; input_ = input_ + 1) begin
      before_x;
      spoil;
      #1;
      count;
      value = bits;
      edge_;
      count;
      $display("x %0d %0d", input_, value + bits);
    end
    before_x;
    $finish;
  end
endmodule

`default_nettype wire
