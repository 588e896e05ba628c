// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A port at the edge of a FERA region (Jiang, section 4.1.3: "If the packets exit this region, the edge bridges perform
// the corresponding end system functions and remove the tags from forwarded traffic"). Behind it is a host, or a
// network, that does not speak FERA; the edge acts in its place, between forwarding and the MMU:
//
//   comes_in    a packet from outside. The edge keeps a regulator (fera_edge_regulator.h) a flow, which is a pair of
//               stations and a class, and puts a forward tag on the path of the packet when one is due: behind it, with
//               the station's address as source, so that it returns this way.
//   turns       a forward tag that is routed out of the region: it goes back from here with the rate of this port's
//               meter, as its destination would send it back (the switch does so; the edge keeps nothing of it).
//   comes_back  a returning tag that is routed out: of a flow of this edge it sets the rate and goes no further.
//
// When a flow sends more than its rate, its class, if it has flow control, is kept paused at this port until what has
// come is paid for, because no packet of the class may be dropped and there is no queue a flow here; in another class
// the packet is dropped. For a flow that owes, the edge's own clock puts tags on, or a paused station would hear of no
// better rate.
//
// Order of operations, of a packet that comes in: its flow is found, or takes a free slot, or that of a flow that is
// idle; a tag is put on; the packet is dropped or charged. Pauses begin and end in timer(), behind all other work of
// the instant. Latency: none.

#pragma once

#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/fera_tag.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/fera_edge_regulator.h"

namespace weir::congestion {

// What an edge may ask of its switch.
class FeraEdgeActions {
 public:
  // Asks for timer(at).
  virtual void schedule_edge(PortId port, Time at) = 0;

  // Keeps the port's peer paused in class c, or no more: SwitchActions::keep_paused.
  virtual bool keep_peer_paused(PortId port, ClassId c, bool on, Time now) = 0;

  // Sends a forward tag of that flow. The tag may be lost at once, without a route or a place for it. `about`: the flow
  // of the tag, for measurement.
  virtual void put_on(PortId port, frame::MacAddress destination, frame::MacAddress source, const frame::FeraTag& tag,
                      std::uint32_t about, Time now) = 0;

 protected:
  ~FeraEdgeActions() = default;
};

class FeraEdge {
 public:
  struct Counters {
    std::uint64_t put_on = 0;     // tags of flows from outside
    std::uint64_t taken_off = 0;  // tags that were going out
    std::uint64_t refused = 0;    // returning tags from outside, where no station can have had a tag to return
    std::uint64_t unserved = 0;   // packets whose flow had no slot
    std::uint64_t holds = 0;      // times that the peer began to be kept paused
    std::uint64_t dropped = 0;    // packets of classes without flow control above their rate
  };

  // A bit of FeraTag::flow, beside the slot, in tags that an edge has put on: hosts number their flows below it.
  static constexpr std::uint32_t kOfAnEdge = 0x8000'0000;

  // `context` of the port, with consistent settings. `actions` outlives the edge.
  FeraEdge(const PortContext& context, PortId port, FeraEdgeActions& actions);

  // The verdict on a packet that has come in by this port and has been routed.
  enum class Verdict : std::uint8_t {
    kGoesOn,
    kDropped,   // above its rate
    kTakenOff,  // a returning tag
  };
  Verdict comes_in(const frame::Packet& packet, Time now);

  // A returning tag is about to leave by this port. True: it is of a flow of this edge, and goes no further.
  bool comes_back(const frame::Packet& tag, Time now);

  // A forward tag that was about to leave by this port goes back instead.
  void turns() { ++counters_.taken_off; }

  void timer(Time now);

  // Flow control has forgotten whom it keeps paused. Counters stay; timers that are pending find nothing to do.
  void reset();

  const Counters& counters() const { return counters_; }
  bool keeps_paused(ClassId c) const { return (kept_ & mask_of(c)) != 0; }
  std::size_t flows() const { return flows_.size(); }

  // declare(): block "fera_edge" of one port, which hardware has at each port; empty without edges. bind_registers():
  // its live registers, which read 0 at a port that is no edge (null).
  static ledger::Block declare(const PortContext& context);
  static void bind_registers(const ledger::Binder& binder, const FeraEdge* edge);

 private:
  struct Rows;
  struct Flow {
    frame::MacAddress source;
    frame::MacAddress destination;
    ClassId c;
    FeraEdgeRegulator regulator;
    std::uint32_t about = 0;  // whose packets these are
  };

  Flow* flow_of(const frame::Packet& packet, Time now);
  void put_on(Flow& flow, Time now);
  ClassId pause_of(ClassId c) const { return whole_port_ ? lowest_ : c; }
  void look_at(Time at);
  void keep(ClassId pause, bool on, Time now);

  FeraEdgeActions& actions_;
  PortId port_;
  FeraEdgeTerms terms_;
  ClassMask classes_;  // that the meters count
  ClassMask paused_;   // of these, with flow control
  bool whole_port_;    // a pause is of all classes
  ClassId lowest_;
  std::size_t slots_;
  std::vector<Flow> flows_;
  ClassMask kept_ = 0;
  Time looks_at_ = kNever;
  Counters counters_;
};

}  // namespace weir::congestion
