// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/message_ways.h"

#include <array>
#include <set>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/host/rate_control.h"
#include "tb/scenario/fill_tables.h"
#include "tb/scenario/routes.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;

namespace {

using network::BufferDependencies;

// Switches that packets from one host to another may pass.
class Passed {
 public:
  Passed(const Scenario& scenario, const network::Routes& routes)
      : scenario_(scenario), routes_(routes), peers_(network::peers_of(scenario.topology)) {}

  std::set<std::size_t> between(std::size_t source, std::size_t destination) const {
    std::set<std::size_t> seen;
    std::vector<std::size_t> left{first(source)};
    while (!left.empty()) {
      const std::size_t device = left.back();
      left.pop_back();
      if (scenario_.topology.devices[device].kind != network::DeviceKind::kSwitch || !seen.insert(device).second) {
        continue;
      }
      for (const PortId egress : routes_.switches[device].towards(routes_.host_number[destination])) {
        left.push_back(peers_[device][egress.index()].device);
      }
    }
    return seen;
  }

  std::size_t first(std::size_t host) const { return peers_[host].front().device; }

 private:
  const Scenario& scenario_;
  const network::Routes& routes_;
  std::vector<std::vector<network::Peer>> peers_;
};

// About packets from `source` to `destination`.
void add_notifications(const Scenario& scenario, const network::Routes& routes, const Flow& flow,
                       const std::set<std::size_t>& passed, std::size_t source, BufferDependencies& dependencies) {
  const ClassId c = message_class(scenario.device.class_mapper, flow.traffic_class);
  for (const std::size_t device : passed) {
    const bool is_switch = scenario.topology.devices[device].kind == network::DeviceKind::kSwitch;
    if (is_switch && congestion::notifies(scenario.device_of(device).congestion)) {
      dependencies.add_paths_from_switch(routes, device, routes.host_number[source], c);
    }
  }
}

}  // namespace

ClassId message_class(const reference::ClassMapperConfig& mapper, ClassId traffic_class) {
  return reference::uses_dscp(mapper) ? mapper.dscp_classes.front()
                                      : mapper.pcp_classes[reference::code_point(traffic_class.index(), false)];
}

void add_message_ways(const Scenario& scenario, BufferDependencies& dependencies) {
  if (!scenario::bridges_messages(scenario)) {
    return;
  }
  const network::Routes routes = scenario::routes_of(scenario);
  const Passed passed(scenario, routes);
  for_each_kind_of_flow(scenario, [&](const Flow& flow) {
    const std::set<std::size_t> there = flow.route.empty()
                                            ? passed.between(flow.source, flow.destination)
                                            : std::set<std::size_t>(flow.route.begin(), flow.route.end());
    add_notifications(scenario, routes, flow, there, flow.source, dependencies);
    if (flow.acknowledged) {
      const std::set<std::size_t> back = passed.between(flow.destination, flow.source);
      add_notifications(scenario, routes, flow, back, flow.destination, dependencies);
    }
    const ClassId c = message_class(scenario.device.class_mapper, flow.traffic_class);
    const std::array ends{std::pair(flow.source, flow.destination), std::pair(flow.destination, flow.source)};
    for (const auto& [from, to] : ends) {
      if (flow.control != nullptr && flow.control->tags) {
        dependencies.add_paths(routes, std::array{from}, routes.host_number[to], c);
      }
      if (any_edge(scenario)) {
        dependencies.add_paths_from_switch(routes, passed.first(from), routes.host_number[to], c);
      }
    }
  });
}

std::vector<std::string> message_warnings(const Scenario& scenario) {
  const reference::ClassMapperConfig& mapper = scenario.device.class_mapper;
  if (!scenario::bridges_messages(scenario)) {
    return {};
  }
  const bool by_dscp = reference::uses_dscp(mapper);
  std::vector<std::string> lines;
  const mmu::MmuConfig mmu = asic::resolved(scenario.device).mmu;
  for_each_sort_of_flow(scenario, [&](const Flow& flow) {
    const ClassId named = message_class(mapper, flow.traffic_class);
    const ClassId first = reference::service_of(mapper, named).first;
    const bool apart = first != reference::service_of(mapper, flow.traffic_class).first;
    const bool guarded = (scenario.device.flow_control.lossless & mask_of(named)) != 0;
    const bool has_room =
        !mmu.partitioned() || mmu.partition_size[named.index()] > Bytes(0) || reference::follows_hops(mapper.source);
    if (lines.empty() && apart && (!guarded || !has_room)) {
      const std::string number = std::to_string(flow.traffic_class.index());
      lines.push_back("notifications and rate tags have " +
                      std::string(by_dscp ? "no DSCP" : "the number of the class as PCP") +
                      ": those about packets of class " + number + " are in class " + std::to_string(first.index()) +
                      ", that of " + (by_dscp ? "DSCP 0" : "PCP " + number) + ", which " +
                      (has_room ? "is not lossless: they may be lost" : "has no cells: they are lost"));
    }
  });
  return lines;
}

}  // namespace weir::bounds
