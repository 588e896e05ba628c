// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What waits in the VIQs of one device, added up: behind which egress queues, and of which flows.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/cycle_link.h"
#include "tb/oracle/wait_for_graph.h"

namespace weir::oracle {

// Adds up what waits in the VIQs of one device: one pass over its packets.
class WaitingTally final : public crossbar::WaitingVisitor {
 public:
  WaitingTally(const network::Device& device, std::size_t index) : device_(device), index_(index) {}

  void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) override {
    add(packet, {packet.egress, packet.traffic_class}, {blocked_by.egress, blocked_by.traffic_class});
  }

  void in_veq(PortId port, ClassId c) {
    for (const frame::Packet& packet : device_->egress().waiting(port, c)) {
      add(packet, {port, c}, {port, c});
    }
  }

  // Calls visit(viq port, class, flow, bytes) for packets of one flow in a VIQ; the same flow may come more than once.
  template <class Visit>
  void for_each_share(Visit visit) const {
    for (const auto& [viq, share] : shares_) {
      visit(viq.port, viq.traffic_class, share);
    }
  }

  // Calls visit(viq port, class, entries) for each VIQ in which something waits.
  template <class Visit>
  void for_each_viq(Visit visit) {
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.viq < b.viq; });
    for (auto first = entries_.begin(); first != entries_.end();) {
      const auto last =
          std::find_if(first, entries_.end(), [&](const Entry& entry) { return entry.viq != first->viq; });
      std::vector<WaitingBytes> waiting;
      for (auto entry = first; entry != last; ++entry) {
        waiting.push_back({id(entry->own), id(entry->blocker), entry->bytes});
      }
      visit(first->viq.port, first->viq.traffic_class, std::move(waiting));
      first = last;
    }
  }

 private:
  struct Place {
    PortId port;
    ClassId traffic_class;
    auto operator<=>(const Place&) const = default;
  };
  struct Entry {
    Place viq, own, blocker;
    Bytes bytes;
  };

  QueueId id(Place place) const { return {index_, place.port, place.traffic_class}; }

  void add(const frame::Packet& packet, Place own, Place blocker) {
    if (packet.ingress == frame::kNoIngress) {
      return;  // made here: it keeps nobody's VIQ from falling
    }
    const Place viq{packet.ingress, packet.traffic_class};
    const Bytes counted = device_->engine(viq.port).occupies(packet.length, device_.asic->mmu().counted(packet.length));
    const auto alike = [&](const Entry& e) { return e.viq == viq && e.own == own && e.blocker == blocker; };
    // Neighbours in a queue are mostly alike, and there are few kinds.
    auto at = std::find_if(entries_.rbegin(), entries_.rend(), alike);
    if (at == entries_.rend()) {
      entries_.push_back({viq, own, blocker, counted});
    } else {
      at->bytes += counted;
    }
    if (shares_.empty() || shares_.back().first != viq || shares_.back().second.flow != packet.flow) {
      shares_.push_back({viq, {packet.flow, Bytes(0)}});
    }
    shares_.back().second.bytes += counted;
  }

  const network::Device& device_;
  std::size_t index_;
  std::vector<Entry> entries_;
  std::vector<std::pair<Place, CycleLink::Share>> shares_;
};

}  // namespace weir::oracle
