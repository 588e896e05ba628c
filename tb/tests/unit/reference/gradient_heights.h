// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Every state that VIQs can reach under the gradient rule, whatever is sent, drained and reported when. Without
// `feeds`, where all may feed one another, what any topology of so many VIQs can do is among it. Packets cross at once,
// which only helps a sender (its VIQ is deeper); news stays away as long as it likes.
//
// A VIQ is (held, depth), in units: held falls with news, depth when a packet leaves. Packets also come from elsewhere
// while held < Bm, as from VIQs that never are as deep as Bm: those of hosts, and the last of them by itself where
// `host` is set, fed only by its host.

#pragma once

#include <unordered_set>

#include "hw_model/reference/gradient_gate.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::reference {

// What a switch does wrong; nothing: the rule as it is.
struct Planted {
  // Whether a packet may start, of a VIQ of this depth to one with H = held, by GradientConfig's rule.
  std::function<bool(const GradientConfig&, unsigned held, unsigned depth)> may_start =
      [](const GradientConfig& rule, unsigned held, unsigned depth) { return rule.fabric_may_start(held, depth); };
  // Whether a host may start.
  std::function<bool(const GradientConfig&, unsigned held)> host_may_start =
      [](const GradientConfig& rule, unsigned held) { return rule.host_may_start(held); };
  bool news_at_bm_only = false;          // a VIQ is reported only when its depth passes Bm, up or down
  bool two_outputs_read_alike = false;   // two outputs take a packet each, both by the depth before
  bool two_inputs_judged_alike = false;  // two inputs start for one VIQ, both by H before: judged, committed later
  unsigned unit_of_depth = 1;            // what a packet of length 1 adds to a depth,
  unsigned unit_of_held = 1;             // and to H
};

// Pairs of VIQs: the first sends to the second. None: each to each other.
using Feeds = std::vector<std::pair<std::size_t, std::size_t>>;

struct Heights {
  std::size_t states = 0;
  unsigned held = 0;            // the greatest H
  std::vector<unsigned> depth;  // the greatest sum of the 1, 2, ... deepest VIQs, each over Bm - 1 + L
  bool circle = false;          // with all news heard, packets wait for each other for ever
  bool beyond = false;          // H passed `limit`, and the search ended there
};

class HeightSearch {
 public:
  // Packets of `shortest` to L units, of which a block is one. viqs <= 6; limit <= 31.
  HeightSearch(unsigned viqs, const GradientConfig& rule, unsigned shortest, bool host, unsigned limit,
               Planted planted = {}, Feeds feeds = {})
      : viqs_(viqs),
        rule_(rule),
        shortest_(shortest),
        longest_(rule.blocks(rule.longest)),
        host_(host),
        limit_(limit),
        planted_(std::move(planted)),
        feeds_(std::move(feeds)) {}

  Heights all() {
    found_ = {};
    found_.depth.resize(viqs_);
    add({});
    while (!todo_.empty() && !found_.beyond) {
      const State state = unpacked(todo_.back());
      todo_.pop_back();
      measure(state);
      for (std::size_t u = 0; u < count(); ++u)
        follow(state, u);
    }
    found_.states = seen_.size();
    return found_;
  }

 private:
  struct Viq {
    unsigned held = 0;
    unsigned depth = 0;
    auto operator<=>(const Viq&) const = default;
  };
  using State = std::array<Viq, 6>;
  static constexpr unsigned kBits = 5;

  std::size_t count() const { return viqs_ + (host_ ? 1 : 0); }
  bool fed_by_host(std::size_t v) const { return host_ && v == viqs_; }

  void add(State state) {
    if (feeds_.empty())
      order(state);
    std::uint64_t packed = 0;
    for (const Viq& viq : state) {
      found_.held = std::max(found_.held, viq.held);
      found_.beyond = found_.beyond || viq.held > limit_ || viq.depth > limit_;
      packed = packed << (2 * kBits) | viq.held << kBits | viq.depth;
    }
    if (!found_.beyond && seen_.insert(packed).second)
      todo_.push_back(packed);
  }

  // VIQs that may all do the same: the order of a state does not matter.
  void order(State& state) const {
    for (std::size_t i = 1; i < viqs_; ++i) {
      for (std::size_t j = i; j > 0 && state[j] > state[j - 1]; --j)
        std::swap(state[j], state[j - 1]);
    }
  }

  bool feeds(std::size_t u, std::size_t v) const {
    return u != v && v < viqs_ &&
           (feeds_.empty() || std::find(feeds_.begin(), feeds_.end(), std::pair{u, v}) != feeds_.end());
  }

  State unpacked(std::uint64_t packed) const {
    constexpr std::uint64_t kMask = (1U << kBits) - 1;
    State state;
    for (std::size_t i = state.size(); i-- > 0; packed >>= 2 * kBits)
      state[i] = {static_cast<unsigned>(packed >> kBits & kMask), static_cast<unsigned>(packed & kMask)};
    return state;
  }

  void measure(const State& state) {
    const unsigned base = rule_.stop() - 1 + longest_;
    std::vector<unsigned> over;
    for (std::size_t v = 0; v < viqs_; ++v)
      over.push_back(state[v].depth > base ? state[v].depth - base : 0);
    std::sort(over.begin(), over.end(), std::greater<>());
    unsigned sum = 0;
    for (std::size_t k = 0; k < viqs_; ++k) {
      sum += over[k];
      found_.depth[k] = std::max(found_.depth[k], sum);
    }
    found_.circle = found_.circle || waits_for_ever(state);
  }

  // Whether some choice of where the heads want to go holds every packet, hosts being silent and all news heard.
  bool waits_for_ever(State state) const {
    if (!planted_.news_at_bm_only) {
      for (Viq& viq : state)
        viq.held = viq.depth / planted_.unit_of_depth * planted_.unit_of_held;
    }
    bool somebody = false;
    for (std::size_t u = 0; u < count(); ++u) {
      bool held = false;
      for (std::size_t v = 0; v < viqs_; ++v)
        held = held || (feeds(u, v) && !planted_.may_start(rule_, state[v].held, state[u].depth));
      if (state[u].depth > 0 && !held)
        return false;
      somebody = somebody || state[u].depth > 0;
    }
    return somebody;
  }

  // Whatever VIQ u may do next.
  void follow(const State& state, std::size_t u) {
    for (unsigned length = shortest_; length <= longest_; ++length) {
      enter(state, u, length);
      if (state[u].depth >= length * planted_.unit_of_depth) {
        add(left(state, u, length));
        forward(state, u, length);
      }
    }
    if (!planted_.news_at_bm_only) {
      for (unsigned held = state[u].depth / planted_.unit_of_depth * planted_.unit_of_held; held < state[u].held;
           held += planted_.unit_of_held) {
        State next = state;
        next[u].held = held;
        add(next);
      }
    }
  }

  void enter(const State& state, std::size_t u, unsigned length) {
    const unsigned held = state[u].held;
    if (fed_by_host(u) ? planted_.host_may_start(rule_, held) : held < rule_.stop())
      add(arrived(state, u, length));
  }

  void forward(const State& state, std::size_t u, unsigned length) {
    const unsigned depth = state[u].depth;
    for (std::size_t v = 0; v < viqs_; ++v) {
      if (!feeds(u, v) || !planted_.may_start(rule_, state[v].held, depth))
        continue;
      const State next = arrived(left(state, u, length), v, length);
      add(next);
      for (std::size_t w = 0; w < count(); ++w) {
        if (planted_.two_outputs_read_alike && feeds(u, w) && w != v &&
            next[u].depth >= length * planted_.unit_of_depth && planted_.may_start(rule_, state[w].held, depth))
          add(arrived(left(next, u, length), w, length));
        if (planted_.two_inputs_judged_alike && feeds(w, v) && w != u &&
            next[w].depth >= length * planted_.unit_of_depth &&
            planted_.may_start(rule_, state[v].held, state[w].depth))
          add(arrived(left(next, w, length), v, length));
      }
    }
  }

  State left(State state, std::size_t u, unsigned length) const {
    const bool above = state[u].depth >= rule_.stop();
    state[u].depth -= length * planted_.unit_of_depth;
    report(state[u], above);
    return state;
  }

  State arrived(State state, std::size_t v, unsigned length) const {
    const bool above = state[v].depth >= rule_.stop();
    state[v].depth += length * planted_.unit_of_depth;
    state[v].held += length * planted_.unit_of_held;
    report(state[v], above);
    return state;
  }

  void report(Viq& viq, bool above) const {
    if (planted_.news_at_bm_only && above != (viq.depth >= rule_.stop()))
      viq.held = viq.depth / planted_.unit_of_depth * planted_.unit_of_held;
  }

  std::size_t viqs_;
  GradientConfig rule_;
  unsigned shortest_;
  unsigned longest_;
  bool host_;
  unsigned limit_;
  Planted planted_;
  Feeds feeds_;
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::uint64_t> todo_;
  Heights found_;
};

}  // namespace weir::reference
