// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/declare_switch.h"

#include <algorithm>
#include <bit>
#include <string>

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/interrupts.h"
#include "hw_model/asic/management.h"
#include "hw_model/asic/port_assembly.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/datapath/crossbar/crossbar_registers.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/egress/egress_registers.h"
#include "hw_model/datapath/forwarding/forwarding_registers.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/datapath/mmu/mmu_registers.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "hw_model/datapath/parser/parser_registers.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/datapath/port/port_registers.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/congestion/fera_edge.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/mechanisms/llr/llr_registers.h"

namespace weir::asic {
namespace {

flow_control::PortContext context_of(const SwitchConfig& config, const link::LinkConfig& port) {
  flow_control::PortContext context;
  context.config = config.flow_control;
  context.line_rate = port.rate;
  context.max_frame = config.max_frame;
  context.limiter = config.limiter;
  return context;
}

std::uint64_t cells_of(const mmu::MmuConfig& config) { return static_cast<std::uint64_t>(config.buffer / config.cell); }

mmu::MmuHardware mmu_hardware(const SwitchConfig& config) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  const bool lossless = flow_control::traits_of(scheme).protects;
  mmu::MmuHardware hardware;
  hardware.config = config.mmu;
  hardware.ports = config.ports.size();
  hardware.classes = config.classes;
  hardware.lossless_classes = lossless ? static_cast<unsigned>(std::popcount(config.flow_control.lossless)) : 0;
  hardware.headroom_classes =
      lossless ? static_cast<unsigned>(std::popcount(flow_control::at_switches(config.flow_control))) : 0;
  hardware.max_frame = config.max_frame;
  hardware.partitions_for =
      flow_control::traits_of(scheme).follows_ttl ? std::string(flow_control::name_of(scheme)) : "";
  hardware.lends = lossless && deadlock::lender_of(config.deadlock) != nullptr;
  hardware.by_viq = not_by_viq(config).empty();
  hardware.headroom_for = lossless ? std::string(flow_control::name_of(scheme)) : "";
  return hardware;
}

crossbar::CrossbarHardware crossbar_hardware(const SwitchConfig& config) {
  crossbar::CrossbarHardware hardware;
  hardware.config = config.crossbar;
  hardware.ports = config.ports.size();
  hardware.classes = config.classes;
  hardware.fastest_port = fastest_port(config);
  hardware.max_frame = config.max_frame;
  hardware.cells = cells_of(config.mmu);
  hardware.own_places = congestion::makes_frames(config.congestion) ? congestion::kNotificationPlaces : 0;
  return hardware;
}

egress::EgressHardware egress_hardware(const SwitchConfig& config) {
  egress::EgressHardware hardware;
  hardware.config = config.egress;
  hardware.ports = config.ports.size();
  hardware.classes = config.classes;
  hardware.max_frame = config.max_frame;
  hardware.buffer = config.mmu.buffer;
  hardware.cells = cells_of(config.mmu);
  return hardware;
}

// The registers that every port has: those of each port, as `declare` gives them, merged with the widest of each.
template <class Declare>
ledger::Block for_every_port(const SwitchConfig& config, Declare declare) {
  ledger::Block widest = declare(config.ports.front());
  for (const link::LinkConfig& port : config.ports) {
    if (port.rate != config.ports.front().rate || port.delay != config.ports.front().delay)
      widest = ledger::widest(widest, declare(port));
  }
  ledger::Block all(widest.name());
  return all.add(widest, {"port", config.ports.size()});
}

ledger::Block declare_egress(const SwitchConfig& config) {
  ledger::Block block = egress::Egress::declare(egress_hardware(config));
  if (const egress::DisciplineCard* const card = egress::card_of(config.egress.discipline)) {
    const ledger::Block own = for_every_port(config, [&](const link::LinkConfig& port) {
      ledger::Block of_port("egress");
      card->declare(of_port, discipline_context(config, port));
      return of_port;
    });
    for (const ledger::RegisterDeclaration& declaration : own.registers())
      block.add(declaration);
  }
  return block;
}

ledger::Block declare_forwarding(const SwitchConfig& config) {
  ledger::Block block = forwarding::declare_forwarding({.config = config.forwarding,
                                                        .class_mapper = config.class_mapper,
                                                        .ports = config.ports.size(),
                                                        .classes = config.classes});
  if (reference::is_own(config.class_mapper.source))
    reference::card_of(config.class_mapper.source)->declare(block, mapper_context(config));
  return block;
}

ledger::Block declare_detectors(const SwitchConfig& config) {
  ledger::Block block = for_every_port(config, [&](const link::LinkConfig& port) {
    return congestion::declare_congestion(congestion_context(config, port));
  });
  const auto fastest = std::ranges::max_element(config.ports, {}, &link::LinkConfig::rate);
  const ledger::Block shared = congestion::declare_shared_congestion(congestion_context(config, *fastest));
  for (const ledger::RegisterDeclaration& declaration : shared.registers())
    block.add(declaration);
  for (const ledger::RtlInstance& instance : shared.rtl_instances())
    block.add(instance);
  return block;
}

}  // namespace

ledger::Chip declare_switch(const SwitchConfig& wanted) {
  const SwitchConfig config = buildable(wanted);
  ledger::Chip chip("switch");
  chip.add(for_every_port(config, [&](const link::LinkConfig& port) {
    return port::Port::declare({.link = port,
                                .max_frame = config.max_frame,
                                .processing_delay = config.flow_control.processing_delay,
                                .parser = config.parser});
  }));
  chip.add(for_every_port(config, [&](const link::LinkConfig&) { return parser::declare_parser(config.classes); }));
  chip.add(declare_forwarding(config));
  if (const ledger::Block policy = mmu::declare_policy(policy_context(config)); !policy.registers().empty())
    chip.add(policy);
  chip.add(mmu::Mmu::declare(mmu_hardware(config)));
  chip.add(mmu::declare_packet_buffer(mmu_hardware(config)));
  chip.add(crossbar::declare_crossbar(crossbar_hardware(config)));
  chip.add(declare_egress(config));
  chip.add(for_every_port(config, [&](const link::LinkConfig& port) {
    return flow_control::declare_flow_control(context_of(config, port));
  }));
  if (any_llr(config)) {
    chip.add(for_every_port(config, [&](const link::LinkConfig&) { return llr::declare_llr({config.llr.link}); }));
  }
  chip.add(declare_detectors(config));
  if (config.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone) {
    chip.add(for_every_port(config, [&](const link::LinkConfig& port) {
      return congestion::FeraEdge::declare(congestion_context(config, port));
    }));
  }
  chip.add(deadlock::declare_deadlock(deadlock_context(config)));
  chip.add(declare_management(config));
  chip.add(Interrupts::declare(config.ports.size()));
  return chip;
}

}  // namespace weir::asic
