// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/builder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/roce.h"
#include "tb/cosim/fidelity.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/scenario_error.h"
#include "tb/traffic/capture_file.h"

namespace weir::scenario {

namespace {

constexpr std::uint16_t kDestinationPort = 5001;

host::FlowSpec flow_spec(const Flow& flow, std::size_t index, const reference::ClassMapperConfig& mapper) {
  host::FlowSpec spec;
  spec.name = flow.name;
  spec.index = static_cast<std::uint32_t>(index);
  spec.source_address = host_mac(flow.source);
  spec.destination_address = host_mac(flow.destination);
  spec.source_ip = host_address(flow.source);
  spec.destination_ip = host_address(flow.destination);
  spec.framing = flow.framing;
  if (flow.framing == host::Framing::kRoceV2) {
    constexpr std::size_t kRest = 0xffff - host::kFirstRoceSourcePort;
    spec.source_port = static_cast<std::uint16_t>(host::kFirstRoceSourcePort + (index & kRest));
    spec.destination_port = frame::kRoceV2Port;
  } else {
    spec.source_port = static_cast<std::uint16_t>(index);
    spec.destination_port = static_cast<std::uint16_t>(kDestinationPort + (index >> 16U));
  }
  spec.traffic_class = flow.traffic_class;
  spec.ttl = host::initial_ttl(mapper);
  spec.dscp = host::dscp_of(mapper, flow.traffic_class).value_or(0);
  spec.demand = {.kind = flow.kind,
                 .frame_length = flow.frame_length,
                 .rate = flow.rate,
                 .start = flow.start,
                 .stop = flow.stop,
                 .packets = flow.capture ? flow.capture->frames().size()
                                         : static_cast<std::uint64_t>((flow.size + flow.frame_length - Bytes(1)) /
                                                                      flow.frame_length),
                 .capture = flow.capture,
                 .pace = flow.pace,
                 .speed = flow.speed};
  spec.acknowledged = flow.acknowledged;
  spec.acknowledgement_length = flow.acknowledgement_length;
  spec.ecn = flow.ecn;
  spec.control = flow.control;
  spec.settings = flow.settings;
  return spec;
}

// Some kilobytes at each end of a cable, and a second-level cache of a megabyte.
constexpr std::size_t kCablesBeyondCache = 256;

// A longer quantum saves nothing, and whoever interrupts a run waits for its end.
constexpr Time kLongestQuantum{100'000'000};

void make_devices(const Scenario& scenario, const std::filesystem::path& wave_folder, const WrapFactories& wrap,
                  const std::atomic<bool>* pause, network::Network& net) {
  const Time stretch = std::min(smallest_delay(scenario.topology), kLongestQuantum);
  const asic::Timing timing{.quantum = scenario.quantum ? stretch : Time(0),
                            .until = scenario.duration,
                            .lookahead = stretch,
                            .evicted = scenario.quantum && scenario.topology.cables.size() >= kCablesBeyondCache,
                            .pause = pause};
  const bool leading_zero =
      scenario.device.flow_control.gfc_buffer_based.comparator == flow_control::ComparatorForm::kLeadingZero;
  asic::Factories factories{
      .rate_limiter = cosim::rate_limiter_factory(scenario.limiter.fidelity, wave_folder),
      .stage_comparator =
          leading_zero ? cosim::leading_zero_comparator_factory(scenario.limiter.comparator_fidelity, wave_folder)
                       : cosim::stage_comparator_factory(scenario.limiter.comparator_fidelity, wave_folder)};
  if (wrap) {
    factories = wrap(std::move(factories));
  }
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    const network::DeviceSpec& spec = scenario.topology.devices[i];
    const asic::SwitchConfig config = config_of(scenario, i, net.peers);
    const auto index = static_cast<std::uint32_t>(i);
    if (spec.kind == network::DeviceKind::kSwitch) {
      const std::uint64_t seed = RandomStream(scenario.seed, spec.name).next();
      net.devices.emplace_back(
          std::make_unique<asic::SwitchAsic>(spec.name.c_str(), config, timing, factories, net.pool, index, seed));
    } else {
      net.devices.emplace_back(std::make_unique<host::Nic>(
          spec.name.c_str(), host::NicContext{.config = config,
                                              .timing = timing,
                                              .factories = factories,
                                              .pool = &net.pool,
                                              .index = index,
                                              .ip = host_address(i),
                                              .steady_from = scenario.duration - scenario.duration / 4,
                                              .flows = &net.flows,
                                              .measurements = &net.measurements}));
    }
  }
}

void bind_cables(network::Network& net) {
  for (const network::Cable& cable : net.topology.cables) {
    port::Port& a = net.devices[cable.a.device]->port(cable.a.port);
    port::Port& b = net.devices[cable.b.device]->port(cable.b.port);
    a.tx.bind(b.rx);
    b.tx.bind(a.rx);
  }
}

[[noreturn]] void no_place(const network::Network& net, std::size_t device, const std::string& what,
                           const std::string& remedy) {
  throw ScenarioError("the tables of " + net.topology.devices[device].name + " have no place for " + what +
                      "; wanted a larger " + remedy);
}

void add_mac(network::Network& net, std::size_t device, frame::MacAddress address, std::uint16_t vid,
             std::span<const PortId> ports) {
  if (!net.devices[device].asic->forwarding().add_mac(address, vid, ports)) {
    no_place(net, device, "a route to " + frame::to_string(address) + ", whose bucket is full",
             "switch.forwarding.l2_entries or l2_ways, or another seed");
  }
}

void add_host(network::Network& net, std::size_t device, std::uint32_t address, std::span<const PortId> ports) {
  if (!net.devices[device].asic->forwarding().add_host(address, ports)) {
    no_place(net, device, "a route to " + frame::to_string(frame::Ipv4Address(address)),
             "switch.forwarding.host_entries");
  }
}

void fill_host_tables(const Scenario& scenario, network::Network& net) {
  if (scenario.tables == TableFill::kListed) {
    return;
  }
  const network::Routes routes = network::shortest_paths(net.topology);
  for (std::size_t i = 0; i < net.devices.size(); ++i) {
    for (std::size_t number = 0; net.devices[i].asic && number < routes.hosts.size(); ++number) {
      const auto ports = routes.switches[i].towards(number);
      if (ports.empty()) {
        continue;
      }
      if (scenario.tables == TableFill::kBridged) {
        add_mac(net, i, host_mac(routes.hosts[number]), 0, ports);
      } else {
        add_host(net, i, host_address(routes.hosts[number]), ports);
      }
    }
  }
}

void lead_captured(const Flow& flow, std::span<const PortId> ports, network::Network& net, std::size_t device) {
  constexpr unsigned kWhole = 128;
  forwarding::Forwarding& table = net.devices[device].asic->forwarding();
  for (const std::uint32_t address : flow.captured_destinations) {
    add_host(net, device, address, ports);
  }
  for (const frame::Ipv6Address address : flow.captured_destinations_v6) {
    if (!table.add_prefix(address, kWhole, ports)) {
      throw std::invalid_argument(flow.capture_file + ": sends to more IPv6 addresses than a switch has prefixes");
    }
  }
}

// What a capture sends to goes to its flow's destination.
void fill_captured(const Scenario& scenario, network::Network& net) {
  const auto plays = [](const Flow& flow) { return flow.capture != nullptr; };
  if (std::none_of(scenario.flows.begin(), scenario.flows.end(), plays)) {
    return;
  }
  const network::Routes routes = routes_of(scenario);
  for (const Flow& flow : scenario.flows) {
    const auto found = std::find(routes.hosts.begin(), routes.hosts.end(), flow.destination);
    const auto number = static_cast<std::size_t>(found - routes.hosts.begin());
    for (std::size_t i = 0; i < net.devices.size(); ++i) {
      const auto ports = net.devices[i].asic ? routes.switches[i].towards(number) : std::span<const PortId>();
      if (!ports.empty()) {
        lead_captured(flow, ports, net, i);
      }
    }
  }
}

void fill_listed_routes(const Scenario& scenario, network::Network& net) {
  const std::string remedy = "switch.forwarding.prefix_entries";
  for (const TableRoute& route : scenario.table_routes) {
    forwarding::Forwarding& table = net.devices[route.device].asic->forwarding();
    const std::string length = "/" + std::to_string(route.length);
    switch (route.kind) {
      case TableRoute::Kind::kMac:
        add_mac(net, route.device, route.mac, route.vid, route.ports);
        break;
      case TableRoute::Kind::kIpv4:
        if (route.length == 32) {
          add_host(net, route.device, route.ipv4.value(), route.ports);
        } else if (!table.add_prefix(route.ipv4, route.length, route.ports)) {
          no_place(net, route.device, "a route to " + frame::to_string(route.ipv4) + length, remedy);
        }
        break;
      case TableRoute::Kind::kIpv6:
        if (!table.add_prefix(route.ipv6, route.length, route.ports)) {
          no_place(net, route.device, "a route to " + frame::to_string(route.ipv6) + length, remedy);
        }
        break;
    }
  }
}

void fill_flows(const Scenario& scenario, network::Network& net) {
  for (const host::FlowSpec& spec : net.flows) {
    const Flow& flow = scenario.flows[spec.index];
    net.devices[flow.source].nic->add_source(spec.index);
    net.devices[flow.destination].nic->add_destination(spec.index);
    if (flow.route.empty()) {
      continue;
    }
    const std::uint32_t ports = (std::uint32_t{spec.source_port} << 16U) | spec.destination_port;
    const std::vector<network::Hop> hops = network::follow_route(net.topology, net.peers, flow.route);
    for (std::size_t i = 1; i < hops.size(); ++i) {  // hop 0 is the host's
      const std::size_t device = hops[i].device;
      forwarding::Forwarding& table = net.devices[device].asic->forwarding();
      if (std::count(flow.route.begin(), flow.route.end(), device) == 1) {
        if (!table.add_flow(spec.source_ip, spec.destination_ip, ports, hops[i].egress)) {
          no_place(net, device, "the route of flow " + spec.name, "switch.forwarding.flow_entries");
        }
        continue;
      }
      const auto ttl = static_cast<std::uint8_t>(spec.ttl - (i - 1));
      if (!table.add_flow_hop(spec.source_ip, spec.destination_ip, ports, ttl, hops[i].egress)) {
        no_place(net, device, "the route of flow " + spec.name, "switch.forwarding.flow_entries or hop_entries");
      }
    }
  }
}

}  // namespace

Time smallest_delay(const network::Topology& topology) {
  Time smallest = kNever;
  for (const network::Cable& cable : topology.cables) {
    smallest = std::min(smallest, cable.link.delay);
  }
  return smallest;
}

std::unique_ptr<network::Network> build(const Scenario& scenario, const std::filesystem::path& wave_folder,
                                        const WrapFactories& wrap, const std::atomic<bool>* pause) {
  auto net = std::make_unique<network::Network>();
  net->topology = scenario.topology;
  net->peers = network::peers_of(net->topology);
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    net->flows.push_back(flow_spec(scenario.flows[i], i, scenario.device.class_mapper));
  }
  net->measurements.resize(net->flows.size());
  make_devices(scenario, wave_folder, wrap, pause, *net);
  bind_cables(*net);
  fill_host_tables(scenario, *net);
  fill_listed_routes(scenario, *net);
  fill_captured(scenario, *net);
  fill_flows(scenario, *net);
  return net;
}

}  // namespace weir::scenario
