// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// ITSY as it should have been, in one lossless class of one switch. Whatever completes an edge e -> i (egress e is
// held, ingress i pauses its upstream, and more than XON of i waits for e) sends a check {S, P = i, Seq} upstream out
// of i. A check that arrives at a held egress goes on over every edge from there. One that comes home over an edge to
// P, with a number that was given since P began to pause, has gone round a circle of queues none of which can go on.
//
// Why one pass is enough: when the check passes p, p is held and more than XON of i stands in it and has not begun to
// leave; as long as the initiator does not resume, p stays held, so i cannot resume, so the next one stays held.
//
// Numbers come round, so in the life of a check a port takes fewer than there are: at most half of them from one
// life_over() to the next, and an initiation beyond waits. A pause that begins takes none: what was given before it is
// told by how many have been given since.
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

  // `amount` of ingress i stands in the VEQ of e; begins to leave it.
  void enqueued(PortId e, PortId i, std::uint32_t amount);
  void departed(PortId e, PortId i, std::uint32_t amount) { causality_.depart(e, i, amount); }

  // e can start no packet of the class any more, or again.
  void held(PortId e, bool on);
  void held_by_host(PortId) {}  // whose stamp is the trigger, never a check

  // What i holds when it resumes, at most: from its next pause on, or, where it falls, at once. In a pause it may not
  // rise.
  void resumes_at(PortId i, std::uint32_t xon);

  // A PAUSE leaves at i, which take() may ride on; or a RESUME. `responsible` is the egress whose packet was one too
  // many, of which this protocol does not ask.
  void pausing(PortId i, bool on, PortId responsible);

  // Every so often while i pauses, for what has been lost: i initiates again.
  void again(PortId i);

  // As long has passed as a check can be under way: its hops, each of a cable, a frame before it and its processing.
  void life_over();

  // A message arrives at p. The port that is deadlocked, where it says so.
  std::optional<PortId> arrived(PortId p, const ItsyMessage& message);

  // What port i is to send upstream, with a frame that leaves anyhow or alone; nothing is due afterwards where it was
  // the last. A check whose edge no longer holds is dropped instead.
  bool due(PortId i) const;
  std::optional<ItsyMessage> take(PortId i);

  // The same of messages of this kind.
  bool due(PortId i, frame::ItsyKind kind) const { return kind == frame::ItsyKind::kChecking && due(i); }
  std::optional<ItsyMessage> take(PortId i, frame::ItsyKind) { return take(i); }

  // Of a message that has come to p: whether it is one of our own that has gone round, over an edge to its port and
  // with a number of the present pause; whether it passes on to i; whether its check was the last here.
  bool home(PortId p, const ItsyEntry& entry) const;
  bool passes(PortId p, PortId i, const ItsyEntry& entry) const { return over(p, i, entry); }
  bool saw(PortId p, const ItsyEntry& entry) const;

  void reset();

  struct Port {
    std::uint32_t seq = 0;
    std::uint32_t given = 0;  // numbers since the present pause began, up to 2^seq_bits
    std::uint32_t taken = 0;  // numbers since life_over()
    std::uint8_t wants = 0;   // an initiation waits for it
    ItsySlot own;             // to be sent upstream
    ItsySlot forwarded;       // likewise
    ItsySlot seen;            // last at this egress, since it is held
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
