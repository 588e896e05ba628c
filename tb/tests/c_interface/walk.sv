// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// walk.c in SystemVerilog. Plusargs: scenario and orders.

module walk;
  import weir_switch_pkg::*;

  chandle s[2];
  frame_t frame;

  function automatic void refused();
    $display("-1 %s", weir_error());
  endfunction

  function automatic int send(chandle to, longint unsigned port, longint unsigned bytes, longint unsigned arrival);
    frame = frame_t'(0);
    frame[8*14-1:0] = {8'hb6, 8'h88, 40'd0, 8'd2, 16'd0, 8'd1, 16'd0, 8'd2};  // the first byte lowest
    for (longint unsigned i = 14; i < bytes && i < MOST_BYTES; i++) frame[17'(8*i) +: 8] = 8'(i);
    return weir_send(to, port, frame, bytes, arrival);
  endfunction

  function automatic void take(chandle from, longint unsigned port);
    longint unsigned bytes, arrival;
    int unsigned sum = 0;
    int got = weir_take(from, port, frame, MOST_BYTES, bytes, arrival);
    if (got < 0) refused();
    if (got == 0) $display("none");
    if (got != 1) return;
    for (longint unsigned i = 0; i < bytes; i++) sum = sum * 31 + 32'(frame[17'(8*i) +: 8]);
    $display("%0d %0d %0d", bytes, arrival, sum);
  endfunction

  function automatic void obey(chandle of, string order, string name, longint unsigned a, longint unsigned b);
    longint unsigned value = 0;
    int done = -1;
    if (order == "take") begin
      take(of, a);
      return;
    end
    case (order)
      "read":  done = weir_read(of, name, value);
      "peek":  done = weir_peek(of, name, value);
      "write": done = weir_write(of, name, a);
      "next":  done = send(of, a, b, NEXT);
      "send":  done = send(of, 0, b, a);
      "until": done = weir_run_until(a);
      "reset": done = weir_set_reset(of, 32'(a != 0));
      "link":  done = weir_set_link(of, a, 32'(b != 0));
      default: done = -1;
    endcase
    if (done != 0) refused();
    else $display("%0d %0d %0d", value, weir_now(), weir_irq(of));
  endfunction

  initial begin
    string scenario, path, order, name;
    int orders;
    bit which;
    longint unsigned a, b;
    void'($value$plusargs("scenario=%s", scenario));
    void'($value$plusargs("orders=%s", path));
    s[0] = weir_make_from_file(scenario, "s1", "");
    s[1] = weir_make_from_file(scenario, "s2", "");
    if (s[0] == null || s[1] == null || weir_connect(s[0], 1, s[1], 1) != 0) $fatal(1, "%s", weir_error());
    orders = $fopen(path, "r");
    while ($fscanf(orders, "%s %d %s %d %d\n", order, which, name, a, b) == 5) obey(s[which], order, name, a, b);
    if (weir_make_from_file(scenario, "s1", "") == null) refused();
    $finish;
  end
endmodule
