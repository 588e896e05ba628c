// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0
// Two switches back to back. The cable behind s2 is ten times slower: s2 pauses s1, and s1 pauses us.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <weir/switch.h>

SC_MODULE(Bench) {
  weir::Switch s1{"s1", weir::from_file("two_switches.toml")}, s2{"s2", weir::from_file("two_switches.toml")};
  tlm_utils::simple_initiator_socket<Bench> out{"out"}, bus{"bus"};
  tlm_utils::simple_target_socket<Bench> in{"in"};
  unsigned char frame[1496] = {2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6};  // h1 to h2, bridged; without FCS
  bool paused = false;
  SC_CTOR(Bench) {
    s1.tx[1].bind(s2.rx[1]), s2.tx[1].bind(s1.rx[1]);
    s1.tx[0].bind(in), out.bind(s1.rx[0]), bus.bind(s1.csr), in.register_b_transport(this, &Bench::take);
    SC_THREAD(run);
  }
  void take(tlm::tlm_generic_payload & got, sc_core::sc_time&) {
    paused = got.get_data_ptr()[12] == 0x88 && got.get_data_ptr()[13] == 0x08;  // MAC control
    got.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  void transfer(decltype(out)& to, tlm::tlm_command what, std::uint64_t address, unsigned char* data, unsigned size) {
    tlm::tlm_generic_payload payload;
    sc_core::sc_time delay(2.2, sc_core::SC_US);  // of a frame: 1.2 us for 1,500 B at 10 Gbps, and 1 us of cable
    payload.set_command(what), payload.set_address(address), payload.set_streaming_width(size);
    payload.set_data_ptr(data), payload.set_data_length(size), to->b_transport(payload, delay);
  }
  void run() {
    while (!paused)
      transfer(out, tlm::TLM_WRITE_COMMAND, 0, frame, sizeof frame), wait(1.2, sc_core::SC_US);
    unsigned char pauses[8] = {};
    transfer(bus, tlm::TLM_READ_COMMAND, s1.address("flow_control.pauses_received", {1, 0}), pauses, sizeof pauses);
    std::cout << "paused by s1, which s2 has paused " << +pauses[0] << " times\n";
  }
};
int sc_main(int, char*[]) {
  Bench bench("bench");
  return sc_core::sc_start(100, sc_core::SC_MS), 0;
}
