// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot.h"

#include <algorithm>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include "tb/oracle/self_sustaining.h"

namespace weir::oracle {

namespace {

using Members = std::vector<bool>;  // by VIQ

bool has(const Members& members, std::size_t viq) { return viq < members.size() && members[viq]; }

Bytes behind(const PausingViq& viq, const Members& holders) {
  Bytes bytes;
  for (const HeldBytes& held : viq.held) {
    bytes += has(holders, held.holder) ? held.bytes : Bytes(0);
  }
  return bytes;
}

// Whether more than XON of it stands behind one of these holders; several egresses cannot have the same one.
bool behind_one(const PausingViq& viq, const Members& holders) {
  return std::ranges::any_of(viq.held,
                             [&](const HeldBytes& held) { return has(holders, held.holder) && held.bytes > viq.xon; });
}

// Whether a message that starts at `home` comes back to it. It goes on through a VIQ that `passes`, given the VIQs
// whose egresses it has come to.
template <class Passes>
bool comes_home(const std::vector<PausingViq>& viqs, const std::vector<std::size_t>& among, std::size_t home,
                Passes passes) {
  Members reached(viqs.size());
  reached[home] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::size_t viq : among) {
      if (!reached[viq] && passes(viqs[viq], reached)) {
        reached[viq] = changed = true;
      }
    }
  }
  return passes(viqs[home], reached);
}

KnotClass class_of(const std::vector<PausingViq>& viqs, const std::vector<std::size_t>& knot) {
  const auto found_by = [&](auto passes) {
    return std::ranges::any_of(knot, [&](std::size_t home) { return comes_home(viqs, knot, home, passes); });
  };
  if (found_by(behind_one)) {
    return KnotClass::kEdges;
  }
  const auto sum = [](const PausingViq& viq, const Members& holders) { return behind(viq, holders) > viq.xon; };
  return found_by(sum) ? KnotClass::kSums : KnotClass::kSeveral;
}

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

}  // namespace

std::vector<bool> deadlocked(const std::vector<PausingViq>& viqs) {
  Members members(viqs.size());
  for (std::size_t i = 0; i < viqs.size(); ++i) {
    members[i] = viqs[i].never_resumes || !viqs[i].resumes;
  }
  keep_self_sustaining(
      viqs.size(), [&](std::size_t i) { return members[i]; },
      [&](std::size_t i) { return viqs[i].never_resumes || behind(viqs[i], members) > viqs[i].xon; },
      [&](std::size_t i) { members[i] = false; });
  return members;
}

std::vector<Knot> knots(const std::vector<PausingViq>& viqs, const std::vector<bool>& set) {
  Graph graph(viqs.size());
  std::vector<std::size_t> component(viqs.size());
  for (std::size_t i = 0; i < viqs.size(); ++i) {
    for (const HeldBytes& held : viqs[i].held) {
      if (set[i] && !viqs[i].never_resumes && has(set, held.holder) && held.bytes > Bytes(0)) {
        boost::add_edge(i, held.holder, graph);
      }
    }
  }
  const std::size_t components = boost::strong_components(graph, component.data());
  Members sink(components, true);
  for (std::size_t i = 0; i < viqs.size(); ++i) {
    if (!set[i] || viqs[i].never_resumes) {
      sink[component[i]] = false;
    }
    for (auto [e, end] = boost::out_edges(i, graph); e != end; ++e) {
      if (component[boost::target(*e, graph)] != component[i]) {
        sink[component[i]] = false;
      }
    }
  }
  std::vector<Knot> found;
  std::vector<std::size_t> place(components, kNoViq);
  for (std::size_t i = 0; i < viqs.size(); ++i) {
    std::size_t& at = place[component[i]];
    if (sink[component[i]] && at == kNoViq) {
      at = found.size();
      found.emplace_back();
    }
    if (at != kNoViq) {
      found[at].viqs.push_back(i);
    }
  }
  for (Knot& knot : found) {
    knot.kind = class_of(viqs, knot.viqs);
  }
  return found;
}

}  // namespace weir::oracle
