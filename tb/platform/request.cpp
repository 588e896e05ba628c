// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/request.h"

#include "tb/scenario/loader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir::platform {

scenario::Scenario load(const Request& request) {
  const scenario::Overrides overrides{.sets = request.sets, .seed = {}, .until = {}};
  return request.is_file ? scenario::load_file(request.source, overrides)
                         : scenario::load_text(request.source, "text", overrides);
}

std::size_t find_switch(const scenario::Scenario& scenario, const std::string& name) {
  const network::Topology& topology = scenario.topology;
  const std::size_t index = topology.find(name);
  if (index < topology.devices.size() && topology.devices[index].kind == network::DeviceKind::kSwitch)
    return index;
  std::vector<std::string> switches;
  for (const network::DeviceSpec& device : topology.devices) {
    if (device.kind == network::DeviceKind::kSwitch)
      switches.push_back(device.name);
  }
  throw scenario::ScenarioError(scenario.file + ": there is no switch " + text::in_quotes(name) +
                                text::known_hint(name, switches));
}

}  // namespace weir::platform
