// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/filled_viqs.h"

#include <algorithm>
#include <variant>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/dependencies.h"
#include "tb/bounds/message_ways.h"

namespace weir::bounds {
using scenario::Scenario;

namespace {

bool follows_ttl(const Scenario& scenario) {
  return flow_control::traits_of(scenario.device.flow_control.scheme).follows_ttl;
}

}  // namespace

bool routes_are_known(const Scenario& scenario) {
  const auto is_captured = [](const scenario::Flow& flow) { return flow.capture != nullptr; };
  const auto is_write = [](const scenario::ScenarioEvent& event) {
    return std::holds_alternative<scenario::WriteRegister>(event.what);
  };
  return std::none_of(scenario.flows.begin(), scenario.flows.end(), is_captured) &&
         std::none_of(scenario.events.begin(), scenario.events.end(), is_write);
}

const network::BufferDependencies* FilledViqs::routes() const {
  if (!routes_ && follows_ttl(scenario_) && routes_are_known(scenario_)) {
    routes_ = std::make_unique<network::BufferDependencies>(buffer_dependencies(scenario_));
    add_message_ways(scenario_, *routes_);
  }
  return routes_.get();
}

bool FilledViqs::is_filled(std::size_t device, PortId port, ClassId c) const {
  if ((flow_control::at_switches(scenario_.device_of(device).flow_control) & mask_of(c)) == 0) {
    return false;
  }
  const network::BufferDependencies* const found = routes();
  return found == nullptr || found->fills({device, port, c});
}

std::size_t FilledViqs::of_port(std::size_t device, PortId port) const {
  std::size_t count = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    count += is_filled(device, port, ClassId(c)) ? 1 : 0;
  }
  return count;
}

std::size_t FilledViqs::of_switch(std::size_t device) const {
  std::size_t count = 0;
  for (std::size_t port = 0; port < scenario_.topology.devices[device].ports; ++port) {
    count += of_port(device, PortId(port));
  }
  return count;
}

std::size_t FilledViqs::of_class(std::size_t device, ClassId c) const {
  std::size_t count = 0;
  for (std::size_t port = 0; port < scenario_.topology.devices[device].ports; ++port) {
    count += is_filled(device, PortId(port), c) ? 1 : 0;
  }
  return count;
}

}  // namespace weir::bounds
