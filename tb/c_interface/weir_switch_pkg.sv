// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Switches of weir in a SystemVerilog bench: the functions of weir/weir.h, from libweir.so by DPI-C, and a scoreboard that
// holds a design against a whole switch. What each function does stands in weir/weir.h.

`ifndef WEIR_SWITCH_PKG
`define WEIR_SWITCH_PKG

package weir_switch_pkg;
  localparam longint unsigned NEXT = '1;         // an arrival: as soon as the cable allows
  localparam longint unsigned MOST_BYTES = 9216;
  typedef bit [8*9216-1:0] frame_t;              // byte i, from the first on the wire, is [8*i +: 8]; without FCS

  import "DPI-C" function string weir_error();
  import "DPI-C" function chandle weir_make(input string scenario, input string name, input string overrides);
  import "DPI-C" function chandle weir_make_from_file(input string path, input string name, input string overrides);
  import "DPI-C" function longint unsigned weir_ports(input chandle of);
  import "DPI-C" function int weir_connect(input chandle a, input longint unsigned port_of_a, input chandle b,
                                           input longint unsigned port_of_b);
  import "DPI-C" function int weir_record(input string path);
  import "DPI-C" function int weir_close_recordings();
  import "DPI-C" function longint unsigned weir_now();
  import "DPI-C" function int weir_run_until(input longint unsigned upto);
  import "DPI-C" function longint unsigned weir_earliest(input chandle to);
  import "DPI-C" function int weir_send(input chandle to, input longint unsigned port, input frame_t frame,
                                        input longint unsigned bytes, input longint unsigned arrival);
  import "DPI-C" function int weir_take(input chandle from, input longint unsigned port, output frame_t frame,
                                        input longint unsigned room, output longint unsigned bytes,
                                        output longint unsigned arrival);
  import "DPI-C" function int weir_read(input chandle of, input string name, output longint unsigned value);
  import "DPI-C" function int weir_write(input chandle of, input string name, input longint unsigned value);
  import "DPI-C" function int weir_peek(input chandle of, input string name, output longint unsigned value);
  import "DPI-C" function string weir_register_name(input chandle of, input longint unsigned element);
  import "DPI-C" function int weir_irq(input chandle of);
  import "DPI-C" function int weir_set_reset(input chandle of, input int held);
  import "DPI-C" function int weir_set_link(input chandle of, input longint unsigned port, input int up);

  // A design's frames against those of a switch: what both were sent must leave both at the same ports, frames of one stream
  // (MAC addresses and tag, or octet of DSCP) in the same order. Times, and the order of different streams, are the design's
  // own; frames of MAC control, which follow from times, are not compared.
  class switch_scoreboard;
    bit stop = 1;  // the first difference ends the simulation, by $fatal; 0: differences are counted and printed
    longint unsigned differences = 0;
    longint unsigned compared = 0;
    local chandle device;
    local frame_t seen[$];  // frames of the design that wait to be compared, with their ports and lengths
    local longint unsigned seen_port[$];
    local longint unsigned seen_bytes[$];

    function new(chandle of);
      device = of;
    endfunction

    // The design was sent a frame.
    function void sent(longint unsigned port, frame_t frame, longint unsigned bytes, longint unsigned arrival = NEXT);
      if (weir_send(device, port, frame, bytes, arrival) != 0) differs(weir_error());
    endfunction

    // A frame has left the design.
    function void left(longint unsigned port, frame_t frame, longint unsigned bytes);
      if (frame[8*12 +: 16] == 16'h0888) return;  // 0x8808, the first byte lowest
      seen.push_back(frame);
      seen_port.push_back(port);
      seen_bytes.push_back(bytes);
    endfunction

    // Runs the switch up to this time, in picoseconds, by which the design has sent all, too, and compares.
    function void compare(longint unsigned upto);
      frame_t frame;
      longint unsigned bytes;
      /* verilator lint_off UNUSEDSIGNAL */
      longint unsigned arrival;  // not compared
      /* verilator lint_on UNUSEDSIGNAL */
      if (weir_run_until(upto) != 0) differs(weir_error());
      for (longint unsigned port = 0; port < weir_ports(device); port++)
        while (weir_take(device, port, frame, MOST_BYTES, bytes, arrival) == 1)
          if (frame[8*12 +: 16] != 16'h0888) find(port, frame, bytes);
      foreach (seen[i]) differs($sformatf("port %0d of the design sends a frame that the switch does not send", seen_port[i]));
      seen.delete();
      seen_port.delete();
      seen_bytes.delete();
    endfunction

    // Of the first 16 bytes of each, the first byte lowest.
    local function bit same_stream(bit [127:0] a, bit [127:0] b);
      if (a[111:0] != b[111:0]) return 0;  // addresses and type
      case (a[111:96])
        16'h0081: return a[127:112] == b[127:112];
        16'h0008: return a[127:120] == b[127:120];
        16'hdd86: return a[127:112] == b[127:112];
        default:  return 1;
      endcase
    endfunction

    // The oldest frame of the design in the stream of this one must be this one.
    local function void find(longint unsigned port, frame_t frame, longint unsigned bytes);
      for (int i = 0; i < seen.size(); i++) begin
        if (seen_port[i] == port && same_stream(seen[i][127:0], frame[127:0])) begin
          compared++;
          if (seen_bytes[i] != bytes || !same(seen[i], frame, bytes))
            differs($sformatf("port %0d: the frame of %0d bytes has other bytes than the switch's, or another place", port, bytes));
          seen.delete(i);
          seen_port.delete(i);
          seen_bytes.delete(i);
          return;
        end
      end
      differs($sformatf("port %0d of the design does not send a frame of %0d bytes that the switch sends", port, bytes));
    endfunction

    local function bit same(frame_t a, frame_t b, longint unsigned bytes);
      for (longint unsigned i = 0; i < bytes; i++)
        if (a[17'(8*i) +: 8] != b[17'(8*i) +: 8]) return 0;
      return 1;
    endfunction

    local function void differs(string what);
      differences++;
      $display("switch_scoreboard: %s", what);
      if (stop) $fatal(1, "switch_scoreboard: stopped at the first difference");
    endfunction
  endclass
endpackage

`endif
