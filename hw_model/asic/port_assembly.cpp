// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/port_assembly.h"

#include <string>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"

namespace weir::asic {
namespace {

link::CtlosSpacing spacing_of(const SwitchConfig& config, std::size_t port) {
  const Bytes credits = config.flow_control.ue_cbfc.credits.cf_min_spacing;
  return has_llr(config, PortId(port)) ? llr::ctlos_spacing(config.llr.link, credits)
                                       : link::CtlosSpacing{.cf_update = credits};
}

}  // namespace

bool makes_frames(const SwitchConfig& config, const Watchers& watchers) {
  return congestion::makes_frames(config.congestion) || static_cast<bool>(watchers.detectors);
}

std::vector<std::unique_ptr<port::Port>> make_ports(const SwitchConfig& config, const parser::Parser& parser,
                                                    Scheduler& scheduler, link::FramePool& pool) {
  std::vector<std::unique_ptr<port::Port>> ports;
  for (std::size_t i = 0; i < config.ports.size(); ++i) {
    ports.push_back(std::make_unique<port::Port>(("p" + std::to_string(i)).c_str(), PortId(i), config.ports[i], parser,
                                                 scheduler, pool, config.max_frame));
  }
  return ports;
}

flow_control::Engines make_engines(const SwitchConfig& config, const std::string& device, std::uint32_t device_index,
                                   const Factories& factories, std::vector<std::unique_ptr<port::Port>>& ports,
                                   egress::Egress& egress) {
  flow_control::Engines engines;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    flow_control::FlowControlConfig of_port = config.flow_control;
    of_port.ttl_pfc.to_host = !leads_to_switch(config, PortId(i));
    engines.push_back(flow_control::make_flow_control(
        {.config = of_port,
         .line_rate = config.ports[i].rate,
         .max_frame = config.max_frame,
         .name = device + ".p" + std::to_string(i),
         .address = frame::MacAddress::of_port(device_index, static_cast<std::uint16_t>(i)),
         .port = &egress.services(PortId(i)),
         .limiter = config.limiter,
         .factories = factories}));
    flow_control::FlowControl& engine = *engines.back();
    engine.share_settings(*engines.front());
    egress.obey(PortId(i), engine, engine);
    ports[i]->take_control(engine.takes(), engine.address());
    ports[i]->process_control(config.flow_control.processing_delay, engine.arrival_listener() != nullptr);
    if (engine.veq_follower() != nullptr)
      engine.veq_follower()->join(*engines.front()->veq_follower());
  }
  return engines;
}

std::vector<std::unique_ptr<EngineSets>> join_sets(const SwitchConfig& config, const flow_control::Engines& engines,
                                                   std::vector<std::unique_ptr<port::Port>>& ports) {
  std::vector<std::unique_ptr<EngineSets>> joined;
  for (std::size_t i = 0; i < engines.size(); ++i) {
    if (engines[i]->set_side() == nullptr)
      continue;
    joined.push_back(std::make_unique<EngineSets>(*engines[i]->set_side()));
    ports[i]->join_sets(joined.back().get(), joined.back().get());
    ports[i]->set_spacing(spacing_of(config, i));
  }
  return joined;
}

std::vector<std::unique_ptr<PortRetry>> make_retries(const SwitchConfig& config, const Factories& factories,
                                                     const std::string& device,
                                                     std::vector<std::unique_ptr<port::Port>>& ports,
                                                     egress::Egress& egress, Scheduler& scheduler,
                                                     link::FramePool& pool) {
  std::vector<std::unique_ptr<PortRetry>> retries;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    if (!has_llr(config, PortId(i)))
      continue;
    retries.resize(ports.size());
    retries[i] =
        std::make_unique<PortRetry>(config.llr, *ports[i], egress, scheduler, pool,
                                    PortRetry::Blocks{factories, device + ".p" + std::to_string(i), config.max_frame});
    ports[i]->set_spacing(spacing_of(config, i));
  }
  return retries;
}

deadlock::SwitchContext deadlock_context(const SwitchConfig& config) {
  deadlock::SwitchContext context;
  context.config = config.deadlock;
  context.ports = config.ports.size();
  context.lossless = config.flow_control.lossless;
  context.buffer = config.mmu.buffer;
  context.cells = static_cast<std::uint64_t>(config.mmu.buffer / config.mmu.cell);
  context.counted = config.mmu.count_cells ? config.mmu.cell : Bytes(1);
  context.one_fifo = waits_in_one_fifo(config);
  context.output_room = config.crossbar.output_buffer;
  if (context.output_room == Bytes(0) && config.crossbar.transfer == crossbar::Transfer::kCell)
    context.output_room = config.max_frame * 3;
  context.t_re = itsy_t_re(config);
  for (const link::LinkConfig& port : config.ports)
    context.rates.push_back(port.rate);
  return context;
}

std::vector<std::unique_ptr<congestion::FeraEdge>> make_edges(const SwitchConfig& config,
                                                              congestion::FeraEdgeActions& actions) {
  std::vector<std::unique_ptr<congestion::FeraEdge>> edges;
  for (std::size_t p = 0; p < config.ports.size(); ++p) {
    if (config.congestion.fera_edge.is_edge(p)) {
      edges.resize(config.ports.size());
      edges[p] =
          std::make_unique<congestion::FeraEdge>(congestion_context(config, config.ports[p]), PortId(p), actions);
    }
  }
  return edges;
}

void watch_ports(const SwitchConfig& config, const Watchers& watchers, const Factories& factories,
                 const std::string& device, std::uint64_t seed, egress::Egress& egress,
                 const flow_control::Engines& engines, congestion::Notifier& notifier) {
  if (config.congestion.detectors.empty() && !watchers.detectors) {
    return;
  }
  for (std::size_t p = 0; p < config.ports.size(); ++p) {
    congestion::PortContext context = congestion_context(config, config.ports[p], leads_to_host(config, p));
    context.name = device + ".p" + std::to_string(p);
    context.seed = seed;
    context.address = engines[p]->address();
    context.factories = &factories;
    egress.watchers().watch(
        PortId(p), watchers.detectors ? watchers.detectors(context) : congestion::make_detectors(context),
        {.notifier = &notifier, .ports = config.ports.size(), .waits_at_inputs = context.at_inputs});
  }
}

}  // namespace weir::asic
