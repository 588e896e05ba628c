// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A program on a register bus, with every attribute of its transfers in its own hand.

#pragma once

#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir::asic {

using Data = std::vector<std::uint8_t>;

// What a program does, in a thread of the kernel.
class Program final : public sc_core::sc_module {
 public:
  Program(const sc_core::sc_module_name& name, std::function<void(Program&)> body)
      : sc_core::sc_module(name), socket("socket"), body_(std::move(body)) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
    socket.register_nb_transport_bw(this, &Program::respond);
  }

  tlm_utils::simple_initiator_socket<Program> socket;
  tlm::tlm_generic_payload payload;
  Time delay;  // local time ahead of the kernel's
  std::function<void(const tlm::tlm_phase&)> on_response;

  tlm::tlm_response_status transfer(tlm::tlm_command command, std::uint64_t address, Data& data, Data enables = {},
                                    std::optional<unsigned> streaming_width = {}) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(streaming_width.value_or(static_cast<unsigned>(data.size())));
    payload.set_byte_enable_ptr(enables.empty() ? nullptr : enables.data());
    payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    auto span = sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(delay.count()));
    socket->b_transport(payload, span);
    delay = Time(static_cast<std::int64_t>(span.value()));
    return payload.get_response_status();
  }
  tlm::tlm_response_status write(std::uint64_t address, Data data) {
    return transfer(tlm::TLM_WRITE_COMMAND, address, data);
  }
  tlm::tlm_response_status read(std::uint64_t address, Data& data) {
    return transfer(tlm::TLM_READ_COMMAND, address, data);
  }
  Time local_time() const { return Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())) + delay; }

 private:
  void run() { body_(*this); }
  tlm::tlm_sync_enum respond(tlm::tlm_generic_payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    on_response(phase);
    return tlm::TLM_ACCEPTED;
  }
  std::function<void(Program&)> body_;
};

}  // namespace weir::asic
