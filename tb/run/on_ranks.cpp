// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/on_ranks.h"

#include <algorithm>
#include <variant>

#include "tb/scenario/builder.h"

namespace weir {
namespace {

// Most events act in a device, wherever that is, or at both ends of a link that does not lie between ranks.
bool acts_in_a_device(const scenario::ScenarioEvent& event) {
  using namespace scenario;
  return !event.after && !std::holds_alternative<WriteRegister>(event.what) &&
         !std::holds_alternative<SetChannels>(event.what);
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
    if (!acts_in_a_device(event)) {
      return "event " + event.name +
             ": ranks have events at given times, which neither write registers nor set channels up";
    }
  }
  if (!all_models(scenario)) {
    return "fidelity: RTL is simulated by one rank; wanted \"reference\"";
  }
  return std::nullopt;
}

}  // namespace weir
