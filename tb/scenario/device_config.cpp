// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/device_config.h"

#include <algorithm>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "tb/network/hop_parity.h"
#include "tb/scenario/shapers.h"

namespace weir::scenario {

namespace {

// 65,535 quanta of 512 bits.
constexpr Bytes kLongestPause{65535 * 512 / 8};

// Tells the unit its switch's number (from 1, in the order of the topology), and which of its peers are hosts.
void place(const network::Topology& topology, std::size_t device, const std::vector<network::Peer>& peers,
           deadlock::ItsyConfig& itsy) {
  const auto is_switch = [](const network::DeviceSpec& spec) { return spec.kind == network::DeviceKind::kSwitch; };
  const auto self = topology.devices.begin() + static_cast<std::ptrdiff_t>(device);
  itsy.switch_id = static_cast<std::uint32_t>(std::count_if(topology.devices.begin(), self, is_switch)) + 1;
  for (const network::Peer& peer : peers)
    itsy.hosts.push_back(is_switch(topology.devices[peer.device]) ? 0 : 1);
}

// Edge ports: those to hosts and, with FeraEdgeAt::kOutside, those to switches without meters.
std::vector<std::uint8_t> edges(const Scenario& scenario, const std::vector<network::Peer>& peers,
                                congestion::FeraEdgeAt at) {
  std::vector<std::uint8_t> ports;
  for (const network::Peer& peer : peers) {
    const bool host = scenario.topology.devices[peer.device].kind == network::DeviceKind::kHost;
    const bool outside =
        at == congestion::FeraEdgeAt::kOutside &&
        !congestion::any_detector(scenario.device_of(peer.device).congestion, &congestion::DetectorTraits::reads_tags);
    ports.push_back(host || outside ? 1 : 0);
  }
  return ports;
}

// The values that bound rounds: the worst over all switches, which may differ in frames and t_r, and all cables.
deadlock::ItsyNetwork network_of(const Scenario& scenario) {
  deadlock::ItsyNetwork network;
  const auto is_switch = [&](std::size_t device) {
    return scenario.topology.devices[device].kind == network::DeviceKind::kSwitch;
  };
  Time to_hosts;
  for (const network::Cable& cable : scenario.topology.cables) {
    const bool retries = carries_llr(scenario, cable);
    Time hop = asic::itsy_hop(scenario.device, cable.link, retries);
    for (const OwnSettings& own : scenario.own)
      hop = std::max(hop, asic::itsy_hop(own.device, cable.link, retries));
    const bool counts = is_switch(cable.a.device) && is_switch(cable.b.device);
    network.pauses += counts ? 2 : 0;
    Time& longest = counts ? network.longest_hop : to_hosts;
    longest = std::max(longest, hop);
    network.longest_pause = std::max(network.longest_pause, serialization_time(kLongestPause, cable.link.rate));
  }
  network.longest_hop = network.pauses > 0 ? network.longest_hop : to_hosts;
  return network;
}

// Makes rounds = "auto" a number: at least one hop, even if no switch can be paused.
void place_in_network(const deadlock::ItsyNetwork& network, deadlock::ItsyConfig& itsy) {
  itsy.network = network;
  if (itsy.rounds == deadlock::kAutoRounds)
    itsy.rounds = static_cast<unsigned>(std::max<std::uint64_t>(network.pauses, 1));
}

}  // namespace

bool wants_llr(const Scenario& scenario, std::size_t device) {
  const llr::LlrPortConfig& retry = scenario.device_of(device).llr;
  const bool is_host = scenario.topology.devices[device].kind == network::DeviceKind::kHost;
  return retry.wanted && (!is_host || retry.hosts);
}

const network::Cable& cable_at(const Scenario& scenario, const network::End& end) {
  return *std::find_if(scenario.topology.cables.begin(), scenario.topology.cables.end(),
                       [&](const network::Cable& cable) { return cable.has(end); });
}

bool carries_llr(const Scenario& scenario, const network::Cable& cable) {
  return wants_llr(scenario, cable.a.device) && wants_llr(scenario, cable.b.device);
}

bool has_llr(const Scenario& scenario, const network::End& port) {
  return carries_llr(scenario, cable_at(scenario, port));
}

bool repairs_all(const Scenario& scenario, const network::End& port) {
  const llr::LlrPortConfig& retry = scenario.device_of(port.device).llr;
  return has_llr(scenario, port) && retry.plain_classes == 0 &&
         retry.link.replay_count_max == retry.link.endless_replays() && retry.link.data_age_timeout == Time(0) &&
         retry.link.pcs_lost_timeout == Time(0) && retry.link.init_llr_frame_action == llr::FrameAction::kBlock;
}

asic::SwitchConfig config_of(const Scenario& scenario, std::size_t device,
                             const std::vector<std::vector<network::Peer>>& peers) {
  asic::SwitchConfig config = scenario.device_of(device);
  config.ports.clear();
  for (const network::Peer& peer : peers[device]) {
    config.ports.push_back(scenario.topology.cables[peer.cable].link);
  }
  config.egress.shapers = shapers_of(scenario, device);
  if (config.class_mapper.source == reference::ClassSource::kTtlParity) {
    config.flow_control.ttl_pfc.class_shift = network::hop_parity(scenario.topology).odd[device];
  }
  if (config.class_mapper.source == reference::ClassSource::kLabel) {
    for (const network::Peer& peer : peers[device]) {
      config.to_switches.push_back(scenario.topology.devices[peer.device].kind == network::DeviceKind::kSwitch ? 1 : 0);
    }
  }
  for (const network::Peer& peer : peers[device]) {
    config.to_hosts.push_back(scenario.topology.devices[peer.device].kind == network::DeviceKind::kHost ? 1 : 0);
  }
  for (const network::Peer& peer : peers[device]) {
    config.with_llr.push_back(wants_llr(scenario, device) && wants_llr(scenario, peer.device) ? 1 : 0);
  }
  place(scenario.topology, device, peers[device], config.deadlock.itsy);
  if (config.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone)
    config.congestion.fera_edge.ports = edges(scenario, peers[device], config.congestion.fera_edge.at);
  if (config.deadlock.unit == deadlock::Unit::kItsy && config.deadlock.itsy.rounds > 0)
    place_in_network(network_of(scenario), config.deadlock.itsy);
  return config;
}

}  // namespace weir::scenario
