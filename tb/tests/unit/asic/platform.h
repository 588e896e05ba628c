// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A platform of somebody else's around a switch of two ports at 10 Gbps, with cables of 1 us: a FarEnd sends at the
// left port, and what is under test stands at the right one.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <systemc>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/data_frame.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::asic {

using namespace weir::literals;

inline constexpr PortId kLeft{0};
inline constexpr PortId kRight{1};
inline constexpr Time kDelay = 1_us;

inline SwitchConfig two_ports() {
  SwitchConfig config;
  config.ports.assign(2, link::LinkConfig{.rate = 10_Gbps, .delay = kDelay});
  config.mmu = {.viq_limit = 1'000'000_B};
  config.flow_control.lossless = 0;
  return config;
}

class Platform : public sc_core::sc_module {
 public:
  explicit Platform(const sc_core::sc_module_name& name, const SwitchConfig& config = two_ports(),
                    const Timing& timing = {.quantum = kDelay})
      : sc_core::sc_module(name), s1("s1", config, timing, Factories{}, pool, 0, 1), left("left") {
    s1.port(kLeft).tx.bind(left.in);
    left.out.bind(s1.port(kLeft).rx);
    s1.forwarding().add_host(0x0a000002, std::vector{kRight});
  }

  // At the right port: anything with the sockets `in` and `out`.
  template <class Component>
  void plug(Component& component) {
    s1.port(kRight).tx.bind(component.in);
    component.out.bind(s1.port(kRight).rx);
  }

  // A frame of 1250 B, 1 us, to the right. Last bit at the left port `delay` from now.
  tlm::tlm_response_status send(Time delay) {
    frame::DataFrameFields fields = some_fields();
    fields.length = 1250_B;
    std::vector<std::uint8_t> bytes(1246);
    frame::write_data_frame(bytes, fields);
    return left.send(bytes, delay);
  }

  link::FramePool pool;
  SwitchAsic s1;
  FarEnd left;
};

inline void run(Time span) { sc_core::sc_start(link::to_kernel(span)); }

inline int warnings() { return sc_core::sc_report_handler::get_count("weir/port", sc_core::SC_WARNING); }

}  // namespace weir::asic
