// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A design of a switch with two ports, which sends each frame to the other port, against a switch of weir. Plusarg fault:
// 1 changes the last byte of frame 70, 2 loses it, 3 sends it twice, 4 sends frame 72 before it, 5 sends it back, 6 loses the
// last frame, 7 sends it twice.

module scoreboard;
  import weir_switch_pkg::*;

  localparam string SCENARIO = {
    "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = 2\n",
    "[switch.forwarding]\ntables = \"bridged\"\n", "[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n[flow_control]\nscheme = \"pfc\"\n"};
  localparam int FRAMES = 100;
  localparam int FAULTY = 70;

  int fault = 0;
  switch_scoreboard board;

  // To the host behind the other port.
  function automatic frame_t content(int number, longint unsigned port);
    frame_t frame = frame_t'(0);
    frame[8*14-1:0] = {8'hb6, 8'h88, 16'd0, 8'(port), 16'd0, 8'd2, 16'd0, 8'(1 - port), 16'd0, 8'd2};
    frame[8*14 +: 32] = number;
    frame[8*59 +: 8] = 8'(number);
    return frame;
  endfunction

  function automatic void leave(int number, longint unsigned port);
    frame_t frame = content(number, port);
    if (fault == 1 && number == FAULTY) frame[8*59 +: 8] = 8'(number) + 8'd1;
    board.left(fault == 5 && number == FAULTY ? port : 1 - port, frame, 60);
  endfunction

  initial begin
    chandle s1 = weir_make(SCENARIO, "s1", "");
    if (s1 == null) $fatal(1, "%s", weir_error());
    void'($value$plusargs("fault=%d", fault));
    board = new(s1);
    for (int i = 0; i < FRAMES; i++) begin
      longint unsigned port = i % 2 == 0 ? 64'd0 : 64'd1;
      board.sent(port, content(i, port), 60);
      if (fault == 4 && i == FAULTY) leave(i + 2, port);
      if (!(fault == 2 && i == FAULTY) && !(fault == 4 && i == FAULTY + 2) && !(fault == 6 && i == FRAMES - 1)) leave(i, port);
      if ((fault == 3 && i == FAULTY) || (fault == 7 && i == FRAMES - 1)) leave(i, port);
      if (i == FRAMES / 2) board.compare(10_000_000);
    end
    board.compare(20_000_000);
    $display("%0d compared, %0d differences", board.compared, board.differences);
    $finish;
  end
endmodule
