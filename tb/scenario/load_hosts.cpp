// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "tb/scenario/expectation_key.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

std::vector<std::string> names_of_hosts(const network::Topology& topology) {
  std::vector<std::string> names;
  for (const network::DeviceSpec& device : topology.devices) {
    if (device.kind == network::DeviceKind::kHost) {
      names.push_back(device.name);
    }
  }
  return names;
}

std::vector<std::size_t> hosts_in(const Document& document, const Reader& reader, const network::Topology& topology) {
  std::vector<std::size_t> found;
  for (const Value& pattern : reader.list("hosts")) {
    const std::size_t before = found.size();
    for (std::size_t i = 0; i < topology.devices.size(); ++i) {
      const network::DeviceSpec& device = topology.devices[i];
      if (device.kind == network::DeviceKind::kHost && matches(pattern.text, device.name)) {
        found.push_back(i);
      }
    }
    if (found.size() == before) {
      fail(document, pattern.place, reader.path_of("hosts"),
           "there is no host " + text::in_quotes(pattern.text) +
               text::known_hint(pattern.text, names_of_hosts(topology)));
    }
  }
  if (found.empty()) {
    reader.fail("hosts", "wanted at least one host");
  }
  return found;
}

}  // namespace

std::vector<HostService> load_hosts(const Document& document, const Scenario& scenario) {
  std::vector<HostService> services;
  const Value* list = document.root.find("host");
  for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const Reader reader(document, "host", list->elements[i], i);
    services.push_back({hosts_in(document, reader, scenario.topology), reader.rate("service_rate")});
  }
  return services;
}

}  // namespace weir::scenario
