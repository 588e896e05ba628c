// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The two switches of hello.cpp, watched: waveforms, a capture of their cable, and at the end all counters that are not
// 0, by their names.

#include <iostream>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <weir/switch.h>
#include <weir/waves.h>

SC_MODULE(Board) {
  weir::Switch s1{"s1", weir::from_file("two_switches.toml")}, s2{"s2", weir::from_file("two_switches.toml")};
  weir::Waves waves{"watched.fst", {&s1, &s2}};
  weir::Capture capture{"watched.pcapng", {&s1, &s2}, {"*.p1"}};
  tlm_utils::simple_initiator_socket<Board> out{"out"};
  tlm_utils::simple_target_socket<Board> in{"in"};
  SC_CTOR(Board) {
    s1.tx[1].bind(s2.rx[1]), s2.tx[1].bind(s1.rx[1]);
    s1.tx[0].bind(in), out.bind(s1.rx[0]), in.register_b_transport(this, &Board::take);
    SC_THREAD(run);
  }
  void take(tlm::tlm_generic_payload & got, sc_core::sc_time&) { got.set_response_status(tlm::TLM_OK_RESPONSE); }
  // 80 frames of 1,500 B at 10 Gbps; the port of s2 that sends them on, into no cable, has a tenth of the rate.
  void run() {
    unsigned char frame[1496] = {2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6};
    for (int i = 0; i < 80; ++i) {
      tlm::tlm_generic_payload payload;
      sc_core::sc_time delay(2.2, sc_core::SC_US);
      payload.set_command(tlm::TLM_WRITE_COMMAND), payload.set_address(0), payload.set_data_ptr(frame);
      payload.set_data_length(sizeof frame), payload.set_streaming_width(sizeof frame);
      out->b_transport(payload, delay), wait(1.2, sc_core::SC_US);
    }
  }
};

int sc_main(int, char*[]) {
  Board board("board");
  sc_core::sc_start(1, sc_core::SC_MS);
  for (const weir::Switch* one : {&board.s1, &board.s2})
    for (const weir::Stat& counter : weir::stats(*one))
      if (counter.value > 0)
        std::cout << counter.name << " = " << counter.value << '\n';
  return 0;
}
