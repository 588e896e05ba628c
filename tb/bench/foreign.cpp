// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench/foreign.h"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "tb/platform/weir/switch.h"

namespace weir::bench {

namespace {

constexpr std::size_t kFrameBytes = 1496;   // without FCS
constexpr double kLineNanoseconds = 121.6;  // of a frame with preamble and gap at 100 Gbps
constexpr double kCableNanoseconds = 1000;

class Station final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Station);
  // The station at a port, and the port of the station that it sends to.
  Station(const sc_core::sc_module_name& name, Switch& to, std::size_t port, std::size_t next)
      : sc_core::sc_module(name) {
    out_.bind(to.rx[port]);
    to.tx[port].bind(in_);
    in_.register_b_transport(this, &Station::take);
    // A locally administered address of device `next`, then this station's, and an EtherType for experiments.
    frame_ = {2, 0,    0,   static_cast<unsigned char>(next), 0, 0, 2, 0, 0, static_cast<unsigned char>(port), 0,
              0, 0x88, 0xb5};
    SC_THREAD(send);
  }

  unsigned received() const { return received_; }

 private:
  void send() {
    const sc_core::sc_time line(kLineNanoseconds, sc_core::SC_NS);
    const sc_core::sc_time until_heard(kLineNanoseconds + kCableNanoseconds, sc_core::SC_NS);
    tlm::tlm_generic_payload payload;
    payload.set_write();
    payload.set_address(0);
    payload.set_data_ptr(frame_.data());
    payload.set_data_length(kFrameBytes);
    payload.set_streaming_width(kFrameBytes);
    for (unsigned i = 0; i < kForeignFrames; ++i) {
      sc_core::sc_time delay = until_heard;
      payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
      out_->b_transport(payload, delay);
      wait(line);
    }
  }

  void take(tlm::tlm_generic_payload& frame, sc_core::sc_time&) {
    received_ += frame.get_data_length() == kFrameBytes ? 1U : 0U;
    frame.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_initiator_socket<Station> out_{"out"};
  tlm_utils::simple_target_socket<Station> in_{"in"};
  std::array<unsigned char, kFrameBytes> frame_{};
  unsigned received_ = 0;
};

}  // namespace

double foreign_hops(const std::string& file, const std::vector<std::string>& settings) {
  Settings of_file = from_file(file, "s1");
  of_file.set("switch.forwarding.tables", "bridged");
  for (const std::string& one : settings)
    of_file.set(one.substr(0, one.find('=')), one.substr(one.find('=') + 1));
  Switch s1("s1", of_file);
  std::vector<std::unique_ptr<Station>> stations;
  for (std::size_t i = 0; i < s1.rx.size(); ++i)
    stations.push_back(
        std::make_unique<Station>(sc_core::sc_gen_unique_name("station"), s1, i, (i + 1) % s1.rx.size()));
  sc_core::sc_start();
  if (!std::all_of(stations.begin(), stations.end(), [](const auto& one) { return one->received() == kForeignFrames; }))
    throw std::runtime_error("bench: a frame between foreign stations is missing");
  return 2.0 * kForeignFrames * static_cast<double>(stations.size());
}

}  // namespace weir::bench
