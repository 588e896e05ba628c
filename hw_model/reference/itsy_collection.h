// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The collection of a loop's ports between a declaration of ItsyRepaired and its resolution: a collecting message {S,
// P, Seq} walks the loop once, over the edges that hold when it passes, and brings home the list of the ports. If it
// comes home over an edge, with a number that was given since P began to pause, every edge of the list holds at that
// instant, for the same reason as with a check; so P is deadlocked then, and may be resumed.
//
// Ports that pause together all declare, and one must win. A message claims the switch from which it sets out and every
// switch that passes it on. A switch sends no message of its own while another claims it, and drops arriving messages
// that rank behind the claiming one (the smaller {S, P} ranks first). So the first-ranked message passes every switch,
// and the others stop where they meet it. A message that comes home to a switch which another claims is dropped, too.
//
// A claim ends when the egress over which the message came is no longer held, when P resumes, or, since messages may be
// lost, with the second life_over() after the claim: ports initiate again by then.
//
// Latency: none of its own. One list of 16 ports waits at each ingress; a newer one overwrites.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/itsy_list.h"
#include "hw_model/reference/itsy_repaired.h"
#include "hw_model/reference/itsy_slot.h"

namespace weir::reference {

// A collecting message: its initiator and the ports so far.
struct ItsyCollected {
  ItsyEntry entry;
  frame::ItsyPortList list;
};

class ItsyCollection {
 public:
  struct Settings {
    std::uint32_t switch_id = 0;
    std::uint8_t ttl = 16;         // hops; the list has room for as many
    bool claims = true;            // false: messages ignore one another
    bool only_where_seen = false;  // goes on only where the check of its number was the last seen
  };

  ItsyCollection(const Settings& settings, std::size_t ports) : settings_(settings), ports_(ports) {}

  // The check `entry` has come home and declared its port.
  void declared(const ItsyEntry& entry);

  // A message arrives at p. Returns the message with its list, whose first port is P itself, if it is home.
  std::optional<ItsyCollected> arrived(PortId p, const ItsyCollected& message, const ItsyRepaired& protocol);

  // The message that port i is to send upstream.
  bool due(PortId i) const { return port(i).due; }
  ItsyCollected take(PortId i);

  // As ItsyRepaired's functions of these names, called after them.
  void held(PortId e, bool on);
  void pausing(PortId i, bool on);
  void life_over();
  void reset();

  bool claimed() const { return claim_.valid != 0; }

  // Visits the state, to be saved or restored; of a list only whether it waits.
  template <class Visit>
  void each_field(const Visit& visit) {
    claim_.each_field(visit);
    visit(age_);
    visit(claim_egress_);
    for (Port& port : ports_) {
      port.passed.each_field(visit);
      visit(port.due);
      ItsySlot waiting{.valid = 0, .entry = port.waiting.entry};
      waiting.each_field(visit);
      port.waiting.entry = waiting.entry;
    }
  }

 private:
  static constexpr std::uint8_t kNoEgress = 0xff;

  struct Port {
    std::uint8_t due = 0;
    ItsyCollected waiting;  // to be sent upstream
    ItsySlot passed;        // the message that passed here last
  };

  bool claimed_by_another(const ItsyEntry& entry) const;
  void claim(const ItsyEntry& entry, std::uint8_t egress);
  Port& port(PortId p) { return ports_[p.index()]; }
  const Port& port(PortId p) const { return ports_[p.index()]; }

  Settings settings_;
  std::vector<Port> ports_;
  ItsySlot claim_;
  std::uint8_t claim_egress_ = kNoEgress;  // over which the claiming message came; kNoEgress: it is our own
  std::uint8_t age_ = 0;                   // lives that have ended since the claim
};

}  // namespace weir::reference
