// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/dependencies.h"

#include <map>
#include <utility>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/routes.h"

namespace weir::bounds {
using scenario::Flow;
using scenario::Scenario;

namespace {

using flow_control::Scheme;
using network::BufferDependencies;
using network::ClassRule;

ClassRule class_rule(const Scenario& scenario) {
  if (flow_control::traits_of(scenario.device.flow_control.scheme).is_of_the_port) {
    return {.is_one_port = true};
  }
  const reference::ClassSourceTraits& source = reference::traits_of(scenario.device.class_mapper.source);
  return {.hops_a_class = source.hops_a_class, .at_first_switch = source.at_first_switch};
}

// Switches that a packet of a class by hops reaches alive.
std::size_t last_hop(const Scenario& scenario) {
  const reference::ClassMapperConfig& mapper = scenario.device.class_mapper;
  if (!reference::follows_hops(mapper.source)) {
    return BufferDependencies::kForEver;
  }
  return reference::follows_ttl(mapper.source) ? mapper.ttl0 - std::size_t{1} : kClasses;
}

bool counts(const Scenario& scenario, const Flow& flow) {
  const bool by_hop = !reference::service_of(scenario.device.class_mapper, flow.traffic_class).is_plain();
  return by_hop || !flow_control::traits_of(scenario.device.flow_control.scheme).protects ||
         (scenario.device.flow_control.lossless & mask_of(flow.traffic_class)) != 0;
}

}  // namespace

BufferDependencies all_pairs_dependencies(const Scenario& scenario, const network::Routes& routes) {
  BufferDependencies dependencies(scenario.topology, class_rule(scenario), last_hop(scenario),
                                  scenario.device.class_mapper.services);
  dependencies.add_all_pairs(routes, ClassId(0));
  return dependencies;
}

BufferDependencies buffer_dependencies(const Scenario& scenario, Pairs pairs) {
  const network::Routes routes = routes_of(scenario);
  if (pairs == Pairs::kAllHosts) {
    return all_pairs_dependencies(scenario, routes);
  }
  BufferDependencies dependencies(scenario.topology, class_rule(scenario), last_hop(scenario),
                                  scenario.device.class_mapper.services);
  // Sources by destination and class: flows to one host share its paths.
  std::map<std::pair<std::size_t, ClassId>, std::vector<std::size_t>> sources;
  for_each_kind_of_flow(scenario, [&](const Flow& flow) {
    if (!counts(scenario, flow)) {
      return;
    }
    if (flow.route.empty()) {
      sources[{flow.destination, flow.traffic_class}].push_back(flow.source);
    } else {
      dependencies.add_route(flow.route, flow.traffic_class);
    }
    if (flow.acknowledged) {
      sources[{flow.source, flow.traffic_class}].push_back(flow.destination);
    }
  });
  for (const auto& [to, from] : sources) {
    dependencies.add_paths(routes, from, routes.host_number[to.first], to.second);
  }
  return dependencies;
}

bool may_deadlock(Scheme scheme) { return flow_control::traits_of(scheme).may_deadlock; }

std::string to_text(const Scenario& scenario, const network::Cycle& cycle) {
  std::string text = network::switches_of(scenario.topology, cycle);
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    text += (i == 0 ? " (" : ", ") + network::name_of(scenario.topology, cycle[i]);
  }
  return text + ")";
}

std::vector<std::string> cbd_warnings(const Scenario& scenario) {
  constexpr std::size_t kMostLines = 10;
  if (!may_deadlock(scenario.device.flow_control.scheme)) {
    return {};
  }
  const std::vector<network::Cycle> cycles = buffer_dependencies(scenario).shortest_cycles();
  std::vector<std::string> lines;
  for (const network::Cycle& cycle : cycles) {
    if (lines.size() + 1 == kMostLines && cycles.size() > kMostLines) {
      lines.push_back("and " + std::to_string(cycles.size() - lines.size()) +
                      " more cyclic buffer dependencies; weir cbd lists them");
      break;
    }
    lines.push_back("the routes have a cyclic buffer dependency, so that the network may deadlock: " +
                    to_text(scenario, cycle));
  }
  return lines;
}

}  // namespace weir::bounds
