// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A TLM-2.0 component on one direction of a cable: takes each frame of the port that is bound to `rx` in the call that
// brings the frame, and gives frames to the port that is bound to `tx`. Ports of this network give and take frames
// without a transaction.

#pragma once

#include <systemc>
#include <tlm>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_taker.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "hw_model/datapath/port/port.h"

namespace weir::network {

class OnCable : public sc_core::sc_module,
                public tlm::tlm_fw_transport_if<>,  // by which a port recognises this component
                public link::FrameTaker,
                private tlm::tlm_bw_transport_if<> {
 public:
  tlm::tlm_target_socket<> rx;
  tlm::tlm_initiator_socket<> tx;

 protected:
  // `pool`, of the ports' frames, must outlive this object.
  OnCable(const sc_core::sc_module_name& name, link::FramePool& pool)
      : sc_core::sc_module(name), rx("rx"), tx("tx"), pool_(pool) {
    rx.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
    tx.bind(static_cast<tlm::tlm_bw_transport_if<>&>(*this));
  }

  // Gives a frame to the port behind `tx`. `arrival`: the present or later.
  void give(frame::Packet& packet, Time arrival) {
    if (port_ != nullptr) {
      return port_->receive(packet, arrival);
    }
    link::FrameTransaction& transaction = pool_.carrier();
    transaction.carry(packet);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = link::until(arrival);
    tx->nb_transport_fw(transaction, phase, delay);
    pool_.crossed();
  }

  void end_of_elaboration() override {
    port_ = dynamic_cast<port::Port*>(tx.operator->());
    if (port_ != nullptr && &port_->pool() != &pool_) {
      port_ = nullptr;  // each frame returns to where it came from: the receiver copies it
    }
  }

  link::FramePool& pool_;
  port::Port* port_ = nullptr;  // the receiver, where it is a port of this network

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase&,
                                     sc_core::sc_time& delay) override {
    const Time arrival = link::to_time(sc_core::sc_time_stamp() + delay);
    frame::Packet& packet = *pool_.take_packet(transaction);
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    take(packet, arrival);
    return tlm::TLM_COMPLETED;
  }
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    nb_transport_fw(transaction, phase, delay);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

}  // namespace weir::network
