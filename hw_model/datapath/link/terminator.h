// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The module to which the sockets of unused ports are bound, since every socket of TLM-2.0 must be bound. One for any
// number of ports. Frames sent to it are lost, and it sends none.

#pragma once

#include <cstdint>

#include <systemc>
#include <tlm>

namespace weir::link {

class Terminator final : public sc_core::sc_module,
                         private tlm::tlm_fw_transport_if<>,
                         private tlm::tlm_bw_transport_if<> {
 public:
  explicit Terminator(const sc_core::sc_module_name& name) : sc_core::sc_module(name), in("in"), out("out") {
    in.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    out.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  // Before the run: `port` has sockets tx and rx.
  template <class Port>
  void plug(Port& port) {
    port.tx.bind(in);
    out.bind(port.rx);
  }

  // Frames that all its ports have sent to it.
  std::uint64_t frames() const { return frames_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& frame, tlm::tlm_phase&, sc_core::sc_time&) override {
    ++frames_;
    frame.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& frame, sc_core::sc_time&) override {
    ++frames_;
    frame.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  template <template <unsigned, class, int, sc_core::sc_port_policy> class Socket>
  using AnyNumber = Socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>;

  AnyNumber<tlm::tlm_target_socket> in;
  AnyNumber<tlm::tlm_initiator_socket> out;
  std::uint64_t frames_ = 0;
};

}  // namespace weir::link
