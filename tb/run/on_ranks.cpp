// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/on_ranks.h"

#include <algorithm>
#include <variant>

#include "tb/scenario/builder.h"

namespace weir {
namespace {

// Other events act in a device, wherever that is, or at both ends of a link that does not lie between ranks.
bool sets_channels(const scenario::ScenarioEvent& event) {
  return std::holds_alternative<scenario::SetChannels>(event.what);
}

bool all_models(const scenario::Scenario& scenario) {
  return std::ranges::none_of(scenario::blocks_of(scenario), &cosim::BlockChoice::takes_block);
}

}  // namespace

std::optional<std::string> refused_on_ranks(const scenario::Scenario& scenario) {
  if (scenario.measure.baselines) {
    return "measure.baselines: baselines are played by one rank; wanted false";
  }
  for (const scenario::ScenarioEvent& event : scenario.events) {
    if (event.after && std::holds_alternative<scenario::WriteRegister>(event.what)) {
      return "event " + event.name + ": register writes under a condition are made by one rank; wanted a time, at";
    }
    if (sets_channels(event)) {
      return "event " + event.name + ": channels of Ultra Ethernet are set up by one rank; wanted another event";
    }
  }
  if (!all_models(scenario)) {
    return "fidelity: RTL is simulated by one rank; wanted \"reference\"";
  }
  return std::nullopt;
}

}  // namespace weir
