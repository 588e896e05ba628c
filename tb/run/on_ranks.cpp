// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/on_ranks.h"

#include <algorithm>
#include <variant>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/device_config.h"

namespace weir {
namespace {

bool any_llr(const scenario::Scenario& scenario) {
  return std::ranges::any_of(scenario.topology.cables,
                             [&](const network::Cable& cable) { return scenario::carries_llr(scenario, cable); });
}

// Events that change hosts, switches and rates act in the device, wherever that is.
bool acts_in_a_device(const scenario::ScenarioEvent& event) {
  using namespace scenario;
  return !event.after &&
         (std::holds_alternative<SetLinkRate>(event.what) || std::holds_alternative<StopHost>(event.what) ||
          std::holds_alternative<SetDrainRate>(event.what) || std::holds_alternative<StartFlow>(event.what) ||
          std::holds_alternative<ResetSwitch>(event.what));
}

bool any_channel_credits(const scenario::Scenario& scenario) {
  return scenario::any_switch(scenario, [](const asic::SwitchConfig& device) {
    return flow_control::traits_of(device.flow_control.scheme).by_channel;
  });
}

bool all_models(const scenario::Scenario& scenario) {
  return std::ranges::none_of(scenario::blocks_of(scenario), &cosim::BlockChoice::takes_block);
}

}  // namespace

std::optional<std::string> refused_on_ranks(const scenario::Scenario& scenario) {
  if (scenario.measure.baselines) {
    return "measure.baselines: baselines are played by one rank; wanted false";
  }
  if (!scenario.link_faults.empty() || !scenario.link_damage.empty()) {
    return "link_fault, link_damage: such links are simulated by one rank; wanted links without faults";
  }
  if (any_llr(scenario)) {
    return "link.llr: link-level retry is simulated by one rank; wanted links without";
  }
  if (any_channel_credits(scenario)) {
    return "flow_control.scheme: the credits of Ultra Ethernet are simulated by one rank; wanted another scheme";
  }
  for (const scenario::ScenarioEvent& event : scenario.events) {
    if (!acts_in_a_device(event)) {
      return "event " + event.name +
             ": ranks have events at given times that set a rate, stop a host, start a flow or reset a switch";
    }
  }
  if (!all_models(scenario)) {
    return "fidelity: RTL is simulated by one rank; wanted \"reference\"";
  }
  return std::nullopt;
}

}  // namespace weir
