// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/fill_tables.h"

#include <algorithm>
#include <span>
#include <string>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/roce.h"
#include "tb/host/flow.h"
#include "tb/host/tcp_wire.h"
#include "tb/host/transport.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/routes.h"

namespace weir::scenario {
namespace {

class TableFiller {
 public:
  TableFiller(const Scenario& scenario, const std::vector<std::vector<network::Peer>>& peers, const EngineOf& engine_of,
              const NoPlace& complain)
      : scenario_(scenario), peers_(peers), engine_of_(engine_of), complain_(complain) {}

  void fill() {
    fill_hosts();
    fill_listed();
    fill_captured();
    for (std::size_t i = 0; i < scenario_.flows.size(); ++i) {
      if (!scenario_.flows[i].route.empty()) {
        fill_flow(scenario_.flows[i], i);
      }
    }
  }

 private:
  bool is_filled(std::size_t device) const {
    return scenario_.topology.devices[device].kind == network::DeviceKind::kSwitch && engine_of_(device) != nullptr;
  }

  std::uint32_t address(std::size_t host) const { return scenario_.topology.address(host).value(); }

  // `keys`: of the tables that could be larger.
  void no_place(std::size_t device, const std::string& what, const std::vector<std::string>& keys,
                const std::string& or_else = "") {
    std::string remedy;
    ledger::Complaints::Words words;
    for (const std::string& key : keys) {
      words.push_back("switch.forwarding." + key);
      remedy += remedy.empty() ? words.back() : " or " + key;
    }
    complain_(device, words,
              "the tables of " + scenario_.topology.devices[device].name + " have no place for " + what +
                  "; wanted a larger " + remedy + or_else);
  }

  // Refuses a route to `what` over these ports, because the group of the ports has no place, or the route itself has
  // none.
  void no_route(std::size_t device, std::span<const PortId> ports, const std::string& what,
                const std::vector<std::string>& keys, const std::string& or_else = "") {
    if (engine_of_(device)->has_place_for_group(ports)) {
      no_place(device, "a route to " + what, keys, or_else);
    } else {
      no_place(device, "another group of ports (" + std::to_string(ports.size()) + ")",
               {"ecmp_groups", "ecmp_members"});
    }
  }

  void add_mac(std::size_t device, frame::MacAddress address, std::uint16_t vid, std::span<const PortId> ports) {
    if (!engine_of_(device)->add_mac(address, vid, ports)) {
      no_route(device, ports, frame::to_string(address) + ", whose bucket is full", {"l2_entries", "l2_ways"},
               ", or another seed");
    }
  }

  void add_host(std::size_t device, std::uint32_t address, std::span<const PortId> ports) {
    if (!engine_of_(device)->add_host(address, ports)) {
      no_route(device, ports, frame::to_string(frame::Ipv4Address(address)), {"host_entries"});
    }
  }

  template <class Address>
  void add_prefix(std::size_t device, Address address, unsigned length, std::span<const PortId> ports) {
    if (!engine_of_(device)->add_prefix(address, length, ports)) {
      no_route(device, ports, frame::to_string(address) + "/" + std::to_string(length), {"prefix_entries"});
    }
  }

  void fill_hosts() {
    if (scenario_.tables == TableFill::kListed) {
      return;
    }
    const network::Routes routes = shortest_paths_of(scenario_);
    const bool messages = bridges_messages(scenario_);
    for (std::size_t i = 0; i < scenario_.topology.devices.size(); ++i) {
      const bool filled = is_filled(i);
      for (std::size_t number = 0; filled && number < routes.hosts.size(); ++number) {
        const auto ports = routes.switches[i].towards(number);
        if (ports.empty()) {
          continue;
        }
        const bool routed = scenario_.tables != TableFill::kBridged;
        if (routed) {
          add_host(i, address(routes.hosts[number]), ports);
        }
        if (!routed || messages) {
          add_mac(i, host_mac(routes.hosts[number]), 0, ports);
        }
      }
    }
  }

  void fill_listed() {
    constexpr unsigned kWhole = 32;
    for (const TableRoute& route : scenario_.table_routes) {
      if (!is_filled(route.device)) {
        continue;
      }
      switch (route.kind) {
        case TableRoute::Kind::kMac:
          add_mac(route.device, route.mac, route.vid, route.ports);
          break;
        case TableRoute::Kind::kIpv4:
          if (route.length == kWhole) {
            add_host(route.device, route.ipv4.value(), route.ports);
          } else {
            add_prefix(route.device, route.ipv4, route.length, route.ports);
          }
          break;
        case TableRoute::Kind::kIpv6:
          add_prefix(route.device, route.ipv6, route.length, route.ports);
          break;
      }
    }
  }

  // Routes each address to which a capture sends to its flow's destination.
  void fill_captured() {
    constexpr unsigned kWhole = 128;
    const auto plays = [](const Flow& flow) { return flow.capture != nullptr; };
    if (std::none_of(scenario_.flows.begin(), scenario_.flows.end(), plays)) {
      return;
    }
    const network::Routes routes = routes_of(scenario_);
    for (const Flow& flow : scenario_.flows) {
      const auto found = std::find(routes.hosts.begin(), routes.hosts.end(), flow.destination);
      const auto number = static_cast<std::size_t>(found - routes.hosts.begin());
      for (std::size_t i = 0; i < scenario_.topology.devices.size(); ++i) {
        const auto ports = is_filled(i) ? routes.switches[i].towards(number) : std::span<const PortId>();
        for (const std::uint32_t address : flow.captured_destinations) {
          if (!ports.empty()) {
            add_host(i, address, ports);
          }
        }
        for (const frame::Ipv6Address address : flow.captured_destinations_v6) {
          if (!ports.empty()) {
            add_prefix(i, address, kWhole, ports);
          }
        }
      }
    }
  }

  void fill_flow(const Flow& flow, std::size_t index) {
    constexpr unsigned kSourcePort = 16;
    const std::uint32_t connections = flow.tcp != nullptr ? flow.tcp->connections : 1;
    for (std::uint32_t i = 0; i < connections; ++i) {
      fill_connection(flow, ports_of_flow(flow, index) + (i << kSourcePort));
    }
  }

  void fill_connection(const Flow& flow, std::uint32_t ports) {
    const std::uint32_t source = address(flow.source);
    const std::uint32_t destination = address(flow.destination);
    const std::vector<network::Hop> hops = network::follow_route(scenario_.topology, peers_, flow.route);
    for (std::size_t i = 1; i < hops.size(); ++i) {  // hop 0 is the host's
      const std::size_t device = hops[i].device;
      if (!is_filled(device)) {
        continue;
      }
      if (std::count(flow.route.begin(), flow.route.end(), device) == 1) {
        if (!engine_of_(device)->add_flow(source, destination, ports, hops[i].egress)) {
          no_place(device, "the route of flow " + flow.name, {"flow_entries"});
        }
        continue;
      }
      const auto ttl =
          static_cast<std::uint8_t>(host::initial_ttl(scenario_.device.class_mapper, flow.traffic_class) - (i - 1));
      if (!engine_of_(device)->add_flow_hop(source, destination, ports, ttl, hops[i].egress)) {
        no_place(device, "the route of flow " + flow.name, {"flow_entries", "hop_entries"});
      }
    }
  }

  const Scenario& scenario_;
  const std::vector<std::vector<network::Peer>>& peers_;
  const EngineOf& engine_of_;
  const NoPlace& complain_;
};

}  // namespace

std::uint32_t ports_of_flow(const Flow& flow, std::size_t index) {
  constexpr std::uint16_t kDestinationPort = 5001;
  const auto ports = [](std::size_t source, std::size_t destination) {
    return static_cast<std::uint32_t>((source & 0xffffU) << 16U | (destination & 0xffffU));
  };
  if (flow.framing == host::Framing::kRoceV2) {
    constexpr std::size_t kRest = 0xffff - host::kFirstRoceSourcePort;
    return ports(host::kFirstRoceSourcePort + (index & kRest), frame::kRoceV2Port);
  }
  if (flow.framing == host::Framing::kTcp) {
    constexpr std::size_t kDestinations = 0x10000 - host::kFirstTcpDestinationPort;
    constexpr std::size_t kSources = (0x10000 - host::kFirstTcpSourcePort) / host::kMostConnections;
    return ports(host::kFirstTcpSourcePort + index / kDestinations % kSources * host::kMostConnections,
                 host::kFirstTcpDestinationPort + index % kDestinations);
  }
  return ports(index, kDestinationPort + (index >> 16U));
}

bool bridges_messages(const Scenario& scenario) {
  return any_notifies(scenario) || any_edge(scenario) || sends_tags(scenario);
}

void fill_tables(const Scenario& scenario, const std::vector<std::vector<network::Peer>>& peers,
                 const EngineOf& engine_of, const NoPlace& complain) {
  TableFiller(scenario, peers, engine_of, complain).fill();
}

std::uint64_t seed_of(const Scenario& scenario, std::size_t device) {
  return RandomStream(scenario.seed, scenario.topology.devices[device].name).next();
}

}  // namespace weir::scenario
