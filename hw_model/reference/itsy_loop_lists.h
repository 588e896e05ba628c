// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Of ItsyPublished: the ports that a consistency check has passed. "During the temporary consistency check, a list of
// switch ports on the causality loop is recorded" (ITSY, section IV.B): each check that goes on takes with it the port
// out of which it goes, and one that comes home and declares its port has the list of the loop. No second message has
// to walk.
//
// Nobody claims a switch: of ports that pause together all that declare act, one at a time in each switch. A list has
// room for 16 ports; a check with a full one goes no further.
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

  // A check arrives at p: the port that is declared, where it is home; its list begins with that.
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
  std::vector<frame::ItsyPortList> lists_;  // of what waits at each ingress
};

}  // namespace weir::reference
