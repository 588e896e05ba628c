// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The board of the driver: a processor at the registers and the interrupt of a switch, and three stations. h1 sends as
// fast as it may, in turns to h2 and h3; h2 storms from 0.5 ms to 1.5 ms.

#include <array>
#include <board.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <weir/switch.h>

namespace {

using sc_core::sc_time;
using sc_core::SC_US;

sc_time us(double span) { return {span, SC_US}; }

// One host. It obeys PFC.
class Station final : public sc_core::sc_module {
 public:
  Station(const sc_core::sc_module_name& name, weir::Switch& to, std::size_t port) : sc_core::sc_module(name) {
    out.bind(to.rx[port]);
    to.tx[port].bind(in);
    in.register_b_transport(this, &Station::take);
  }

  void send(std::vector<unsigned char> frame, std::size_t bytes) {
    frame.resize(bytes);
    tlm::tlm_generic_payload payload;
    sc_time delay = us(2.3);  // longer than a frame and its cable
    payload.set_write();
    payload.set_data_ptr(frame.data());
    payload.set_data_length(static_cast<unsigned>(bytes));
    payload.set_streaming_width(static_cast<unsigned>(bytes));
    out->b_transport(payload, delay);
  }

  unsigned frames = 0;
  bool paused = false;

 private:
  void take(tlm::tlm_generic_payload& payload, sc_time&) {
    const unsigned char* const bytes = payload.get_data_ptr();
    if (bytes[12] == 0x88 && bytes[13] == 0x08)
      paused = (bytes[18] | bytes[19]) != 0;
    else
      ++frames;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_initiator_socket<Station> out{"out"};
  tlm_utils::simple_target_socket<Station> in{"in"};
};

class Board final : public sc_core::sc_module {
 public:
  explicit Board(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    s1.irq.bind(irq);
    bus.bind(s1.csr);
    SC_HAS_PROCESS(Board);
    SC_THREAD(processor);
    SC_THREAD(send);
    SC_THREAD(storm);
  }

  int transfer(tlm::tlm_command what, std::uint64_t offset, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    sc_time delay;
    payload.set_command(what);
    payload.set_address(offset);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    bus->b_transport(payload, delay);
    wait(delay);
    ++accesses;
    return payload.is_response_ok() ? 0 : -1;
  }

  // At most two accesses an interrupt, one that reads and one that clears.
  int sleep() {
    if (interrupts > 0 && accesses > 2)
      std::printf("%u accesses at one interrupt\n", accesses);
    if (!irq.read())
      wait(irq.posedge_event());
    accesses = 0;
    ++interrupts;
    return 1;
  }

  bool came_up = false;
  unsigned interrupts = 0;
  unsigned victims = 0;  // frames that h3 has got during the storm

 private:
  void processor() { std::printf("the driver ends with %d\n", driver_main()); }

  void send() {
    wait(us(300));
    for (unsigned turn = 0;; ++turn) {
      const unsigned char to = turn % 2 == 0 ? 1 : 2;
      if (!h1.paused)
        h1.send({2, 0, 0, static_cast<unsigned char>(to), 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6}, 1496);
      wait(us(1.3));
    }
  }

  void storm() {
    wait(us(500));
    const unsigned before = h3.frames;
    for (int i = 0; i < 20; ++i) {
      pause(0xffff);
      wait(us(50));
    }
    pause(0);
    victims = h3.frames - before;
  }

  // Class 0, for so many quanta.
  void pause(unsigned quanta) {
    h2.send({1,
             0x80,
             0xc2,
             0,
             0,
             1,
             2,
             0,
             0,
             9,
             0,
             0,
             0x88,
             0x08,
             1,
             1,
             0,
             1,
             static_cast<unsigned char>(quanta >> 8U),
             static_cast<unsigned char>(quanta & 0xffU)},
            60);
  }

  weir::Switch s1{"s1", weir::from_file("storm.toml")};
  Station h1{"h1", s1, 0}, h2{"h2", s1, 1}, h3{"h3", s1, 2};
  tlm_utils::simple_initiator_socket<Board> bus{"bus"};
  sc_core::sc_signal<bool> irq{"irq"};
  unsigned accesses = 0;
};

Board* board = nullptr;

}  // namespace

int board_read(std::uint64_t offset, void* data, unsigned bytes) {
  return board->transfer(tlm::TLM_READ_COMMAND, offset, data, bytes);
}

int board_write(std::uint64_t offset, const void* data, unsigned bytes) {
  std::vector<unsigned char> copy(bytes);
  std::memcpy(copy.data(), data, bytes);
  return board->transfer(tlm::TLM_WRITE_COMMAND, offset, copy.data(), bytes);
}

int board_wait_for_interrupt() { return board->sleep(); }

void board_say(const char* format, unsigned port) {
  std::printf("%9.3f us  ", sc_core::sc_time_stamp() / us(1));
  std::printf(format, port);
  std::printf("\n");
}

int sc_main(int, char*[]) {
  Board made("board");
  board = &made;
  sc_core::sc_start(us(3000));
  std::printf("%u interrupts, %u frames at h3 during the storm\n", made.interrupts, made.victims);
  return 0;
}
