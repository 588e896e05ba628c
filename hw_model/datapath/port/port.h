// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Port (MAC): the two ends of a cable at a device. Sends one frame at a time at the link rate and never pre-empts;
// receives whole frames (store and forward).
//
// Receiving, in order: the frame is filed at the time of its last bit; MAC control frames are kept apart and take
// effect t_r after their arrival; data frames are parsed as they come to the head of the line and ask for admission
// after the parser's and the lookup's cycles. Frames of one port never overtake one another within their kind.
// Latency: none of its own beyond serialisation.

#pragma once

#include <functional>
#include <utility>

#include <systemc>
#include <tlm>

#include "hw_model/base/scheduler.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/datapath/link/link_config.h"
#include "hw_model/datapath/parser/parser.h"

namespace weir::port {

struct PortCounters {
  std::uint64_t frames_sent = 0;  // of any kind, out-of-band feedback not counted
  std::uint64_t frames_received = 0;
  std::uint64_t control_frames_received = 0;
};

class Port : public sc_core::sc_module, private tlm::tlm_fw_transport_if<>, private tlm::tlm_bw_transport_if<> {
 public:
  Port(const sc_core::sc_module_name& name, PortId id, const link::LinkConfig& link, const parser::Parser& parser,
       Scheduler& scheduler, link::FramePool& pool);

  tlm::tlm_initiator_socket<> tx;
  tlm::tlm_target_socket<> rx;

  // How control frames are treated: they take effect `processing_delay` (t_r) after arrival; `notices_arrival` asks for
  // a kControlArrival event beside. Before the run.
  void process_control(Time processing_delay, bool notices_arrival);

  // Called with every frame that leaves (at its last bit) or is taken from the line (at its arrival), for captures.
  // Null, as at first: no calls. Before the run.
  enum class Direction : std::uint8_t { kIn, kOut };
  using Tap = std::function<void(const frame::Packet&, Time, Direction)>;
  void set_tap(Tap tap) { tap_ = std::move(tap); }

  PortId id() const { return id_; }
  const link::LinkConfig& link() const { return link_; }
  const PortCounters& counters() const { return counters_; }
  link::FramePool& pool() { return pool_; }

  // Time for which a frame of this length occupies the wire, including preamble and gap where the link charges them.
  Time wire_time(Bytes length) const {
    return serialization_time(link_.wire_overhead ? length + link::kWireOverhead : length, link_.rate);
  }

  // Sends a frame whose last bit leaves at `end`. Ownership passes to the link.
  void send(frame::Packet& packet, Time end);

  // Sends feedback that takes no time on the wire (conceptual GFC only): it arrives one propagation delay after `now`.
  void send_out_of_band(frame::Packet& packet, Time now);

  // The work of an event of this port. Each takes the frame at the head of its line and arms the line's next event.
  frame::Packet& take_admitted(parser::HeaderVector& header);
  frame::Packet& arrived_control(Time now);  // still the port's: it takes effect later
  frame::Packet& take_effective_control();

  // Frames filed and not yet taken: on the wire, being parsed, or waiting for t_r.
  std::size_t frames_under_way() const { return data_.size() + control_.size() + effective_.size(); }
  const frame::PacketList& data_under_way() const { return data_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  void transport(frame::Packet& packet, Time arrival);
  void receive(frame::Packet& packet, Time arrival);
  frame::Packet& adopt(tlm::tlm_generic_payload& foreign);
  void parse_head();

  PortId id_;
  link::LinkConfig link_;
  Time processing_delay_;
  bool notices_arrival_ = false;
  const parser::Parser& parser_;
  Scheduler& scheduler_;
  link::FramePool& pool_;

  frame::PacketList data_;       // filed, in order of arrival; the head is parsed
  frame::PacketList control_;    // control frames that have not arrived yet (only with notices_arrival)
  frame::PacketList effective_;  // control frames waiting for t_r
  parser::HeaderVector head_;
  Time last_admission_;
  Time last_arrival_;
  PortCounters counters_;
  Tap tap_;
};

}  // namespace weir::port
