// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// TLM-2.0's base protocol towards a component at the other end of a cable that does not complete a frame in the call
// that brings it: TLM_ACCEPTED or TLM_UPDATED, END_REQ and BEGIN_RESP later, on the backward path.
//
// A port makes a Handshake when it first meets such an answer, and sends its frames through it from then on. In order:
//   BEGIN_REQ  with the delay until the frame's last bit, one frame at a time: not before END_REQ of the one before
//   END_REQ    the component accepts the next frame; BEGIN_RESP stands for it, too
//   BEGIN_RESP its response; answered with END_RESP, and the transaction and its frame are released
// A wire does not wait. A frame whose turn comes after its last bit should have arrived is handed over late, and the
// owner counts it. Only a pause frame holds a sender, not a late END_REQ.

#pragma once

#include <deque>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"

namespace weir::link {

class Handshake final : public tlm::tlm_fw_transport_if<> {
 public:
  class Owner {
   public:
    virtual void answered(const frame::Packet& packet, tlm::tlm_response_status response) = 0;
    virtual void handed_over_late(const frame::Packet& packet, Time by) = 0;

   protected:
    ~Owner() = default;
  };

  // `port`: the name of the owner, for messages; outlives this.
  Handshake(tlm::tlm_fw_transport_if<>& far_end, FramePool& pool, Owner& owner, const char* port);
  ~Handshake() override;

  // The call that found the component out. begun(): this object takes over its transaction, with one reference, before
  // or after the call has returned. returned(): the answer of the call.
  void begun(FrameTransaction& transaction);
  void returned(FrameTransaction& transaction, tlm::tlm_sync_enum answer, tlm::tlm_phase phase, sc_core::sc_time delay);

  // The next frame of the port: taken out of the transaction, which is complete at once.
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

  // The component's call. A call for a transaction that is not under way is an error of the report handler.
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase,
                                     const sc_core::sc_time& delay);

 private:
  class FrontOfFarEnd;
  struct Waiting {
    frame::Packet* packet;
    Time arrival;
  };

  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {}
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

  void send_waiting();
  void request_ended(const FrameTransaction& transaction, const sc_core::sc_time& delay);
  void answered(FrameTransaction& transaction);
  FrameTransaction* under_way(tlm::tlm_generic_payload& transaction) const;

  std::unique_ptr<FrontOfFarEnd> far_end_;
  FramePool& pool_;
  Owner& owner_;
  const char* port_;
  std::deque<Waiting> waiting_;                // for the component to accept the one before
  FrameTransaction* requesting_ = nullptr;     // begun, and not accepted yet
  std::vector<FrameTransaction*> unanswered_;  // begun, without a response yet
  Time accepts_from_;                          // END_REQ of the last one that was accepted
  sc_core::sc_event accepted_;
};

}  // namespace weir::link
