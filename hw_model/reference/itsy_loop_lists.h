// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The lists of ports that ItsyPublished's consistency checks have passed. "During the temporary consistency check, a
// list of switch ports on the causality loop is recorded" (ITSY, section IV.B): a check that is passed on takes with it
// the port by which it leaves, and a check that comes home and declares its port has the list of the loop. No further
// message has to walk the loop.
//
// There are no claims: of ports that pause together, all that declare act, one at a time in each switch. A list has
// room for 16 ports; a check with a full list goes no further.
//
// Latency: none of its own. One list waits at each ingress, as one check does.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/frame/itsy_list.h"
#include "hw_model/reference/itsy_collection.h"
#include "hw_model/reference/itsy_published.h"

namespace weir::reference {

class ItsyLoopLists {
 public:
  ItsyLoopLists() = default;
  ItsyLoopLists(std::uint32_t switch_id, std::size_t ports) : switch_id_(switch_id), lists_(ports) {}

  // The list of the check that port i sends.
  frame::ItsyPortList of(PortId i, const ItsyEntry& entry) const {
    const bool begins = entry.switch_id == switch_id_ && entry.port == i;
    return begins ? with({}, i) : lists_[i.index()];
  }

  // A check arrives at p. Returns the port that it declares if it is home; the check's list begins with that port.
  std::optional<PortId> arrived(PortId p, const ItsyCollected& check, ItsyPublished& protocol) {
    const ItsyEntry& entry = check.entry;
    if (entry.switch_id != switch_id_ && check.list.full())
      return std::nullopt;
    const auto home = protocol.arrived(p, {.kind = ItsyKind::kConsistency, .entry = entry, .trigger = {}});
    for (std::size_t n = 0; !home && entry.switch_id != switch_id_ && n < lists_.size(); ++n) {
      const ItsySlot& due = protocol.state(PortId(n)).consistency;
      if (due.valid != 0 && due.entry.same_initiation(entry))
        lists_[n] = with(check.list, PortId(n));
    }
    return home;
  }

  void reset() { lists_.assign(lists_.size(), {}); }

 private:
  frame::ItsyPortList with(frame::ItsyPortList list, PortId i) const {
    list.add({.switch_id = switch_id_, .port = i});
    return list;
  }

  std::uint32_t switch_id_ = 0;
  std::vector<frame::ItsyPortList> lists_;  // of the check that waits at each ingress
};

}  // namespace weir::reference
