// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The module to which the sockets of unused ports are bound, since every socket of TLM-2.0 must be bound. One for any
// number of ports. Frames sent to it are lost, and it sends none.

#pragma once

#include <cstdint>

#include <systemc>
#include <tlm>

#include "hw_model/datapath/link/no_cable.h"

namespace weir::link {

class Terminator final : public sc_core::sc_module {
 public:
  explicit Terminator(const sc_core::sc_module_name& name) : sc_core::sc_module(name), in("in"), out("out") {
    in.bind(static_cast<tlm::tlm_fw_transport_if<>&>(end_));
    out.bind(static_cast<tlm::tlm_bw_transport_if<>&>(end_));
  }

  // Before the run: `port` has sockets tx and rx.
  template <class Port>
  void plug(Port& port) {
    port.tx.bind(in);
    out.bind(port.rx);
  }

  // Frames that all its ports have sent to it.
  std::uint64_t frames() const { return end_.lost(); }

 private:
  template <template <unsigned, class, int, sc_core::sc_port_policy> class Socket>
  using AnyNumber = Socket<32, tlm::tlm_base_protocol_types, 0, sc_core::SC_ZERO_OR_MORE_BOUND>;

  NoCable end_{tlm::TLM_OK_RESPONSE};
  AnyNumber<tlm::tlm_target_socket> in;
  AnyNumber<tlm::tlm_initiator_socket> out;
};

}  // namespace weir::link
