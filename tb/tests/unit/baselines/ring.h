// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A ring of `length` switches with a tail of `tail` before it, as devices would write it down: everything takes a hop
// of one microsecond and nothing else takes any time. The egress of switch s leads to the ingress of the next one, and
// pauses go the other way. Switches 0 to length - 1 are the ring; of the tail the last is where pauses begin, and the
// first pauses switch 0 by an egress of its own.

#pragma once

#include "tb/baselines/play.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::baselines {

inline constexpr Time kHop{1'000'000};
inline constexpr Time kFill{1'000};

struct Ring {
  std::size_t length;
  std::size_t tail = 0;

  std::size_t switches() const { return length + tail; }
  Point egress(std::size_t s) const { return 3 * s; }
  Point ingress(std::size_t s) const { return 3 * s + 1; }
  Point to_tail() const { return 2; }  // of switch 0

  Cables cables() const {
    std::vector<Point> peers(3 * switches(), oracle::kNoViq);
    const auto cable = [&](Point a, Point b) {
      peers[a] = b;
      peers[b] = a;
    };
    for (std::size_t s = 0; s < length; ++s) {
      cable(egress(s), ingress((s + 1) % length));
    }
    for (std::size_t n = 0; n < tail; ++n) {
      cable(n == 0 ? to_tail() : egress(length + n - 1), ingress(length + n));
    }
    return {.peers = peers, .hop = [](Point, Bytes) { return kHop; }, .of_switch = [](Point) { return true; }};
  }

  // VIQ of switch s begins to pause when the egress behind it is held, and has packets at both egresses of switch 0.
  std::vector<oracle::KnotEntry> entries() const {
    std::vector<oracle::KnotEntry> all;
    Time now;
    for (std::size_t n = tail; n-- > 0;) {
      pause(all, ingress(length + n), now);
      now += kHop;
      hold(all, n == 0 ? to_tail() : egress(length + n - 1), n == 0 ? ingress(0) : ingress(length + n - 1), now);
      now += kFill;
    }
    for (std::size_t n = 0; n < length; ++n) {
      const std::size_t s = (length - n) % length;
      pause(all, ingress(s), now);
      now += kHop;
      hold(all, egress((s + length - 1) % length), ingress((s + length - 1) % length), now);
      now += kFill;
    }
    return all;
  }

  // When a message has gone so many hops: up to where the loop closes it waits for each VIQ but the first.
  Time after(std::size_t hops) const {
    return kHop * static_cast<std::int64_t>(hops) + kFill * static_cast<std::int64_t>(std::min(hops, switches()) - 1);
  }
  Time formed() const { return after(switches()); }

  static void pause(std::vector<oracle::KnotEntry>& all, Point viq, Time now) {
    all.push_back({.at = now, .event = oracle::KnotEvent::kPauses, .place = viq});
  }

  static void hold(std::vector<oracle::KnotEntry>& all, Point egress, Point viq, Time now) {
    all.push_back({.at = now, .event = oracle::KnotEvent::kGated, .place = egress, .amount = 1});
    all.push_back({.at = now, .event = oracle::KnotEvent::kStands, .place = egress, .of = viq, .amount = 1500});
    all.push_back({.at = now, .event = oracle::KnotEvent::kHeld, .place = egress, .amount = 1});
  }
};

// Tells the graph and the play of entries, an instant at a time, and then lets the play run.
inline void follow(PauseGraph& graph, Play& play, const std::vector<oracle::KnotEntry>& entries, Time end) {
  for (auto first = entries.begin(); first != entries.end();) {
    const auto last = std::find_if(first, entries.end(), [&](const auto& one) { return one.at != first->at; });
    play.run_until(first->at);
    std::for_each(first, last, [&](const auto& one) { graph.apply(one); });
    std::for_each(first, last, [&](const auto& one) { play.told(one); });
    first = last;
  }
  play.run_until(end);
}

}  // namespace weir::baselines
