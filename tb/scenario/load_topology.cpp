// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <string>
#include <unordered_map>

#include "tb/network/fat_tree.h"
#include "tb/network/ring.h"
#include "tb/network/star.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/quantity.h"
#include "tb/scenario/reader.h"

namespace weir::scenario {
namespace {

using network::DeviceKind;
using network::Topology;

enum class Generator { kRing, kStar, kFatTree, kCustom };
constexpr std::array kGenerators{Generator::kRing, Generator::kStar, Generator::kFatTree, Generator::kCustom};

link::LinkConfig load_link(const Reader& reader) {
  return {reader.rate("rate"), reader.time("delay"), reader.boolean("wire_overhead")};
}

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

// Refuses a key that the chosen generator would not read, and the absence of one that it needs.
void check_applies(const Reader& reader, Generator kind) {
  struct Parameter {
    std::string_view key;
    Generator kind;
  };
  constexpr std::array kParameters{Parameter{"switches", Generator::kRing}, Parameter{"hosts", Generator::kStar},
                                   Parameter{"k", Generator::kFatTree}};
  for (const Parameter& parameter : kParameters) {
    const std::string name(find_key("topology", "kind")->words[static_cast<std::size_t>(parameter.kind)]);
    if (parameter.kind == kind && !reader.has(parameter.key)) {
      reader.fail(parameter.key, "required for kind = \"" + name + "\", but missing; wanted " +
                                     wanted(*find_key("topology", parameter.key)));
    }
    if (parameter.kind != kind && reader.has(parameter.key)) {
      reader.fail(parameter.key, "only for kind = \"" + name + "\"");
    }
  }
  for (const std::string_view list : {"device", "link"}) {
    if (kind != Generator::kCustom && reader.has(list)) {
      reader.fail(list, "only for kind = \"custom\"");
    }
  }
}

// The device that `value` names.
std::size_t find_device(const Reader& reader, const Value& value, std::string_view key, const Topology& topology,
                        const DeviceIndex& index) {
  const auto found = index.find(value.text);
  if (found == index.end()) {
    const std::string nearest = nearest_of(value.text, names_of(topology));
    fail(reader.document(), value.place, reader.path_of(key),
         "there is no device " + in_quotes(value.text) +
             (nearest.empty() ? "" : "; the nearest is \"" + nearest + "\""));
  }
  return found->second;
}

Topology load_custom(const Document& document, const Reader& reader) {
  constexpr std::array kKinds{DeviceKind::kHost, DeviceKind::kSwitch};
  constexpr std::size_t kMostPorts = 1024;
  Topology topology;
  DeviceIndex index;
  const std::vector<Value>& devices = reader.list("device");
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Reader device(document, "topology.device", devices[i], i);
    const std::string name = device.text("name");
    if (!index.emplace(name, i).second) {
      device.fail("name", "there are two devices named " + in_quotes(name));
    }
    topology.add_device(name, device.word("kind", kKinds));
  }
  const std::vector<Value>& links = reader.list("link");
  for (std::size_t i = 0; i < links.size(); ++i) {
    Reader link(document, "topology.link", links[i], i);
    link.set_fallback(&reader);
    const std::vector<Value>& between = link.list("between");
    const std::size_t a = find_device(link, between[0], "between", topology, index);
    const std::size_t b = find_device(link, between[1], "between", topology, index);
    if (a == b) {
      link.fail("between", "wanted two different devices; got " + in_quotes(between[0].text) + " twice");
    }
    topology.add_cable(a, b, load_link(link));
    for (const std::size_t device : {a, b}) {
      if (topology.devices[device].ports > kMostPorts) {
        link.fail("between", in_quotes(topology.devices[device].name) + " has more than 1024 cables");
      }
    }
  }
  return topology;
}

void remove_failed(const Reader& reader, Topology& topology) {
  const DeviceIndex index = index_of(topology);
  for (const Value& pair : reader.list("failed")) {
    const std::size_t a = find_device(reader, pair.elements[0], "failed", topology, index);
    const std::size_t b = find_device(reader, pair.elements[1], "failed", topology, index);
    if (!topology.remove_cable(a, b)) {
      fail(
          reader.document(), pair.place, reader.path_of("failed"),
          "there is no cable between " + in_quotes(pair.elements[0].text) + " and " + in_quotes(pair.elements[1].text));
    }
  }
}

// A host has one cable, to a switch; a switch has at least one cable.
void check_cabling(const Reader& reader, const Topology& topology, Generator kind) {
  const std::string_view key = kind == Generator::kCustom ? "link" : "failed";
  for (const network::DeviceSpec& device : topology.devices) {
    const bool is_host = device.kind == DeviceKind::kHost;
    if (device.ports == 0 || (is_host && device.ports > 1)) {
      reader.fail(key, in_quotes(device.name) + " has " + std::to_string(device.ports) + " cables; a " +
                           (is_host ? "host has one" : "switch has at least one"));
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

}  // namespace

Topology load_topology(const Document& document) {
  const Reader reader(document, "topology");
  const Generator kind = reader.word("kind", kGenerators);
  check_applies(reader, kind);
  const link::LinkConfig link = load_link(reader);
  Topology topology;
  switch (kind) {
    case Generator::kRing:
      topology = network::make_ring(reader.count("switches"), link);
      break;
    case Generator::kStar:
      topology = network::make_star(reader.count("hosts"), link);
      break;
    case Generator::kFatTree:
      if (reader.integer("k") % 2 != 0) {
        reader.fail("k", "wanted an even integer from 2 to 32; got " + std::to_string(reader.integer("k")));
      }
      topology = network::make_fat_tree(reader.count("k"), link);
      break;
    case Generator::kCustom:
      topology = load_custom(document, reader);
      break;
  }
  remove_failed(reader, topology);
  check_cabling(reader, topology, kind);
  return topology;
}

}  // namespace weir::scenario
