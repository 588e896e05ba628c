// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/wait_for_graph.h"

#include <algorithm>
#include <limits>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include "tb/oracle/self_sustaining.h"

namespace weir::oracle {

namespace {

using Vertex = std::size_t;
using Members = std::vector<bool>;  // by vertex

constexpr Vertex kNotHeld = std::numeric_limits<Vertex>::max();

// The held queues in ascending order, so that a smaller vertex is a smaller queue, and what waits resolved to vertices.
class Picture {
 public:
  explicit Picture(const std::vector<HeldQueue>& held) {
    for (const HeldQueue& queue : held) {
      queues_.push_back(&queue);
    }
    std::sort(queues_.begin(), queues_.end(), [](const auto* a, const auto* b) { return a->queue < b->queue; });
    for (const HeldQueue* queue : queues_) {
      std::vector<Waiting>& waiting = waiting_.emplace_back();
      for (const WaitingBytes& entry : queue->peer_viq) {
        const Waiting resolved{vertex_of(entry.own), vertex_of(entry.blocker), entry.bytes, entry.account};
        if (resolved.own != kNotHeld || resolved.blocker != kNotHeld) {
          waiting.push_back(resolved);
        }
      }
      std::stable_sort(waiting.begin(), waiting.end(),
                       [](const Waiting& a, const Waiting& b) { return a.account < b.account; });
    }
  }

  std::size_t size() const { return queues_.size(); }
  const HeldQueue& at(Vertex v) const { return *queues_[v]; }

  // The greatest subset of `members` of which each stays held as long as the others do.
  Members self_sustaining(Members members) const {
    keep_self_sustaining(
        size(), [&](Vertex v) { return members[v]; },
        [&](Vertex v) { return at(v).stays_held(stuck_behind(v, members)); }, [&](Vertex v) { members[v] = false; });
    return members;
  }

  // The members that v waits for, ascending.
  std::vector<Vertex> waits_for(Vertex v, const Members& members) const {
    std::vector<Vertex> found;
    for (const Waiting& entry : waiting_[v]) {
      for (const Vertex w : {entry.own, entry.blocker}) {
        if (w != kNotHeld && members[w]) {
          found.push_back(w);
        }
      }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

 private:
  struct Waiting {
    Vertex own;
    Vertex blocker;
    Bytes bytes;
    std::size_t account;
  };

  Vertex vertex_of(QueueId id) const {
    const auto at = std::lower_bound(queues_.begin(), queues_.end(), id,
                                     [](const HeldQueue* queue, QueueId wanted) { return queue->queue < wanted; });
    return at != queues_.end() && (*at)->queue == id ? static_cast<Vertex>(at - queues_.begin()) : kNotHeld;
  }

  Bytes stuck_behind(Vertex v, const Members& members) const {
    Bytes most;
    Bytes stuck;
    const std::vector<Waiting>& waiting = waiting_[v];
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      const Waiting& entry = waiting[i];
      stuck = i > 0 && waiting[i - 1].account == entry.account ? stuck : Bytes(0);
      if ((entry.own != kNotHeld && members[entry.own]) || (entry.blocker != kNotHeld && members[entry.blocker])) {
        stuck += entry.bytes;
      }
      most = std::max(most, stuck);
    }
    return most;
  }

  std::vector<const HeldQueue*> queues_;
  std::vector<std::vector<Waiting>> waiting_;
};

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

class WaitForGraph {
 public:
  WaitForGraph(const Picture& picture, const Members& members)
      : graph_(picture.size()), component_(picture.size()), on_cycle_(picture.size()) {
    for (Vertex v = 0; v < picture.size(); ++v) {
      if (!members[v]) {
        continue;
      }
      for (const Vertex w : picture.waits_for(v, members)) {
        boost::add_edge(v, w, graph_);
        on_cycle_[v] = on_cycle_[v] || v == w;
      }
    }
    const std::size_t components = boost::strong_components(graph_, component_.data());
    std::vector<std::size_t> sizes(components);
    for (const std::size_t c : component_) {
      ++sizes[c];
    }
    for (Vertex v = 0; v < picture.size(); ++v) {
      on_cycle_[v] = on_cycle_[v] || sizes[component_[v]] > 1;
    }
  }

  bool has_cycle() const { return std::find(on_cycle_.begin(), on_cycle_.end(), true) != on_cycle_.end(); }

  // The lexicographically smallest cycle, each written from its smallest queue. Only where has_cycle().
  std::vector<Vertex> smallest_cycle() const {
    const auto start = static_cast<Vertex>(std::find(on_cycle_.begin(), on_cycle_.end(), true) - on_cycle_.begin());
    std::vector<Vertex> cycle{start};
    Members used(component_.size());
    used[start] = true;
    while (!boost::edge(cycle.back(), start, graph_).second) {
      // Smallest first: some successor leads back to the start, because the vertex before it was chosen so.
      const Members home = reaching(start, used);
      Vertex next = kNotHeld;
      for_each_successor(cycle.back(), [&](Vertex w) {
        if (!used[w] && home[w]) {
          next = std::min(next, w);
        }
      });
      used[next] = true;
      cycle.push_back(next);
    }
    return cycle;
  }

  // The vertices from which a cycle can be reached, those on one included.
  Members reaching_a_cycle() const {
    Members found = on_cycle_;
    spread(found, Members(found.size()));
    return found;
  }

 private:
  template <class Visit>
  void for_each_successor(Vertex v, Visit visit) const {
    for (auto [e, end] = boost::out_edges(v, graph_); e != end; ++e) {
      visit(boost::target(*e, graph_));
    }
  }

  // Adds to `found` what can reach it without passing through `barred`.
  void spread(Members& found, const Members& barred) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (Vertex v = 0; v < found.size(); ++v) {
        if (found[v] || barred[v]) {
          continue;
        }
        bool reaches = false;
        for_each_successor(v, [&](Vertex w) { reaches = reaches || found[w]; });
        if (reaches) {
          found[v] = true;
          changed = true;
        }
      }
    }
  }

  Members reaching(Vertex target, const Members& barred) const {
    Members found(barred.size());
    found[target] = true;
    spread(found, barred);
    return found;
  }

  Graph graph_;
  std::vector<std::size_t> component_;
  Members on_cycle_;
};

// Those of `members` that have been held since `t` or longer.
Members held_by(const Picture& picture, const Members& members, Time t) {
  Members found(members.size());
  for (Vertex v = 0; v < members.size(); ++v) {
    found[v] = members[v] && picture.at(v).since <= t;
  }
  return found;
}

// The earliest instant by which a self-sustaining set with a cycle was held. `members` is such a set. More time never
// makes the set smaller, so a binary search finds it.
Time formation(const Picture& picture, const Members& members) {
  std::vector<Time> instants;
  for (Vertex v = 0; v < members.size(); ++v) {
    if (members[v]) {
      instants.push_back(picture.at(v).since);
    }
  }
  std::sort(instants.begin(), instants.end());
  return *std::partition_point(instants.begin(), instants.end(), [&](Time t) {
    return !WaitForGraph(picture, picture.self_sustaining(held_by(picture, members, t))).has_cycle();
  });
}

// Stuck::closed_by. `members`: the self-sustaining set of the queues held by `formed`.
Vertex closing(const Picture& picture, const Members& members, const std::vector<Vertex>& cycle, Time formed) {
  const auto is_last = [&](Vertex v) { return picture.at(v).since == formed; };
  const auto of_cycle = std::find_if(cycle.begin(), cycle.end(), is_last);
  if (of_cycle != cycle.end()) {
    return *of_cycle;
  }
  Vertex last = kNotHeld;
  for (Vertex v = 0; v < members.size(); ++v) {
    if (members[v] && is_last(v)) {
      Members without = members;
      without[v] = false;
      if (!WaitForGraph(picture, picture.self_sustaining(without)).has_cycle()) {
        return v;
      }
      last = std::min(last, v);
    }
  }
  return last;  // several, any of which would do
}

}  // namespace

std::optional<Stuck> find_stuck(const std::vector<HeldQueue>& held) {
  const Picture picture(held);
  const Members members = picture.self_sustaining(Members(picture.size(), true));
  if (std::find(members.begin(), members.end(), true) == members.end()) {
    return std::nullopt;
  }
  const WaitForGraph graph(picture, members);
  Stuck stuck{.formed_at = kNever, .cycle = {}, .closed_by = {}, .waiting_on_cycle = {}, .stuck_without_cycle = {}};
  std::vector<Vertex> cycle;
  if (graph.has_cycle()) {
    stuck.formed_at = formation(picture, members);
    const Members first = picture.self_sustaining(held_by(picture, members, stuck.formed_at));
    cycle = WaitForGraph(picture, first).smallest_cycle();
    stuck.closed_by = picture.at(closing(picture, first, cycle, stuck.formed_at)).queue;
  }
  for (const Vertex v : cycle) {
    stuck.cycle.push_back(picture.at(v).queue);
  }
  const Members reaching = graph.reaching_a_cycle();
  for (Vertex v = 0; v < picture.size(); ++v) {
    if (members[v] && std::find(cycle.begin(), cycle.end(), v) == cycle.end()) {
      (reaching[v] ? stuck.waiting_on_cycle : stuck.stuck_without_cycle).push_back(picture.at(v).queue);
    }
  }
  return stuck;
}

}  // namespace weir::oracle
