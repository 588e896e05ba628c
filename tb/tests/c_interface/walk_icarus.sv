// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// walk.c in Verilog with VPI (weir_vpi.c). Plusargs: scenario and orders.

module walk_icarus;
  localparam MOST_BYTES = 9216;
  localparam [63:0] NEXT = ~64'd0;

  reg [63:0] s[0:1];
  reg [8*65536-1:0] frame;  // as long as the longest of the orders, which is refused
  reg [8*256-1:0] scenario, path, order, name;
  reg [63:0] a, b, value, bytes, arrival, of, i;
  reg which;
  reg signed [63:0] done;
  reg [31:0] sum;
  integer orders;

  task send(input [63:0] port, input [63:0] length, input [63:0] at);
    begin
      frame = 0;
      frame[8*14-1:0] = {8'hb6, 8'h88, 40'd0, 8'd2, 16'd0, 8'd1, 16'd0, 8'd2};  // the first byte lowest
      for (i = 14; i < length && i < MOST_BYTES; i = i + 1) frame[8*i +: 8] = i[7:0];
      done = $weir_send(of, port, frame, length, at);
    end
  endtask

  task take;
    begin
      done = $weir_take(of, a, frame, MOST_BYTES, bytes, arrival);
      sum = 0;
      if (done == 1) begin
        for (i = 0; i < bytes; i = i + 1) sum = sum * 31 + frame[8*i +: 8];
        $display("%0d %0d %0d", bytes, arrival, sum);
      end else if (done == 0) $display("none");
      else $display("-1 %0s", $weir_error);
    end
  endtask

  task obey;
    begin
      value = 0;
      done = -1;
      if (order == "take") take;
      else begin
        if (order == "read") done = $weir_read(of, name, value);
        if (order == "peek") done = $weir_peek(of, name, value);
        if (order == "write") done = $weir_write(of, name, a);
        if (order == "next") send(a, b, NEXT);
        if (order == "send") send(0, b, a);
        if (order == "until") done = $weir_run_until(a);
        if (order == "reset") done = $weir_set_reset(of, a != 0);
        if (order == "link") done = $weir_set_link(of, a, b != 0);
        if (done != 0) $display("-1 %0s", $weir_error);
        else $display("%0d %0d %0d", value, $weir_now, $weir_irq(of));
      end
    end
  endtask

  initial begin
    done = $value$plusargs("scenario=%s", scenario);
    done = $value$plusargs("orders=%s", path);
    s[0] = $weir_make_from_file(scenario, "s1", "");
    s[1] = $weir_make_from_file(scenario, "s2", "");
    done = $weir_connect(s[0], 1, s[1], 1);
    if (done != 0) $display("cannot begin: %0s", $weir_error);
    of = s[0];
    if ($weir_send(of, 0, frame, 64'bx, NEXT) != -64'd1) $display("takes an x");
    else $display("# %0s", $weir_error);
    if ($weir_send(of, 0, 16'd0, 64, NEXT) != -64'd1) $display("takes a short vector");
    else $display("# %0s", $weir_error);
    if ($weir_ports(64'd7) != 0) $display("takes a wrong switch");
    else $display("# %0s", $weir_error);
    orders = $fopen(path, "r");
    while ($fscanf(orders, "%s %d %s %d %d\n", order, which, name, a, b) == 5) begin
      of = s[which];
      obey;
    end
    if ($weir_make_from_file(scenario, "s1", "") == 0) $display("-1 %0s", $weir_error);
    $finish;
  end
endmodule
