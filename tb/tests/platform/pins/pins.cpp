// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A MAC in RTL on the cable between two switches: s1 - XGMII - mac.sv - AXI4-Stream - s2. Hosts at both ends send
// frames of random lengths, and compare what arrives.
#include <deque>
#include <iostream>
#include <random>

#include <weir/axi_stream.h>
#include <weir/cable.h>
#include <weir/switch.h>
#include <weir/xgmii.h>

#include "Vmac.h"

// Sends frames for the other host, and wants its frames in their order.
SC_MODULE(Host) {
  weir::Cable cable;
  Host* peer = nullptr;
  std::deque<std::uint32_t> expected;  // their FCS
  unsigned right = 0, wrong = 0;
  const unsigned number, frames;
  const double load;
  SC_HAS_PROCESS(Host);
  Host(const sc_core::sc_module_name& module, weir::Switch& at, unsigned own_number, unsigned to_send, double of_rate)
      : sc_module(module),
        cable("cable", at, 0, [this](weir::Frame&& frame) { take(frame); }),
        number(own_number),
        frames(to_send),
        load(of_rate) {
    SC_THREAD(run);
  }
  void take(const weir::Frame& frame) {
    const bool is_right = !expected.empty() && weir::fcs_of(frame) == expected.front();
    ++(is_right ? right : wrong);
    if (is_right)
      expected.pop_front();
  }
  void run() {
    std::minstd_rand random(number + 1);
    for (unsigned i = 0; i < frames; ++i) {
      weir::Frame frame{2,    0,   0, static_cast<std::uint8_t>(1 - number), 0, 0,
                        2,    0,   0, static_cast<std::uint8_t>(number),     0, 0,
                        0x88, 0xb6};
      frame.resize(60 + random() % 1437);
      for (std::size_t byte = 14; byte < frame.size(); ++byte)
        frame[byte] = static_cast<std::uint8_t>(random());
      peer->expected.push_back(weir::fcs_of(frame));
      cable.send(frame);
      wait(cable.wire_time(frame.size()) / load);
    }
  }
};

SC_MODULE(Bench) {
  weir::Switch s1{"s1", weir::from_file("pins.toml")}, s2{"s2", weir::from_file("pins.toml")};
  Host h1{"h1", s1, 0, 1500, 1.0}, h2{"h2", s2, 1, 1200, 0.8};  // the transmitter of mac.sv starts in byte 0 alone
  sc_core::sc_clock clk{"clk", 6.4, sc_core::SC_NS};
  sc_core::sc_signal<bool> rst_n{"rst_n", true};
  weir::Xgmii xgmii{"xgmii", s1, 1};
  weir::AxiStream axis{"axis", s2, 1};
  Vmac mac{"mac"};
  sc_core::sc_signal<std::uint64_t> rxd, txd, m_tdata, s_tdata;
  sc_core::sc_signal<std::uint32_t> rxc, txc, m_tkeep, s_tkeep;
  sc_core::sc_signal<bool> m_tvalid, m_tlast, m_tuser, s_tvalid, s_tlast, s_tready;
  SC_CTOR(Bench) {
    h1.peer = &h2, h2.peer = &h1;
    xgmii.clk(clk), axis.clk(clk), mac.clk_i(clk), mac.rst_ni(rst_n);
    xgmii.rxd(rxd), xgmii.rxc(rxc), mac.xgmii_rxd_i(rxd), mac.xgmii_rxc_i(rxc);
    xgmii.txd(txd), xgmii.txc(txc), mac.xgmii_txd_o(txd), mac.xgmii_txc_o(txc);
    // The receiver of the MAC cannot wait: tx_tready of the cable is not bound.
    mac.m_tdata_o(m_tdata), mac.m_tkeep_o(m_tkeep), mac.m_tvalid_o(m_tvalid), mac.m_tlast_o(m_tlast),
        mac.m_tuser_o(m_tuser);
    axis.tx_tdata(m_tdata), axis.tx_tkeep(m_tkeep), axis.tx_tvalid(m_tvalid), axis.tx_tlast(m_tlast),
        axis.tx_tuser(m_tuser);
    // Its transmitter holds the stream while it sends preamble, FCS and gap.
    axis.rx_tdata(s_tdata), axis.rx_tkeep(s_tkeep), axis.rx_tvalid(s_tvalid), axis.rx_tlast(s_tlast),
        axis.rx_tready(s_tready);
    mac.s_tdata_i(s_tdata), mac.s_tkeep_i(s_tkeep), mac.s_tvalid_i(s_tvalid), mac.s_tlast_i(s_tlast),
        mac.s_tready_o(s_tready);
    SC_THREAD(reset);
  }
  void reset() {
    rst_n.write(false);
    wait(20, sc_core::SC_NS);
    rst_n.write(true);
  }
};

int sc_main(int, char*[]) {
  Bench bench("bench");
  sc_core::sc_start(3, sc_core::SC_MS);
  for (const Host* host : {&bench.h1, &bench.h2})
    std::cout << host->basename() << ": " << host->right << " frames right, " << host->wrong << " wrong\n";
  std::cout << "through the MAC: " << bench.xgmii.frames_to() << " to s2, " << bench.xgmii.frames_from() << " to s1, "
            << bench.axis.bad() + bench.xgmii.broken() << " bad, " << bench.axis.lost() << " lost\n";
  return bench.h1.right == 1200 && bench.h2.right == 1500 ? 0 : 1;
}
