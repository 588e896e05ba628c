// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ends of ports without a cable, and of sockets that lead nowhere: interfaces without a module. Frames sent there
// are lost, as on a port without a cable; a register access is answered with an error.

#pragma once

#include <tlm>

namespace weir::platform {

class NoCable final : public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
 public:
  explicit NoCable(tlm::tlm_response_status response) : response_(response) {}

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    payload.set_response_status(response_);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override {
    payload.set_response_status(response_);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_response_status response_;
};

// For both directions of a cable.
NoCable& no_cable();
// For registers.
NoCable& no_registers();

}  // namespace weir::platform
