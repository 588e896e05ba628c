// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A weir::Switch in the middle of three hosts, and what tests connect to it.

#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "tb/platform/weir/switch.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::star_bench {

inline const std::string kStar = R"([scenario]
duration = "1ms"

[topology]
kind = "star"
hosts = 3

[[flow]]
src = "h1"
dst = "h2"

[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"

[flow_control]
scheme = "pfc"
lossless = [0]

[flow_control.pfc]
xoff = "50KB"
xon = "40KB"
)";

// What a call reports, "weir/settings: ...", and nothing else; empty: nothing.
inline std::string report_of(const auto& call) {
  try {
    call();
  } catch (const sc_core::sc_report& report) {
    return std::string(report.get_msg_type()) + ": " + report.get_msg();
  }
  return "";
}

// The other end of one cable, which counts frames and sends when it is asked to.
struct Sink : sc_core::sc_module {
  explicit Sink(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    in.register_nb_transport_fw(this, &Sink::take);
  }
  void connect(Switch& to, std::size_t port) {
    out.bind(to.rx[port]);
    to.tx[port].bind(in);
  }
  tlm::tlm_sync_enum take(tlm::tlm_generic_payload& frame, tlm::tlm_phase&, sc_core::sc_time&) {
    const unsigned char* const bytes = frame.get_data_ptr();
    ++(bytes[12] == 0x88 && bytes[13] == 0x08 ? pauses : frames);
    frame.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  // A frame from h1 to h2, bridged, whose last bit arrives in 3 us.
  tlm::tlm_response_status send() { return send({2, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0x88, 0xb6}); }
  // A PFC frame that pauses class 0 for so many quanta.
  tlm::tlm_response_status pause(unsigned quanta) {
    const auto high = static_cast<unsigned char>(quanta >> 8U);
    const auto low = static_cast<unsigned char>(quanta);
    return send({1, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 9, 0, 0, 0x88, 0x08, 1, 1, 0, 1, high, low});
  }
  tlm::tlm_response_status send(std::vector<unsigned char> bytes, std::size_t length = 60) {
    bytes.resize(length);
    tlm::tlm_generic_payload frame;
    frame.set_write();
    frame.set_data_ptr(bytes.data());
    frame.set_data_length(static_cast<unsigned>(length));
    frame.set_streaming_width(static_cast<unsigned>(length));
    sc_core::sc_time delay(3, sc_core::SC_US);
    out->b_transport(frame, delay);
    return frame.get_response_status();
  }

  tlm_utils::simple_initiator_socket_optional<Sink> out{"out"};
  tlm_utils::simple_target_socket_optional<Sink> in{"in"};
  unsigned frames = 0;
  unsigned pauses = 0;  // frames of MAC control, not in `frames`
};

inline std::uint64_t read(tlm_utils::simple_initiator_socket_optional<Sink>& bus, std::uint64_t address) {
  std::uint64_t value = 0;
  tlm::tlm_generic_payload payload;
  payload.set_read();
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(sizeof value);
  payload.set_streaming_width(sizeof value);
  return bus->transport_dbg(payload) == sizeof value ? value : ~std::uint64_t{0};
}

}  // namespace weir::star_bench
