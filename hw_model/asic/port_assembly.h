// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The assembly of a device's ports: functions that make ports, flow-control engines, edges and detectors from its
// settings.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/asic/engine_sets.h"
#include "hw_model/asic/port_retry.h"
#include "hw_model/asic/switch_config.h"
#include "hw_model/datapath/egress/egress.h"
#include "hw_model/datapath/port/port.h"
#include "hw_model/mechanisms/congestion/congestion.h"
#include "hw_model/mechanisms/congestion/fera_edge.h"
#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::asic {

// The ports that `config.ports` lists, named p0, p1, ... below the module under construction.
std::vector<std::unique_ptr<port::Port>> make_ports(const SwitchConfig& config, const parser::Parser& parser,
                                                    Scheduler& scheduler, link::FramePool& pool);

// The makers of the blocks of each (port, class): reference models, as here, RTL, or both in lock-step.
using reference::Factories;

// The watchers of a switch that replace those of its settings; null: those of the settings stay.
struct Watchers {
  std::function<egress::DetectorRow::Row(const congestion::PortContext&)> detectors = nullptr;  // of one port
  std::function<std::unique_ptr<deadlock::DeadlockUnit>(const deadlock::SwitchContext&, deadlock::SwitchActions&)>
      deadlock_unit = nullptr;
};

// One flow-control engine a port, joined to the port's transmitter.
flow_control::Engines make_engines(const SwitchConfig& config, const std::string& device, std::uint32_t device_index,
                                   const Factories& factories, std::vector<std::unique_ptr<port::Port>>& ports,
                                   egress::Egress& egress);

// Joins the engines that speak by ordered sets to the lines of their ports.
std::vector<std::unique_ptr<EngineSets>> join_sets(const SwitchConfig& config, const flow_control::Engines& engines,
                                                   std::vector<std::unique_ptr<port::Port>>& ports);

// The link-level retry of each port that has it, by port; empty: no port has.
std::vector<std::unique_ptr<PortRetry>> make_retries(const SwitchConfig& config, const Factories& factories,
                                                     const std::string& device,
                                                     std::vector<std::unique_ptr<port::Port>>& ports,
                                                     egress::Egress& egress, Scheduler& scheduler,
                                                     link::FramePool& pool);

// What the deadlock unit of the switch is built from.
deadlock::SwitchContext deadlock_context(const SwitchConfig& config);

// The edges of a FERA region, by port: null for a port that is none; empty if no port is one.
std::vector<std::unique_ptr<congestion::FeraEdge>> make_edges(const SwitchConfig& config,
                                                              congestion::FeraEdgeActions& actions);

// Whether the switch makes frames of its own; `watchers` may have it do so.
bool makes_frames(const SwitchConfig& config, const Watchers& watchers);

// The detectors of every port; `notifier` makes their notifications.
void watch_ports(const SwitchConfig& config, const Watchers& watchers, const Factories& factories,
                 const std::string& device, std::uint64_t seed, egress::Egress& egress,
                 const flow_control::Engines& engines, congestion::Notifier& notifier);

}  // namespace weir::asic
