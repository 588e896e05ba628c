// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One direction of a cable with faults: a TLM-2.0 component between two ports, present only where a scenario asks for
// it. Each fault draws from a random stream of its own and hits
//   private frames   ethertype 0x88B5, of one subtype or any, link-local or behind a tag to a unicast address, which
//                    crosses switches as data: lost, doubled or delayed
//   riders           messages in the padding of a PFC frame, octets 34 to 59. Lost: the frame arrives without its
//   rider.
//                    Doubled or delayed: the next PFC frame with empty padding brings the rider again, or instead. A
//                    later rider replaces a rider that still waits.
// All other frames, and the PFC frames themselves, pass as over a cable. A delayed frame may arrive after frames that
// were sent after it; a doubled or delayed frame takes no time of its own on the wire.
//
// Order: the link holds frames until no frame still to be sent could arrive before them, and delivers them in the order
// of arrival, so that the receiving port sees them as from a wire. The link delivers when all devices have had their
// turns of an instant: any later frame is sent in the next turns, a quantum or a picosecond later, and arrives at least
// the cable's delay after those.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <systemc>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/network/link_fault.h"
#include "tb/network/on_cable.h"

namespace weir::network {

struct LinkFaultCounters {
  std::uint64_t lost = 0;
  std::uint64_t doubled = 0;
  std::uint64_t delayed = 0;
  Bytes lost_bytes{0};     // of data and messages of deadlock units: sum of frame::made_length()
  Bytes doubled_bytes{0};  // likewise

  LinkFaultCounters& operator+=(const LinkFaultCounters& other);
};

class LossyLink final : public OnCable {
 public:
  // `delay`: of the cable; `quantum`: of the devices at both ends; 0: they run event by event.
  LossyLink(const sc_core::sc_module_name& name, link::FramePool& pool, Time delay, Time quantum);

  // Faults act in the order of these calls; a lost frame does not reach the later ones. Before the run.
  void add(const LinkFault& fault, const RandomStream& random) { faults_.push_back({fault, random}); }

  const LinkFaultCounters& counters() const { return counters_; }

  // The part of counters() about frames that the receiver treats as data: by Packet::flow, and in total.
  const std::map<std::uint32_t, LinkFaultCounters>& data_by_flow() const { return data_; }
  LinkFaultCounters data() const;

  // The part of counters() about messages of deadlock units in frames of their own.
  const LinkFaultCounters& unit_messages() const { return unit_messages_; }

  // The most by which a frame arrives later than over a cable.
  Time longest_delay() const;

  // Calls visit(packet, is_control) for each held frame.
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

  void take(frame::Packet& packet, Time arrival) override;

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

  Time delay_;
  Time quantum_;
  std::vector<Drawn> faults_;
  std::optional<Rider> rider_;  // waits for a PFC frame with empty padding
  std::vector<Held> held_;      // by arrival, then in the order of the calls
  Time handed_over_;            // arrival of the latest delivered frame
  LinkFaultCounters counters_;
  std::map<std::uint32_t, LinkFaultCounters> data_;
  LinkFaultCounters unit_messages_;
  sc_core::sc_event due_;
  sc_core::sc_event turns_over_;
};

}  // namespace weir::network
