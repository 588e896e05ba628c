// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/c_interface/station.h"

#include <algorithm>
#include <stdexcept>

#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/frame/ethernet.h"

namespace weir::c_interface {

Station::Station(const sc_core::sc_module_name& name, Switch& of, std::size_t number, const port::Port& port)
    : sc_core::sc_module(name), out_("out"), in_("in"), port_(port) {
  in_.register_nb_transport_fw(this, &Station::take);
  out_.bind(of.rx[number]);
  of.tx[number].bind(in_);
}

tlm::tlm_sync_enum Station::take(tlm::tlm_generic_payload& frame, tlm::tlm_phase&, sc_core::sc_time& delay) {
  const unsigned char* const bytes = frame.get_data_ptr();
  arrived_.push_back({link::to_time(sc_core::sc_time_stamp() + delay), {bytes, bytes + frame.get_data_length()}});
  frame.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

Time Station::next_arrival(std::size_t size, Time open) const {
  const Time on_wire = port_.wire_time(Bytes(static_cast<std::int64_t>(size + frame::kFcsBytes)));
  return std::max({last_bit_ + on_wire, link::kernel_time() + on_wire + port_.link().delay, open});
}

void Station::send(const unsigned char* bytes, std::size_t size, const Time* arrival, Time open) {
  const Time at = arrival != nullptr ? *arrival : next_arrival(size, open);
  if (at < open)
    throw std::invalid_argument("the frame arrives at " + std::to_string(at.count()) + " ps; wanted at least " +
                                std::to_string(open.count()) + " ps, the end of the quantum");
  if (at < last_bit_)
    throw std::invalid_argument("the frame arrives at " + std::to_string(at.count()) +
                                " ps, before the frame that was sent before it, at " +
                                std::to_string(last_bit_.count()) + " ps");
  tlm::tlm_generic_payload payload;
  payload.set_write();
  payload.set_address(0);
  payload.set_data_ptr(const_cast<unsigned char*>(bytes));  // TLM has no reading pointer
  payload.set_data_length(static_cast<unsigned>(size));
  payload.set_streaming_width(static_cast<unsigned>(size));
  sc_core::sc_time delay = link::until(at);
  out_->b_transport(payload, delay);
  if (payload.is_response_error())
    throw std::invalid_argument(payload.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE
                                    ? "the frame's first bit comes before the last bit of the frame before it, at " +
                                          std::to_string(last_bit_.count()) + " ps"
                                    : "no frame has " + std::to_string(size) + " bytes; wanted 1 to 65535");
  last_bit_ = at;
}

}  // namespace weir::c_interface
