// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/c_interface/register_bus.h"

namespace weir::c_interface {

namespace {

// The transaction of an access; `value` holds what is written, and takes what is read, least significant byte first.
void describe(tlm::tlm_generic_payload& payload, const RegisterAccess& access, std::uint64_t& value) {
  value = access.written.value_or(0);
  access.written ? payload.set_write() : payload.set_read();
  payload.set_address(access.address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(access.bytes);
  payload.set_streaming_width(access.bytes);
}

}  // namespace

RegisterBus::RegisterBus(const sc_core::sc_module_name& name, Switch& of)
    : sc_core::sc_module(name), socket_("socket"), asked_("asked") {
  socket_.bind(of.csr);
  SC_HAS_PROCESS(RegisterBus);
  SC_THREAD(serve);
}

void RegisterBus::begin(RegisterAccess& access) {
  access_ = &access;
  asked_.notify(sc_core::SC_ZERO_TIME);
}

void RegisterBus::serve() {
  for (;;) {
    wait(asked_);
    tlm::tlm_generic_payload payload;
    std::uint64_t value = 0;
    describe(payload, *access_, value);
    sc_core::sc_time delay;
    socket_->b_transport(payload, delay);
    wait(delay);
    access_->value = value;
    access_->accepted = payload.is_response_ok();
    access_->done = true;
    sc_core::sc_pause();
  }
}

void RegisterBus::peek(RegisterAccess& access) {
  tlm::tlm_generic_payload payload;
  describe(payload, access, access.value);
  access.accepted = socket_->transport_dbg(payload) == access.bytes;
  access.done = true;
}

}  // namespace weir::c_interface
