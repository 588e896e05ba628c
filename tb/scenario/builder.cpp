// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/builder.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "tb/cosim/whole_port.h"
#include "tb/scenario/arbiter_weights.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/draw_workloads.h"
#include "tb/scenario/fill_tables.h"
#include "tb/scenario/stretch.h"
#include "tb/traffic/capture_file.h"

namespace weir::scenario {

namespace {

host::FlowSpec flow_spec(const Scenario& scenario, const reference::ClassMapper& class_mapper, const Flow& flow,
                         std::size_t index) {
  const reference::ClassMapperConfig& mapper = class_mapper.config();
  host::FlowSpec spec;
  spec.name = flow.name;
  spec.index = static_cast<std::uint32_t>(index);
  spec.source_address = host_mac(flow.source);
  spec.destination_address = host_mac(flow.destination);
  spec.source_ip = scenario.topology.address(flow.source).value();
  spec.destination_ip = scenario.topology.address(flow.destination).value();
  spec.framing = flow.framing;
  spec.source_port = static_cast<std::uint16_t>(ports_of_flow(flow, index) >> 16U);
  spec.destination_port = static_cast<std::uint16_t>(ports_of_flow(flow, index));
  spec.traffic_class = flow.traffic_class;
  spec.drop_eligible = flow.drop_eligible;
  spec.pcp = flow.pcp ? flow.pcp : host::pcp_of(mapper, flow.traffic_class, flow.drop_eligible);
  spec.ttl = host::initial_ttl(mapper, flow.traffic_class);
  spec.tag_ttl = reference::follows_ttl(mapper.source) ? spec.ttl : std::uint8_t{0};
  spec.dscp = host::dscp_of(mapper, flow.traffic_class).value_or(0);
  if (class_mapper.own() != nullptr) {
    if (const auto own = host::own_fields(class_mapper, flow.traffic_class, flow.drop_eligible, flow.pcp)) {
      spec.pcp = own->pcp;
      spec.dscp = own->dscp;
    }
  }
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
                 .speed = flow.speed,
                 .seed = scenario.seed,
                 .stream = "flow." + flow.name,
                 .probability_millionths = flow.probability_millionths,
                 .on = flow.on,
                 .off = flow.off};
  spec.acknowledged = flow.acknowledged;
  spec.acknowledgement_length = flow.acknowledgement_length;
  spec.ecn = flow.ecn;
  spec.control = flow.control;
  spec.settings = flow.settings;
  spec.tcp = flow.tcp;
  if (flow.settings.tcd) {
    spec.undetermined = scenario.device.congestion.undetermined;
  }
  return spec;
}

// `drawn`: index into Scenario::drawn.
host::FlowSpec drawn_spec(const Scenario& scenario, const reference::ClassMapper& class_mapper, std::size_t drawn) {
  const DrawnFlow& one = scenario.drawn[drawn];
  const Workload& workload = scenario.workloads[one.workload];
  Flow flow = workload.flow;
  flow.source = one.source;
  flow.destination = one.destination;
  flow.name += "." + std::to_string(drawn + 1);
  flow.start = one.start;
  host::FlowSpec spec = flow_spec(scenario, class_mapper, flow, scenario.flows.size() + drawn);
  const Workload::Frames frames = workload.frames_of(one.size);
  spec.demand.packets = frames.count;
  spec.demand.last_length = frames.last == flow.frame_length ? Bytes(0) : frames.last;
  spec.demand.stream.clear();
  spec.workload = one.workload;
  const bool acknowledged = workload.arrivals == Arrivals::kClosedLoop;
  if (acknowledged || workload.arrivals == Arrivals::kBackToBack) {
    spec.next_begins = acknowledged ? host::Begins::kAfterAcknowledged : host::Begins::kAfterSent;
    spec.begins = one.start == kNever ? spec.next_begins : host::Begins::kAtItsTime;
    spec.last_begin = workload.end;
  }
  return spec;
}

// A cable takes some kilobytes at each end; a second-level cache has a megabyte.
constexpr std::size_t kCablesBeyondCache = 256;

void end_where_stopped(const std::atomic<bool>* pause) {
  if (pause != nullptr && pause->load(std::memory_order_relaxed)) {
    throw BuildStopped();
  }
}

void make_devices(const Scenario& scenario, const cosim::LockstepTrail& trail, const WrapFactories& wrap,
                  const std::atomic<bool>* pause, network::Network& net) {
  const Time stretch = stretch_of(scenario.topology);
  const bool large = scenario.topology.cables.size() >= kCablesBeyondCache;
  const asic::Timing timing{.quantum = scenario.quantum ? stretch : Time(0),
                            .until = scenario.duration,
                            .lookahead = stretch,
                            .turns = scenario.quantum && large ? &net.turns : nullptr,
                            .pause = pause};
  if (large) {
    net.foremost.make();
  }
  const bool notified = any_notifies(scenario);
  const std::optional<frame::Ecn> undetermined = undetermined_of(scenario);
  const bool fecn = any_switch(scenario, [](const asic::SwitchConfig& device) {
    return congestion::any_detector(device.congestion, &congestion::DetectorTraits::marks_transport);
  });
  asic::Factories factories = cosim::factories_of(blocks_of(scenario), trail);
  if (wrap) {
    factories = wrap(std::move(factories));
  }
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    end_where_stopped(pause);
    const network::DeviceSpec& spec = scenario.topology.devices[i];
    const asic::SwitchConfig config = config_of(scenario, i, net.peers);
    if (net.border && !net.border->is_own(i)) {
      net.devices.emplace_back();
      net.far[i] = {parser::longest_latency(config.parser), config.flow_control.processing_delay};
      continue;
    }
    const auto index = static_cast<std::uint32_t>(i);
    const std::uint64_t seed = seed_of(scenario, i);
    if (spec.kind == network::DeviceKind::kSwitch) {
      net.devices.emplace_back(
          std::make_unique<asic::SwitchAsic>(spec.name.c_str(), config, timing, factories, net.pool, index, seed));
    } else {
      net.devices.emplace_back(std::make_unique<host::Nic>(
          spec.name.c_str(), host::NicContext{.config = config,
                                              .timing = timing,
                                              .factories = factories,
                                              .pool = &net.pool,
                                              .index = index,
                                              .seed = seed,
                                              .ip = scenario.topology.address(i).value(),
                                              .steady_from = scenario.duration - scenario.duration / 4,
                                              .notified = notified,
                                              .fecn = fecn,
                                              .undetermined = undetermined,
                                              .latencies = scenario.measure.latency,
                                              .service_rate = scenario.service_rate_of(i),
                                              .flows = &net.flows,
                                              .measurements = &net.measurements}));
    }
    if (i != 0 && net.devices[i - 1].is_here()) {
      net.devices[i]->share_settings(*net.devices[i - 1]);
    }
  }
}

std::optional<BitRate> slowest_rate(const Scenario& scenario) {
  std::optional<BitRate> slowest;
  for (const ScenarioEvent& event : scenario.events) {
    if (const auto* set = std::get_if<SetLinkRate>(&event.what)) {
      slowest = std::min(slowest.value_or(set->rate), set->rate);
    }
  }
  return slowest;
}

// Makes a link with faults at the first fault about its sender. Each fault of a link has its own random stream.
void make_lossy_links(const Scenario& scenario, network::Network& net) {
  for (std::size_t i = 0; i < scenario.link_faults.size(); ++i) {
    for (const network::End& sender : scenario.link_faults[i].senders) {
      if (!net.devices[sender.device].is_here()) {
        continue;
      }
      const std::string place = net.topology.devices[sender.device].name + "_p" + std::to_string(sender.port.index());
      const port::Port& port = net.devices[sender.device]->port(sender.port);
      auto& link = net.lossy_links[{sender.device, sender.port}];
      if (!link) {
        link = std::make_unique<network::LossyLink>(("link_from_" + place).c_str(), net.pool, port.link().delay,
                                                    net.devices[sender.device]->timing().quantum);
      }
      link->add(scenario.link_faults[i].fault,
                RandomStream(scenario.seed, "link_fault." + std::to_string(i + 1) + "." + place));
    }
  }
}

// The classes that the flow control of this port protects.
ClassMask lossless_at(const asic::Device& device, PortId port) {
  ClassMask mask = 0;
  for_each_class(kAllClasses, [&](ClassId c) {
    mask = static_cast<ClassMask>(mask | (device.engine(port).lossless(c) ? mask_of(c) : 0));
  });
  return mask;
}

// Each error of a link has its own random stream in each direction.
void make_damaged_links(const Scenario& scenario, network::Network& net) {
  for (std::size_t i = 0; i < scenario.link_damage.size(); ++i) {
    for (const network::End& sender : scenario.link_damage[i].senders) {
      if (!net.devices[sender.device].is_here()) {
        continue;
      }
      asic::Device& device = *net.devices[sender.device].operator->();
      auto& wire = net.damaged_links[{sender.device, sender.port}];
      if (!wire) {
        wire =
            std::make_unique<network::DamagedLink>(device.port(sender.port).link(), lossless_at(device, sender.port));
        device.port(sender.port).damage(*wire);
      }
      wire->add(scenario.link_damage[i].error,
                RandomStream(scenario.seed, "link_damage." + std::to_string(i + 1) + "." +
                                                net.topology.devices[sender.device].name + "_p" +
                                                std::to_string(sender.port.index())));
    }
  }
}

void bind_link(network::Network& net, const network::End& from, const network::End& to) {
  port::Port& sender = net.devices[from.device]->port(from.port);
  port::Port& receiver = net.devices[to.device]->port(to.port);
  const auto lossy = net.lossy_links.find({from.device, from.port});
  if (lossy == net.lossy_links.end()) {
    return sender.tx.bind(receiver.rx);
  }
  sender.tx.bind(lossy->second->rx);
  lossy->second->tx.bind(receiver.rx);
}

// A cable to a device of another rank.
void bind_far_end(network::Network& net, const network::End& own, std::size_t cable) {
  port::Port& port = net.devices[own.device]->port(own.port);
  network::FarEnd& far_end = net.border->far_end(cable);
  port.tx.bind(far_end.rx);
  far_end.tx.bind(port.rx);
}

void bind_cables(network::Network& net) {
  for (std::size_t i = 0; i < net.topology.cables.size(); ++i) {
    const network::Cable& cable = net.topology.cables[i];
    const bool has_a = net.devices[cable.a.device].is_here();
    const bool has_b = net.devices[cable.b.device].is_here();
    if (!has_a || !has_b) {
      if (has_a || has_b) {
        bind_far_end(net, has_a ? cable.a : cable.b, i);
      }
      continue;
    }
    bind_link(net, cable.a, cable.b);
    bind_link(net, cable.b, cable.a);
    net.devices[cable.a.device]->meet(cable.a.port, *net.devices[cable.b.device].operator->(), cable.b.port);
  }
}

// Sets the weights of crossbars whose arbiter has weights.
void set_weights(const Scenario& scenario, network::Network& net) {
  const auto weighs = [](const asic::SwitchConfig& device) {
    return device.crossbar.arbiter == crossbar::Arbiter::kWeightedRoundRobin;
  };
  if (!any_switch(scenario, weighs)) {
    return;
  }
  for (const ArbiterWeight& one : arbiter_weights(scenario, net.peers)) {
    asic::SwitchAsic* const asic = net.devices[one.device].asic;
    crossbar::RoundWeights* const weights = asic != nullptr ? asic->crossbar().weights() : nullptr;
    if (weights != nullptr) {
      weights->set(one.input, one.output, one.weight);
    }
  }
}

}  // namespace

std::vector<cosim::BlockChoice> blocks_of(const Scenario& scenario) {
  using flow_control::ComparatorForm;
  const auto fidelity = [&](cosim::Fidelity Fidelities::*of) {
    std::map<std::string, cosim::Fidelity> ports;
    for (const auto& [port, here] : scenario.fidelity_at)
      ports.emplace(port, here.*of);
    return cosim::FidelityAt(scenario.fidelity.*of, std::move(ports));
  };
  std::vector<cosim::BlockChoice> blocks{{"rate_limiter_stage", fidelity(&Fidelities::rate_limiter)},
                                         {"rate_limiter_fixed_point", fidelity(&Fidelities::rate_limiter)}};
  for (const auto& [form, block] : {std::pair{ComparatorForm::kLeadingZero, cosim::kLeadingZeroComparator},
                                    {ComparatorForm::kThreshold, std::string_view("stage_comparator_threshold")}}) {
    const auto has = [form](const asic::SwitchConfig& device) {
      return device.flow_control.gfc_buffer_based.comparator == form;
    };
    if (has(scenario.device) || any_switch(scenario, has)) {  // hosts have the common one
      blocks.push_back({block, fidelity(&Fidelities::stage_comparator)});
    }
  }
  for (const bool whole : {false, true}) {  // a port as a whole in front of its parts, which are its own then
    for (const ClockedKey& one : kClockedKeys) {
      if (cosim::is_whole_port(one.block) == whole)
        blocks.push_back({one.block, fidelity(one.of)});
    }
  }
  blocks.push_back({"partition_admission_memory", fidelity(&Fidelities::partition_admission)});
  return blocks;
}

std::unique_ptr<network::Network> build(const Scenario& scenario, const cosim::LockstepTrail& trail,
                                        const WrapFactories& wrap, const std::atomic<bool>* pause,
                                        const network::Division* division) {
  auto net = std::make_unique<network::Network>();
  net->topology = scenario.topology;
  if (division != nullptr) {
    net->border = std::make_unique<network::Border>(net->pool, *division, net->topology);
  }
  net->slowest_rate = slowest_rate(scenario);
  net->peers = network::peers_of(net->topology);
  const std::vector<std::size_t> cables = cables_of_hosts(net->topology);
  const reference::ClassMapper class_mapper = asic::class_mapper_of(scenario.device);
  const auto line_rate = [&](std::size_t host) { return net->topology.cables[cables[host]].link.rate; };
  for (std::size_t i = 0; i < scenario.flows.size(); ++i) {
    net->flows.push_back(flow_spec(scenario, class_mapper, scenario.flows[i], i));
    net->flows.back().settings.line_rate = line_rate(scenario.flows[i].source);
  }
  net->listed_flows = net->flows.size();
  for (std::size_t i = 0; i < scenario.drawn.size(); ++i) {
    net->flows.push_back(drawn_spec(scenario, class_mapper, i));
    net->flows.back().settings.line_rate = line_rate(scenario.drawn[i].source);
  }
  net->measurements.resize(net->flows.size());
  make_devices(scenario, trail, wrap, pause, *net);
  make_lossy_links(scenario, *net);
  make_damaged_links(scenario, *net);
  bind_cables(*net);
  fill_tables(
      scenario, net->peers,
      [&](std::size_t device) {
        end_where_stopped(pause);
        asic::SwitchAsic* const asic = net->devices[device].asic;
        return asic != nullptr ? &asic->forwarding() : nullptr;
      },
      [](std::size_t, const ledger::Complaints::Words& words, const std::string& what) {
        ledger::Refusal().about(words, what);
      });
  set_weights(scenario, *net);
  for (const host::FlowSpec& spec : net->flows) {
    const auto device = [&](std::uint32_t ip) { return net->topology.device_of(frame::Ipv4Address(ip)); };
    if (host::Nic* const source = net->devices[device(spec.source_ip)].nic) {
      source->add_source(spec.index);
    }
    if (host::Nic* const destination = net->devices[device(spec.destination_ip)].nic) {
      destination->add_destination(spec.index);
    }
  }
  return net;
}

}  // namespace weir::scenario
