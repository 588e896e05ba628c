// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/find_named.h"

#include <vector>

#include "tb/text/words.h"

namespace weir::scenario {
namespace {

[[noreturn]] void refuse(const Reader& reader, std::string_view key, const std::string& what, const std::string& name,
                         const std::vector<std::string>& known) {
  reader.fail(key, "there is no " + what + " " + text::in_quotes(name) + text::known_hint(name, known));
}

}  // namespace

std::size_t device_named(const Reader& reader, std::string_view key, const std::string& name,
                         const network::Topology& topology) {
  const std::size_t found = topology.find(name);
  if (found == topology.devices.size()) {
    std::vector<std::string> known;
    for (const network::DeviceSpec& device : topology.devices) {
      known.push_back(device.name);
    }
    refuse(reader, key, "device", name, known);
  }
  return found;
}

std::size_t flow_named(const Reader& reader, std::string_view key, const Scenario& scenario) {
  const std::string name = reader.text(key);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    if (scenario.flows[i].name == name) {
      return i;
    }
    known.push_back(scenario.flows[i].name);
  }
  refuse(reader, key, "flow", name, known);
}

}  // namespace weir::scenario
