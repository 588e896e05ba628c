// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The chapter of flows that have packets in the network and deliver nothing in the last quarter of the run.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "tb/story/tell.h"

namespace weir::story {
namespace {

constexpr std::size_t kNamedStarved = 4;

// What keeps the flow's packets, said of the first queue that does not just wait for its turn; empty: none is known. A
// circle of waits that passes through the deadlock is the deadlock.
std::string kept_by(const Sources& from, const std::set<oracle::QueueId>& queues) {
  for (const oracle::QueueId queue : queues) {
    const std::string reason = from.devices.held_by(queue);
    if (!from.deadlocks.empty() && std::ranges::any_of(from.deadlocks.front().cycle, [&](const std::string& on_cycle) {
          return reason == "a circle of waits through " + on_cycle;
        })) {
      return "the circle";
    }
    if (!is_turn(reason)) {
      return reason;
    }
  }
  return "";
}

}  // namespace

void tell_starved(const Sources& sources, Draft& draft) {
  std::map<std::string, std::vector<std::string>> starved;  // by what holds the flows
  std::size_t listed = 0;
  std::optional<Places> places;
  for (const host::FlowSpec& flow : sources.net.flows) {
    if (flow.workload != host::kListed) {
      continue;
    }
    const report::FlowResult& result = sources.results.flows[listed++];
    if (result.steady_bps == 0.0 && result.in_network_packets > 0) {
      if (!places) {
        places = sources.devices.places();
      }
      starved[kept_by(sources, (*places)[flow.index])].push_back(flow.name);
    }
  }
  const Time quarter = sources.end - sources.end / 4;
  for (const auto& [reason, flows] : starved) {
    const std::size_t named = std::min(flows.size(), kNamedStarved);
    std::string text = fmt::format("{}", fmt::join(flows.begin(), flows.begin() + static_cast<long>(named), ", "));
    if (named < flows.size()) {
      text += " and " + report::counted(flows.size() - named, "more flow");
    }
    text += flows.size() == 1 ? " delivers" : " deliver";
    text += " nothing from here to the end";
    draft.say(quarter, "", "starved", reason.empty() ? text : text + ": held by " + reason);
  }
}

}  // namespace weir::story
