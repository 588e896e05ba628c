// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY as repaired, in one lossless class of one switch. Every event that completes an edge e -> i (egress e is held,
// ingress i pauses its upstream, and more than XON of i waits for e) sends a check {S, P = i, Seq} upstream out of i. A
// check that arrives at a held egress is passed on over every edge from there. A check that comes home over an edge to
// P, with a number that was given since P began to pause, has gone round a circle of queues none of which can go on.
//
// Why one pass is enough: when the check passes p, p is held and more than XON of i stands in it and has not begun to
// leave; as long as the initiator does not resume, p stays held, so i cannot resume, so the next egress stays held.
//
// Numbers wrap, so a port gives out fewer than there are within the life of a check: at most half of them from one
// life_over() to the next; a further initiation waits. The beginning of a pause takes no number: a number from before
// it is recognised by the count of numbers given since.
//
// One own and one forwarded check wait at a port; a newer one overwrites.

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
using frame::ItsyMessage;

class ItsyRepaired {
 public:
  static constexpr bool kRepeats = true;       // again() and life_over() are to be called
  static constexpr bool kHeldWhenIdle = true;  // an egress is held when its packet on the wire has left
  struct Settings {
    std::uint32_t switch_id = 0;
    unsigned seq_bits = 8;  // 2..31
    std::uint8_t ttl = 16;  // hops of a check; 1 or more
    bool sums = true;       // a VIQ may be stuck behind several egresses of one message together
  };

  ItsyRepaired(const Settings& settings, std::size_t ports, std::uint32_t xon);

  const ItsyCausality& causality() const { return causality_; }

  // enqueued(): `amount` of ingress i enters the VEQ of e. departed(): `amount` begins to leave the VEQ.
  void enqueued(PortId e, PortId i, std::uint32_t amount);
  void departed(PortId e, PortId i, std::uint32_t amount) { causality_.depart(e, i, amount); }

  // e can start no packet of the class any more (`on`), or can again.
  void held(PortId e, bool on);
  void held_by_host(PortId) {}  // a host's stamp is a trigger, never a check

  // The most that i holds when it resumes. A new value takes effect with the next pause of i, a lower one at once;
  // while i pauses the value may not rise.
  void resumes_at(PortId i, std::uint32_t xon);

  // A PAUSE leaves at i (`on`), on which the message of take() may ride; or a RESUME. `responsible` is the egress of
  // the packet that crossed XOFF, which this protocol does not use.
  void pausing(PortId i, bool on, PortId responsible);

  // i initiates again; called now and then while i pauses, because messages may be lost.
  void again(PortId i);

  // The longest life of a check has passed: all its hops, each of a cable, a frame ahead of the check and its
  // processing.
  void life_over();

  // A message arrives at p. Returns the port that the message declares deadlocked, if any.
  std::optional<PortId> arrived(PortId p, const ItsyMessage& message);

  // The next message that port i is to send upstream, riding on a frame or alone; take() returns nothing if none is
  // left. A forwarded check is dropped instead if i is no longer stuck behind held egresses.
  bool due(PortId i) const;
  std::optional<ItsyMessage> take(PortId i);

  // The same for messages of this kind.
  bool due(PortId i, frame::ItsyKind kind) const { return kind == frame::ItsyKind::kChecking && due(i); }
  std::optional<ItsyMessage> take(PortId i, frame::ItsyKind) { return take(i); }

  // Of a message that has come to p. home(): it is our own and has gone round, over an edge to its port and with a
  // number of the present pause. passes(): it is passed on to i. saw(): its check was the last seen at p.
  bool home(PortId p, const ItsyEntry& entry) const;
  bool passes(PortId p, PortId i, const ItsyEntry& entry) const { return over(p, i, entry); }
  bool saw(PortId p, const ItsyEntry& entry) const;

  void reset();

  struct Port {
    std::uint32_t seq = 0;
    std::uint32_t given = 0;  // numbers since the present pause began, up to 2^seq_bits
    std::uint32_t taken = 0;  // numbers since life_over()
    std::uint8_t wants = 0;   // an initiation waits for a number
    ItsySlot own;             // to be sent upstream
    ItsySlot forwarded;       // likewise
    ItsySlot seen;            // the last check at this egress since it is held
  };
  const Port& state(PortId p) const { return ports_[p.index()]; }

  template <class Visit>
  void each_field(const Visit& visit) {
    causality_.each_field(visit);
    for (Port& port : ports_) {
      visit(port.seq);
      visit(port.given);
      visit(port.taken);
      visit(port.wants);
      for (ItsySlot* slot : {&port.own, &port.forwarded, &port.seen}) {
        slot->each_field(visit);
      }
    }
  }

 private:
  void initiate(PortId i);
  bool waits(PortId i) const;
  bool over(PortId p, PortId i, const ItsyEntry& entry) const;
  bool of_this_pause(PortId i, std::uint32_t seq) const;
  Port& port(PortId p) { return ports_[p.index()]; }
  const Port& port(PortId p) const { return ports_[p.index()]; }

  Settings settings_;
  ItsyCausality causality_;
  std::vector<Port> ports_;
};

}  // namespace weir::reference
