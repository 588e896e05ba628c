// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What follows a declaration of ItsyRepaired before anything is done: a collecting message {S, P, Seq} walks the loop
// once, over the edges that hold when it comes by, and brings home the list of its ports. Home over an edge, with a
// number that was given since P began to pause, it has found every edge of the list holding now, for the reason for
// which the check had; so P is deadlocked at that instant, and may be told to go on.
//
// Of ports that pause together all declare, and one must win. A switch whose own message has set out, or that has
// passed one on, is claimed by it. It sends none of its own while another claims it; of those that come it drops what
// goes behind the one that claims it (the smaller {S, P} goes first). Of those that have set out, the first passes
// everybody, and the others stop where they meet it. A switch that is claimed by another when its own comes home lets
// it go.
//
// A claim is over when the egress over which it came is no longer held, when P resumes, or with the second life_over()
// after it was made, for what has been lost: then ports initiate again anyhow.
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

// What walks: whose, and the ports so far.
struct ItsyCollected {
  ItsyEntry entry;
  frame::ItsyPortList list;
};

class ItsyCollection {
 public:
  struct Settings {
    std::uint32_t switch_id = 0;
    std::uint8_t ttl = 16;         // hops; the list has room for as many
    bool claims = true;            // false: each goes on whoever else does
    bool only_where_seen = false;  // only where the check of the same number was the last to come by
  };

  ItsyCollection(const Settings& settings, std::size_t ports) : settings_(settings), ports_(ports) {}

  // The check `entry` has come home and declared its port.
  void declared(const ItsyEntry& entry);

  // A message arrives at p. It with its list, whose first port is P itself, where it is home.
  std::optional<ItsyCollected> arrived(PortId p, const ItsyCollected& message, const ItsyRepaired& protocol);

  // What port i is to send upstream.
  bool due(PortId i) const { return port(i).due; }
  ItsyCollected take(PortId i);

  // As those of ItsyRepaired, after it.
  void held(PortId e, bool on);
  void pausing(PortId i, bool on);
  void life_over();
  void reset();

  bool claimed() const { return claim_.valid != 0; }

  // The state; of lists only that they wait.
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
    ItsySlot passed;        // that came by here last
  };

  bool claimed_by_another(const ItsyEntry& entry) const;
  void claim(const ItsyEntry& entry, std::uint8_t egress);
  Port& port(PortId p) { return ports_[p.index()]; }
  const Port& port(PortId p) const { return ports_[p.index()]; }

  Settings settings_;
  std::vector<Port> ports_;
  ItsySlot claim_;
  std::uint8_t claim_egress_ = kNoEgress;  // over which it came; none: our own
  std::uint8_t age_ = 0;                   // lives that are over since
};

}  // namespace weir::reference
