// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Two network controllers of vcml, and a switch of weir between them.
#include <iostream>
#include <vcml.h>

#include <weir/switch.h>
#include <weir/vcml.h>

using VcmlCable = weir::VcmlCable<vcml::eth_base_initiator_socket, vcml::eth_base_target_socket>;

// Sends frames of 60 to 1,514 bytes, and counts those of the other controller.
class Nic : public sc_core::sc_module, public vcml::eth_host {
 public:
  vcml::eth_initiator_socket eth_tx{"eth_tx"};
  vcml::eth_target_socket eth_rx{"eth_rx", *this};
  unsigned right = 0, wrong = 0;
  sc_core::sc_time first;

  SC_HAS_PROCESS(Nic);
  Nic(const sc_core::sc_module_name& module, std::uint8_t own_number) : sc_module(module), number(own_number) {
    SC_THREAD(run);
  }
  void eth_receive(const vcml::eth_frame& got) override {
    if (right + wrong == 0)
      first = sc_core::sc_time_stamp();
    ++(got == frame(static_cast<std::uint8_t>(1 - number), right + wrong) ? right : wrong);
  }

 private:
  static vcml::eth_frame frame(std::uint8_t from, unsigned i) {
    std::vector<std::uint8_t> bytes(60 + i * 16 % 1455, static_cast<std::uint8_t>(i));
    const std::uint8_t head[] = {2, 0, 0, static_cast<std::uint8_t>(1 - from), 0, 0, 2, 0, 0, from, 0, 0, 0x88, 0xb6};
    std::copy(std::begin(head), std::end(head), bytes.begin());
    return vcml::eth_frame(bytes.data(), bytes.size());
  }
  void run() {
    for (unsigned i = 0; i < 100; ++i) {
      vcml::eth_frame next = frame(number, i);
      eth_tx.send(next);  // all at once: the cable sends one after the other
    }
  }
  std::uint8_t number;
};

SC_MODULE(Bench) {
  weir::Switch s1{"s1", weir::from_file("nics.toml")};
  VcmlCable cable1{"cable1", s1, 0}, cable2{"cable2", s1, 1};
  Nic nic1{"nic1", 0}, nic2{"nic2", 1};
  SC_CTOR(Bench) {
    nic1.eth_tx.bind(cable1.eth_rx), cable1.eth_tx.bind(nic1.eth_rx);
    nic2.eth_tx.bind(cable2.eth_rx), cable2.eth_tx.bind(nic2.eth_rx);
  }
};

int sc_main(int, char*[]) {
  Bench bench("bench");
  sc_core::sc_start(1, sc_core::SC_MS);
  for (const Nic* nic : {&bench.nic1, &bench.nic2})
    std::cout << nic->basename() << ": " << nic->right << " frames right, " << nic->wrong << " wrong, the first at "
              << nic->first << '\n';
  return bench.nic1.right == 100 && bench.nic2.right == 100 ? 0 : 1;
}
