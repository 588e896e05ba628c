// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY as published (sections III.B to III.D), in one lossless class of one switch. Kept for comparison: it misses
// deadlocks and declares some that do not exist (docs/results/itsy_holes.md); itsy_repaired.h does neither.
//
// An ingress that begins to pause because of an egress that is not held is an initial trigger: its PAUSE carries {S, P,
// Seq}. The paused switch stores this entry at the egress and passes it on to every pausing ingress of which a packet
// waits there. A message that comes home is followed by a second one, the consistency check, which must find the same
// entry at every port; when the check comes home, a deadlock is declared.
//
// A host does not speak ITSY: the switch gives a host's PAUSE the entry {S, P, Seq} of the switch's port to the host,
// marked as a host's. The entry names the host, not the switch: coming back, it makes the switch a middle switch, not a
// circle.
//
// Where the paper is silent: the last packet of a pair clears the pair's bit of the traffic mapping (so a count stands
// beside it), and the egress that makes an ingress cross XOFF is that of the packet that crossed it. The RESUME tag r
// of a port is "not held" here.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/reference/itsy_causality.h"
#include "hw_model/reference/itsy_slot.h"

namespace weir::reference {

using frame::ItsyEntry;
using frame::ItsyKind;
using frame::ItsyMessage;

class ItsyPublished {
 public:
  static constexpr bool kRepeats = false;       // no message is ever repeated
  static constexpr bool kHeldWhenIdle = false;  // an egress is held when the PAUSE takes effect
  struct Settings {
    std::uint32_t switch_id = 0;
    unsigned seq_bits = 8;   // 1..31
    bool above_xon = false;  // the bit of the mapping says "more than XON waits" in place of "a packet waits"
  };

  ItsyPublished(const Settings& settings, std::size_t ports, std::uint32_t xon);

  const ItsyCausality& causality() const { return causality_; }

  // As ItsyRepaired's functions of these names.
  void enqueued(PortId e, PortId i, std::uint32_t amount) { causality_.enqueue(e, i, amount); }
  void departed(PortId e, PortId i, std::uint32_t amount) { causality_.depart(e, i, amount); }
  void held(PortId e, bool on);
  void held_by_host(PortId e);  // e is held, and its host is the initial trigger
  void pausing(PortId i, bool on, PortId responsible);
  void resumes_at(PortId i, std::uint32_t xon) { causality_.set_xon(i, xon); }
  void again(PortId) {}
  void life_over() {}
  std::optional<PortId> arrived(PortId p, const ItsyMessage& message);
  bool due(PortId i) const { return due(i, ItsyKind::kChecking) || due(i, ItsyKind::kConsistency); }
  std::optional<ItsyMessage> take(PortId i);
  bool due(PortId i, ItsyKind kind) const { return slot(i, kind).valid != 0; }
  std::optional<ItsyMessage> take(PortId i, ItsyKind kind);
  void reset();

  struct Slot : ItsySlot {
    std::uint8_t host = 0;  // {S, P} stands for a host

    template <class Visit>
    void each_field(const Visit& visit) {
      ItsySlot::each_field(visit);
      visit(host);
    }
  };

  struct Port {
    std::uint32_t seq = 0;
    Slot stored;       // of the initiator whose message came here last
    Slot checking;     // to be sent upstream
    Slot consistency;  // likewise
  };
  const Port& state(PortId p) const { return ports_[p.index()]; }

  template <class Visit>
  void each_field(const Visit& visit) {
    causality_.each_field(visit);
    for (Port& port : ports_) {
      visit(port.seq);
      for (Slot* slot : {&port.stored, &port.checking, &port.consistency}) {
        slot->each_field(visit);
      }
    }
  }

 private:
  void checked(PortId p, const ItsyEntry& entry, bool host);
  std::optional<PortId> consistent(PortId p, const ItsyEntry& entry);
  bool maps(PortId e, PortId i) const;
  bool stored_elsewhere(PortId p, const ItsyEntry& entry) const;
  const Slot& slot(PortId i, ItsyKind kind) const {
    return kind == ItsyKind::kChecking ? port(i).checking : port(i).consistency;
  }
  Port& port(PortId p) { return ports_[p.index()]; }
  const Port& port(PortId p) const { return ports_[p.index()]; }

  Settings settings_;
  ItsyCausality causality_;
  std::vector<Port> ports_;
};

}  // namespace weir::reference
