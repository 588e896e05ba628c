// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A platform of somebody else's around a switch of two ports at 10 Gbps, with cables of 1 us: a FarEnd sends at the
// left port, and what is under test stands at the right one.

#pragma once

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/frame/data_frame.h"
#include "tb/tests/unit/datapath/far_end.h"
#include "tb/tests/unit/datapath/packets.h"

namespace weir::asic {

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
    weir::plug(s1.port(kLeft), left);
    s1.forwarding().add_host(0x0a000002, std::vector{kRight});
  }

  // At the right port: anything with the sockets `in` and `out`.
  template <class Component>
  void plug(Component& component) {
    weir::plug(s1.port(kRight), component);
  }

  // A frame of 1250 B, 1 us, to the right. Last bit at the left port `delay` from now.
  tlm::tlm_response_status send(Time delay) {
    frame::DataFrameFields fields = some_fields();
    fields.length = 1250_B;
    return left.send(bytes_of(fields), delay);
  }

  link::FramePool pool;
  SwitchAsic s1;
  FarEnd left;
};

inline int warnings() { return sc_core::sc_report_handler::get_count("weir/port", sc_core::SC_WARNING); }

}  // namespace weir::asic
