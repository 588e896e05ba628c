// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Breadth first through all that can happen in a small network: the first state in which something is wrong is one of
// those that the fewest moves lead to.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tb/tests/itsy_search/move_text.h"
#include "tb/tests/itsy_search/network_eager.h"
#include "tb/tests/itsy_search/network_rounds.h"
#include "tb/tests/itsy_search/network_state.h"
#include "tb/tests/itsy_search/network_truth.h"
#include "tb/tests/state_search/state_book.h"

namespace weir::itsy_search {

enum class Wrong : std::uint8_t {
  kNothing,
  kFalse,   // declared though it can go on
  kMissed,  // nothing can happen any more, and a deadlock has no port that was declared
  kSilent,  // a deadlock from which no way leads to its declaration: where moves never end
};

struct Found {
  Wrong wrong = Wrong::kNothing;
  std::vector<std::string> moves;  // that lead to it
  std::size_t states = 0;
  std::size_t deadlocks = 0;  // states at rest with a deadlock, each declared
  std::size_t named = 0;      // moves with which the protocol names a port
  bool complete = false;      // every state was looked at
};

struct Limits {
  std::size_t states = 3'000'000;
  bool false_too = true;   // false declarations end the search
  bool missed_too = true;  // so do misses
  bool resumed = false;    // of false declarations only those beside a RESUME that is on its way
};

namespace detail {

using Book = state_search::StateBook<Move>;

// The first state that no edges lead from to one that is `good`, or kNone. `edges` are pairs (from, to).
inline std::uint32_t hopeless(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges,
                              std::vector<bool> good) {
  std::vector<std::uint32_t> begins(good.size() + 1);
  for (const auto& [from, to] : edges) {
    ++begins[to + 1];
  }
  for (std::size_t n = 0; n + 1 < begins.size(); ++n) {
    begins[n + 1] += begins[n];
  }
  std::vector<std::uint32_t> into(edges.size());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (const auto& [from, to] : edges) {
    into[next[to]++] = from;
  }
  std::vector<std::uint32_t> left;
  for (std::uint32_t n = 0; n < good.size(); ++n) {
    if (good[n])
      left.push_back(n);
  }
  while (!left.empty()) {
    const std::uint32_t n = left.back();
    left.pop_back();
    for (std::uint32_t k = begins[n]; k < begins[n + 1]; ++k) {
      if (!good[into[k]]) {
        good[into[k]] = true;
        left.push_back(into[k]);
      }
    }
  }
  const auto bad = std::ranges::find(good, false);
  return bad == good.end() ? Book::kNone : static_cast<std::uint32_t>(bad - good.begin());
}

}  // namespace detail

// `setup.again` makes moves endless: then what is missed is what no move leads to the declaration of.
template <class Protocol>
Found explore(const Setup& setup, const typename Protocol::Settings& settings, const Limits& limits = {}) {
  Network<Protocol> network(setup, settings);
  std::vector<std::string> moves_before;
  for (const Move move : setup.first) {
    moves_before.push_back(network.text(move));
    network.play(move);
  }
  detail::Book book;
  book.add(network.save(), detail::Book::kNone, {});
  Found found;
  std::vector<Move> moves;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  // where moves are endless
  std::vector<bool> good;
  const auto ends = [&](Wrong wrong, std::uint32_t state, std::optional<Move> last = std::nullopt) {
    found.wrong = wrong;
    found.moves = moves_before;
    auto way = book.way_to(state);
    if (last)
      way.emplace_back(state, *last);
    for (const auto& [from, move] : way) {
      network.load(book.state(from));
      found.moves.push_back(network.text(move));
    }
    found.states = book.size();
    return found;
  };
  for (std::uint32_t now = 0; now < book.size(); ++now) {
    if (book.size() > limits.states) {
      found.states = book.size();
      return found;
    }
    network.load(book.state(now));
    network.moves(moves);
    const bool declared = network.all_declared();
    good.push_back(declared);
    if (moves.empty() && network.deadlocked() != 0) {
      if (!declared && limits.missed_too)
        return ends(Wrong::kMissed, now);
      ++found.deadlocks;
    }
    for (const Move move : moves) {
      network.load(book.state(now));
      const std::uint32_t dead = network.deadlocked();
      const auto port = network.play(move);
      const auto [next, is_new] = book.add(network.save(), now, move);
      found.named += port ? 1 : 0;
      if (port && limits.false_too && (!limits.resumed || network.resuming() != 0) &&
          (dead & network.bit(port->node * setup.ports + port->port)) == 0)
        return ends(Wrong::kFalse, now, move);  // others may lead to the same state, and rightly
      if (setup.again)
        edges.emplace_back(now, next);
    }
  }
  found.states = book.size();
  found.complete = true;
  if (setup.again && limits.missed_too) {
    const std::uint32_t bad = detail::hopeless(edges, good);
    if (bad != detail::Book::kNone)
      return ends(Wrong::kSilent, bad);
  }
  return found;
}

}  // namespace weir::itsy_search
