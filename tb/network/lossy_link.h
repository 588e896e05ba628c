// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One direction of a cable that treats some frames badly: a TLM-2.0 component between two ports, put in only where a
// scenario asks for it. Faults are drawn by the seed, a stream each, and look at
//   private frames   0x88B5 of one subtype or of any, link-local or behind a tag to a unicast address, which crosses
//                    switches as data: lost, doubled, delayed
//   riders           what stands in the padding of a PFC frame, octets 34 to 59: lost, so that the frame arrives
//                    without; doubled or delayed, so that the next PFC frame whose padding is empty brings it, too or
//                    only then. A later rider that finds one waiting takes its place.
// All other frames, and the PFC frames themselves, pass as they would over a cable. A delayed frame may arrive after
// frames that were sent after it; one that is doubled or delayed takes no time on the wire of its own.
//
// Order: the link holds frames until no frame that is still to be sent could arrive before them, and hands them over in
// the order of their arrival, so that the receiving port sees what it would see on a wire. All devices have had their
// turns of an instant when the link hands over; from then on whatever is sent arrives one delay of the cable after the
// next turns, which begin a quantum, or a picosecond, later.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <systemc>
#include <tlm>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/network/link_fault.h"

namespace weir::network {

struct LinkFaultCounters {
  std::uint64_t lost = 0;
  std::uint64_t doubled = 0;
  std::uint64_t delayed = 0;
  Bytes lost_bytes{0};     // of data and messages of deadlock units: frame::made_length()
  Bytes doubled_bytes{0};  // likewise

  LinkFaultCounters& operator+=(const LinkFaultCounters& other);
};

class LossyLink final : public sc_core::sc_module,
                        private tlm::tlm_fw_transport_if<>,
                        private tlm::tlm_bw_transport_if<> {
 public:
  // `delay`: of the cable; `quantum`: of the devices at its ends, 0 where they run event by event.
  LossyLink(const sc_core::sc_module_name& name, link::FramePool& pool, Time delay, Time quantum);

  tlm::tlm_target_socket<> rx;
  tlm::tlm_initiator_socket<> tx;

  // Faults act in the order of these calls; what one has lost the next does not see. Before the run.
  void add(const LinkFault& fault, const RandomStream& random) { faults_.push_back({fault, random}); }

  const LinkFaultCounters& counters() const { return counters_; }

  // Of these, the frames that the receiver takes for data, by Packet::flow, and all of them.
  const std::map<std::uint32_t, LinkFaultCounters>& data_by_flow() const { return data_; }
  LinkFaultCounters data() const;

  // Of these, messages of deadlock units in frames of their own.
  const LinkFaultCounters& unit_messages() const { return unit_messages_; }

  // By which a frame arrives later than over a cable, at most.
  Time longest_delay() const;

  // Calls visit(packet, is_control) for each frame that is held.
  template <class Visit>
  void for_each_held(Visit visit) const {
    for (const Held& held : held_) {
      visit(*held.packet, held.control);
    }
  }

 private:
  static constexpr std::size_t kFirstRidingOctet = 34;
  static constexpr std::size_t kRidingOctets = 26;
  using Rider = std::array<std::uint8_t, kRidingOctets>;

  struct Drawn {
    LinkFault fault;
    RandomStream random;
    bool strikes() { return random.unit() < fault.probability; }
    Time extra();
  };
  struct Held {
    Time arrival;
    frame::Packet* packet;
    bool control;
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&, sc_core::sc_time&) override {
    return tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  struct PrivateFrame {
    std::uint8_t subtype = 0;
    bool is_data = false;
  };

  static std::optional<PrivateFrame> private_frame_of(const frame::Packet& packet);
  void strike(frame::Packet& packet, const PrivateFrame& kind, Time arrival);
  void count(const frame::Packet& packet, const PrivateFrame& kind, std::uint64_t LinkFaultCounters::*counter);
  void pfc_frame(frame::Packet& packet);
  void hold(frame::Packet& packet, Time arrival, bool control);
  void turns_are_over();
  void hand_over();
  void send(const Held& held);

  link::FramePool& pool_;
  Time delay_;
  Time quantum_;
  std::vector<Drawn> faults_;
  std::optional<Rider> rider_;  // waits for a PFC frame
  std::vector<Held> held_;      // by arrival, then in the order of the calls
  Time handed_over_;            // arrival of the latest frame that the receiver has
  LinkFaultCounters counters_;
  std::map<std::uint32_t, LinkFaultCounters> data_;
  LinkFaultCounters unit_messages_;
  sc_core::sc_event due_;
  sc_core::sc_event turns_over_;
};

}  // namespace weir::network
