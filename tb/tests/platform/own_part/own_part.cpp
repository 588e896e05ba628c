// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A part of its user in a switch of a platform: every_nth refuses each n-th packet. The switch of two_switches.toml
// gets 80 frames; then the board says what was refused, by the part's register and by the switch's counter.

#include <iostream>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <weir/parts.h>
#include <weir/switch.h>

class EveryNth final : public weir::parts::Admission {
 public:
  explicit EveryNth(weir::parts::Build& build)
      : n_(static_cast<std::uint64_t>(build.integer({"n", "Which packets are refused."}, 2, {1, 100}))) {
    build.declare({"seen", "packets that have come", 16, {}, 0, [this](const weir::parts::Indices&) { return seen_; }});
  }
  bool admits(const weir::parts::Arrival&, weir::parts::Time) override { return ++seen_ % n_ != 0; }

 private:
  std::uint64_t n_, seen_ = 0;
};

weir::Settings settings() {
  weir::parts::registry().add<EveryNth>("every_nth", "refuses each n-th packet");
  return weir::from_file("two_switches.toml")
      .set("switch.admission.policy", "every_nth")
      .set("switch.admission.every_nth.n", "5");
}

SC_MODULE(Board) {
  weir::Switch s1{"s1", settings()};
  tlm_utils::simple_initiator_socket<Board> out{"out"}, bus{"bus"};
  tlm_utils::simple_target_socket<Board> in{"in"};
  SC_CTOR(Board) {
    s1.tx[0].bind(in), out.bind(s1.rx[0]), bus.bind(s1.csr), in.register_b_transport(this, &Board::take);
    SC_THREAD(run);
  }
  void take(tlm::tlm_generic_payload & got, sc_core::sc_time&) { got.set_response_status(tlm::TLM_OK_RESPONSE); }
  void transfer(decltype(out)& to, tlm::tlm_command what, std::uint64_t address, unsigned char* data, unsigned size) {
    tlm::tlm_generic_payload payload;
    sc_core::sc_time delay(2.2, sc_core::SC_US);
    payload.set_command(what), payload.set_address(address), payload.set_streaming_width(size);
    payload.set_data_ptr(data), payload.set_data_length(size), to->b_transport(payload, delay);
  }
  void run() {
    unsigned char frame[1496] = {2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6};
    for (int i = 0; i < 80; ++i)
      transfer(out, tlm::TLM_WRITE_COMMAND, 0, frame, sizeof frame), wait(1.2, sc_core::SC_US);
    unsigned char seen[4] = {};
    transfer(bus, tlm::TLM_READ_COMMAND, s1.address("admission.every_nth_seen"), seen, sizeof seen);
    std::cout << "seen " << +seen[0] << '\n';
  }
};

int sc_main(int, char*[]) {
  Board board("board");
  std::cout << (sc_core::sc_find_object("board.s1.s1.admission") != nullptr ? "placed\n" : "not placed\n");
  sc_core::sc_start(1, sc_core::SC_MS);
  for (const weir::Stat& counter : weir::stats(board.s1))
    if (counter.name == "board.s1.admission.refused[0][0]")
      std::cout << "refused " << counter.value << '\n';
  return 0;
}
