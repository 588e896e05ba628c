// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The other end of a cable as any TLM-2.0 component could be: sockets of the base protocol and nothing of ours.

#pragma once

#include <tlm>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir {

class FarEnd final : public sc_core::sc_module, tlm::tlm_fw_transport_if<>, tlm::tlm_bw_transport_if<> {
 public:
  struct Call {
    tlm::tlm_phase phase;
    tlm::tlm_command command;
    std::uint64_t address;
    unsigned streaming_width;
    tlm::tlm_response_status status_before;
    Time at;  // the kernel's, when the call came
    Time delay;
    std::vector<std::uint8_t> data;
    tlm::tlm_generic_payload* transaction;
  };

  explicit FarEnd(const sc_core::sc_module_name& name) : sc_core::sc_module(name), in("in"), out("out") {
    in.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    out.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  tlm::tlm_target_socket<> in;
  tlm::tlm_initiator_socket<> out;
  std::vector<Call> received;  // what came in

  // Sends `data` with one non-blocking call and returns the response. The bytes are overwritten afterwards, as their
  // owner may.
  tlm::tlm_response_status send(std::vector<std::uint8_t> data, Time delay, const tlm::tlm_phase& with = tlm::BEGIN_REQ,
                                tlm::tlm_command command = tlm::TLM_WRITE_COMMAND, std::uint64_t address = 0) {
    tlm::tlm_generic_payload payload;
    fill(payload, data, command);
    payload.set_address(address);
    tlm::tlm_phase phase = with;
    sc_core::sc_time annotated = link::to_kernel(delay);
    returned = out->nb_transport_fw(payload, phase, annotated);
    std::fill(data.begin(), data.end(), std::uint8_t{0xdd});
    return payload.get_response_status();
  }
  tlm::tlm_sync_enum returned = tlm::TLM_ACCEPTED;  // by the latest send()

  tlm::tlm_response_status send_blocking(std::vector<std::uint8_t> data, Time delay) {
    tlm::tlm_generic_payload payload;
    fill(payload, data, tlm::TLM_WRITE_COMMAND);
    sc_core::sc_time annotated = link::to_kernel(delay);
    out->b_transport(payload, annotated);
    return payload.get_response_status();
  }

 private:
  static void fill(tlm::tlm_generic_payload& payload, std::vector<std::uint8_t>& data, tlm::tlm_command command) {
    payload.set_command(command);
    payload.set_data_ptr(data.empty() ? nullptr : data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    const std::uint8_t* data = transaction.get_data_ptr();
    received.push_back({phase, transaction.get_command(), transaction.get_address(), transaction.get_streaming_width(),
                        transaction.get_response_status(), link::kernel_time(), link::to_time(delay),
                        std::vector<std::uint8_t>(data, data + transaction.get_data_length()), &transaction});
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

// A cable from a port to a component with the sockets `in` and `out`, or to a port of another device.
void plug(auto& port, auto& component) {
  port.tx.bind(component.in);
  component.out.bind(port.rx);
}

void join(auto& one, auto& other) {
  one.tx.bind(other.rx);
  other.tx.bind(one.rx);
}

// The message of the error that `call` reports; empty: none.
template <class Call>
std::string report_of(Call call) {
  try {
    call();
  } catch (const sc_core::sc_report& report) {
    return report.get_msg();
  }
  return "";
}

}  // namespace weir
