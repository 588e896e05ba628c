// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The end of sockets that lead nowhere: interfaces without a module. What is sent there is lost and gets a fixed
// response, and nothing comes from there.

#pragma once

#include <cstdint>

#include <tlm>

namespace weir::link {

class NoCable final : public tlm::tlm_fw_transport_if<>, public tlm::tlm_bw_transport_if<> {
 public:
  explicit NoCable(tlm::tlm_response_status response) : response_(response) {}

  // Transactions that have been sent there.
  std::uint64_t lost() const { return lost_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) override {
    lose(payload);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) override { lose(payload); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void lose(tlm::tlm_generic_payload& payload) {
    ++lost_;
    payload.set_response_status(response_);
  }

  tlm::tlm_response_status response_;
  std::uint64_t lost_ = 0;
};

}  // namespace weir::link
