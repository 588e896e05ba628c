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

using Places = std::map<std::uint32_t, std::set<oracle::QueueId>>;  // egress queues that packets wait for, by flow

class AtInputs final : public crossbar::WaitingVisitor {
 public:
  AtInputs(std::size_t device, Places& places) : device_(device), places_(places) {}
  void waiting(const frame::Packet& packet, const frame::Packet& blocked_by) override {
    places_[packet.flow].insert({device_, blocked_by.egress, blocked_by.traffic_class});
  }

 private:
  std::size_t device_;
  Places& places_;
};

// For which egress queues each flow's packets wait, wherever they are.
Places places_of(const network::Network& net) {
  Places places;
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    const network::Device& device = net.devices[d];
    for (std::size_t p = 0; p < net.topology.devices[d].ports; ++p) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        for (const frame::Packet& packet : device->egress().waiting(PortId(p), ClassId(c))) {
          places[packet.flow].insert({d, PortId(p), ClassId(c)});
        }
      }
    }
    if (device.asic != nullptr) {
      AtInputs inputs(d, places);
      device.asic->crossbar().visit_waiting(inputs);
    }
  }
  return places;
}

// What keeps the flow's packets, said of the first queue that does not just wait for its turn; empty: none is known. A
// circle of waits that passes through the deadlock is the deadlock.
std::string kept_by(const Sources& from, const std::set<oracle::QueueId>& queues) {
  for (const oracle::QueueId queue : queues) {
    const std::string reason = from.held_by(queue);
    if (!from.deadlocks.empty() && std::ranges::any_of(from.deadlocks.front().cycle, [&](const std::string& on_cycle) {
          return reason == "a circle of waits through " + on_cycle;
        })) {
      return "the circle";
    }
    if (!reason.starts_with("its turn")) {
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
        places = places_of(sources.net);
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
