// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The waits inside one switch, in one lossless class: how much of each ingress waits at each egress, which egresses are
// held, which ingresses pause their upstream. Both ITSY protocols read this state and nothing else of the switch.
//
// Amounts are in the unit of XON (bytes, cells or packets). A packet counts from when it is in its VEQ until it begins
// to leave. An egress is held when it can start no packet of the class any more.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/invariant.h"

namespace weir::reference {

class ItsyCausality {
 public:
  ItsyCausality(std::size_t ports, std::uint32_t xon)
      : ports_(ports), count_(ports * ports), stuck_(ports), xon_(ports, xon), held_(ports), pausing_(ports) {}

  std::size_t ports() const { return ports_; }

  std::uint32_t count(PortId e, PortId i) const { return count_[at(e, i)]; }
  bool held(PortId e) const { return held_[e.index()] != 0; }
  bool pausing(PortId i) const { return pausing_[i.index()] != 0; }
  std::uint32_t xon(PortId i) const { return xon_[i.index()]; }

  // The amount of ingress i that waits at held egresses.
  std::uint32_t stuck(PortId i) const { return stuck_[i.index()]; }

  // More than XON of i waits for e: while e is held i cannot resume.
  bool strong(PortId e, PortId i) const { return count(e, i) > xon(i); }
  bool edge(PortId e, PortId i) const { return held(e) && pausing(i) && strong(e, i); }

  void enqueue(PortId e, PortId i, std::uint32_t amount) {
    count_[at(e, i)] += amount;
    stuck_[i.index()] += held(e) ? amount : 0;
  }
  void depart(PortId e, PortId i, std::uint32_t amount) {
    if (count(e, i) < amount)
      throw InvariantBroken("itsy: more of an ingress leaves an egress than waits there");
    count_[at(e, i)] -= amount;
    stuck_[i.index()] -= held(e) ? amount : 0;
  }
  void set_held(PortId e, bool on) {
    if (held(e) == on)
      return;
    held_[e.index()] = on ? 1 : 0;
    for (std::size_t i = 0; i < ports_; ++i) {
      const std::uint32_t waiting = count_[at(e, PortId(i))];
      stuck_[i] = on ? stuck_[i] + waiting : stuck_[i] - waiting;
    }
  }
  // While i pauses, `xon` may only fall.
  void set_xon(PortId i, std::uint32_t xon) { xon_[i.index()] = xon; }
  void set_pausing(PortId i, bool on) { pausing_[i.index()] = on ? 1 : 0; }

  // Nothing waits, is held or pauses.
  void reset() {
    for (auto* values : {&count_, &stuck_})
      std::ranges::fill(*values, 0);
    for (auto* flags : {&held_, &pausing_})
      std::ranges::fill(*flags, 0);
  }

  // Visits the state, to be saved or restored.
  template <class Visit>
  void each_field(const Visit& visit) {
    for (auto& value : count_)
      visit(value);
    for (auto& flag : held_)
      visit(flag);
    for (auto& flag : pausing_)
      visit(flag);
    for (auto* values : {&stuck_, &xon_}) {
      for (auto& value : *values)
        visit(value);
    }
  }

 private:
  std::size_t at(PortId e, PortId i) const { return e.index() * ports_ + i.index(); }

  std::size_t ports_;
  std::vector<std::uint32_t> count_;  // row e: the amount of each ingress
  std::vector<std::uint32_t> stuck_;
  std::vector<std::uint32_t> xon_;
  std::vector<std::uint8_t> held_;
  std::vector<std::uint8_t> pausing_;
};

}  // namespace weir::reference
