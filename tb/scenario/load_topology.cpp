// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "hw_model/base/random_stream.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/topology_generators.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;

namespace {

using network::Cable;
using network::DeviceKind;
using network::Topology;

using DeviceIndex = std::unordered_map<std::string, std::size_t>;

DeviceIndex index_of(const Topology& topology) {
  DeviceIndex index;
  for (std::size_t i = 0; i < topology.devices.size(); ++i) {
    index.emplace(topology.devices[i].name, i);
  }
  return index;
}

std::vector<std::string> names_of(const Topology& topology) {
  std::vector<std::string> names;
  for (const network::DeviceSpec& device : topology.devices) {
    names.push_back(device.name);
  }
  return names;
}

// The device that `value` names.
std::size_t find_device(const Reader& reader, const Value& value, std::string_view key, const Topology& topology,
                        const DeviceIndex& index) {
  const auto found = index.find(value.text);
  if (found == index.end()) {
    fail(reader.document(), value.place, reader.path_of(key),
         "there is no device " + in_quotes(value.text) + text::known_hint(value.text, names_of(topology)));
  }
  return found->second;
}

std::pair<std::size_t, std::size_t> ends_of(const Reader& link, const Topology& topology, const DeviceIndex& index) {
  const std::vector<Value>& between = link.list("between");
  const std::size_t a = find_device(link, between[0], "between", topology, index);
  const std::size_t b = find_device(link, between[1], "between", topology, index);
  if (a == b) {
    link.fail("between", "wanted two different devices; got " + in_quotes(between[0].text) + " twice");
  }
  return {a, b};
}

Topology load_custom(const Document& document, const Reader& reader) {
  constexpr std::array kDeviceKinds{DeviceKind::kHost, DeviceKind::kSwitch};
  Topology topology;
  DeviceIndex index;
  const std::vector<Value>& devices = reader.list("device");
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Reader device(document, "topology.device", devices[i], i);
    const std::string name = device.text("name");
    if (!index.emplace(name, i).second) {
      device.fail("name", "there are two devices named " + in_quotes(name));
    }
    topology.add_device(name, device.word("kind", kDeviceKinds));
  }
  const std::vector<Value>& links = reader.list("link");
  std::set<std::pair<std::size_t, std::size_t>> hosts_seen;  // switches may have several cables between them
  for (std::size_t i = 0; i < links.size(); ++i) {
    Reader link(document, "topology.link", links[i], i);
    link.set_fallback(&reader);
    const auto [a, b] = ends_of(link, topology, index);
    const bool to_host = topology.devices[a].kind == DeviceKind::kHost || topology.devices[b].kind == DeviceKind::kHost;
    if (to_host && !hosts_seen.insert(std::minmax(a, b)).second) {
      link.fail("between", "the cable between " + in_quotes(topology.devices[a].name) + " and " +
                               in_quotes(topology.devices[b].name) + " is listed twice; a host has one");
    }
    topology.add_cable(a, b, load_link(link));
  }
  return topology;
}

// Outside of custom networks [[topology.link]] changes settings of generated cables.
void change_links(const Document& document, const Reader& reader, Topology& topology) {
  const DeviceIndex index = index_of(topology);
  const std::vector<Value>& links = reader.list("link");
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Reader own(document, "topology.link", links[i], i);
    const auto ends = ends_of(own, topology, index);
    if (!seen.insert(std::minmax(ends.first, ends.second)).second) {
      own.fail("between", "the cable between " + in_quotes(topology.devices[ends.first].name) + " and " +
                              in_quotes(topology.devices[ends.second].name) +
                              " is listed twice; wanted all its settings in one [[topology.link]]");
    }
    bool found = false;
    for (Cable& cable : topology.cables) {
      if (std::pair(cable.a.device, cable.b.device) != ends && std::pair(cable.b.device, cable.a.device) != ends) {
        continue;
      }
      found = true;
      cable.link.rate = own.has("rate") ? own.rate("rate") : cable.link.rate;
      cable.link.delay = own.has("delay") ? own.time("delay") : cable.link.delay;
      cable.link.wire_overhead = own.has("wire_overhead") ? own.boolean("wire_overhead") : cable.link.wire_overhead;
    }
    if (!found) {
      own.fail("between", "there is no cable between " + in_quotes(topology.devices[ends.first].name) + " and " +
                              in_quotes(topology.devices[ends.second].name));
    }
  }
}

void fail_at_random(const Reader& reader, std::uint64_t seed, Topology& topology) {
  const double probability = reader.real("failure_probability");
  if (probability > 0) {
    RandomStream random(seed, "topology.failures");
    topology.remove_trunks([&] { return random.unit() < probability; });
  }
}

void remove_failed(const Reader& reader, Topology& topology) {
  const DeviceIndex index = index_of(topology);
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (const Value& pair : reader.list("failed")) {
    const std::size_t a = find_device(reader, pair.elements[0], "failed", topology, index);
    const std::size_t b = find_device(reader, pair.elements[1], "failed", topology, index);
    const bool first = seen.insert(std::minmax(a, b)).second;
    if (!topology.remove_cable(a, b)) {
      const std::string ends = in_quotes(pair.elements[0].text) + " and " + in_quotes(pair.elements[1].text);
      fail(reader.document(), pair.place, reader.path_of("failed"),
           first ? "there is no cable between " + ends
                 : "the cable between " + ends + " is listed twice; wanted each cable once");
    }
  }
}

// The key at which messages about wrong cabling point.
std::string_view culprit(const Reader& reader, Generator kind) {
  const bool is_link = kind == Generator::kCustom && reader.has("link");
  return is_link ? "link" : reader.has("failed") ? "failed" : kind == Generator::kFile ? "file" : "kind";
}

// A host has one cable, to a switch; a switch has at least one cable.
void check_cabling(const Reader& reader, const Topology& topology, Generator kind) {
  constexpr std::size_t kMostPorts = 1'024;
  constexpr std::size_t kMostDevices = 16'384;
  const std::string_view key = culprit(reader, kind);
  if (topology.devices.size() > kMostDevices) {
    reader.fail(key, "makes " + std::to_string(topology.devices.size()) + " devices; wanted at most " +
                         std::to_string(kMostDevices));
  }
  for (const network::DeviceSpec& device : topology.devices) {
    const bool is_host = device.kind == DeviceKind::kHost;
    if (device.ports == 0 || (is_host && device.ports > 1)) {
      reader.fail(key, in_quotes(device.name) + " has " + std::to_string(device.ports) + " cables; a " +
                           (is_host ? "host has one" : "switch has at least one"));
    }
    if (device.ports > kMostPorts) {
      reader.fail(key, in_quotes(device.name) + " has more than 1024 cables");
    }
  }
  for (const network::Cable& cable : topology.cables) {
    const network::DeviceSpec& a = topology.devices[cable.a.device];
    const network::DeviceSpec& b = topology.devices[cable.b.device];
    if (a.kind == DeviceKind::kHost && b.kind == DeviceKind::kHost) {
      reader.fail(key,
                  in_quotes(a.name) + " and " + in_quotes(b.name) + " are both hosts; a host's cable goes to a switch");
    }
  }
}

// The addresses of hosts are without a break in one of the two ranges that unicast leaves beside loopback.
void give_addresses(const Reader& reader, Topology& topology) {
  struct Range {
    frame::Ipv4Address first;
    frame::Ipv4Address last;
  };
  constexpr std::array kUnicast{Range{{1, 0, 0, 0}, {126, 255, 255, 255}}, Range{{128, 0, 0, 0}, {223, 255, 255, 255}}};
  topology.first_address = reader.address("first_address");
  const frame::Ipv4Address first = topology.first_address;
  const auto devices = static_cast<std::uint32_t>(topology.devices.size());
  const bool fit = std::any_of(kUnicast.begin(), kUnicast.end(), [&](const Range& range) {
    return first >= range.first && first <= range.last && devices - 1 <= range.last.value() - first.value();
  });
  if (!fit) {
    std::string text;
    for (const Range& range : kUnicast) {
      text += (text.empty() ? "" : " or from ") + to_string(range.first) + " to " + to_string(range.last);
    }
    reader.fail("first_address", "wanted addresses from " + text + " for all " + std::to_string(devices) +
                                     " devices; got " + in_quotes(to_string(first)));
  }
}

}  // namespace

Topology load_topology(const Document& document, std::uint64_t seed) {
  const Reader reader(document, "topology");
  const Generator kind = generator_of(reader);
  Topology topology = kind == Generator::kCustom ? load_custom(document, reader) : generate(reader, kind, seed);
  if (kind != Generator::kCustom) {
    change_links(document, reader, topology);
  }
  remove_failed(reader, topology);
  fail_at_random(reader, seed, topology);
  check_cabling(reader, topology, kind);
  give_addresses(reader, topology);
  return topology;
}

}  // namespace weir::scenario
