// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/device_config.h"

#include <algorithm>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "tb/network/hop_parity.h"
#include "tb/scenario/shapers.h"
#include "tb/scenario/unit_place.h"

namespace weir::scenario {

namespace {

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

}  // namespace

bool any_notifies(const Scenario& scenario) {
  return any_switch(scenario, [](const asic::SwitchConfig& device) { return congestion::notifies(device.congestion); });
}

std::optional<frame::Ecn> undetermined_of(const Scenario& scenario) {
  const bool written = any_switch(scenario, [](const asic::SwitchConfig& device) {
    return congestion::undetermined_of(device.congestion).has_value();
  });
  return written ? std::optional(scenario.device.congestion.undetermined) : std::nullopt;
}

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
  if (reference::traits_of(config.class_mapper.source).hops_a_class == 2) {
    config.flow_control.ttl_pfc.class_shift = network::hop_parity(scenario.topology).odd[device];
  }
  if (reference::is_in_frames(config.class_mapper.source)) {
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
  if (config.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone)
    config.congestion.fera_edge.ports = edges(scenario, peers[device], config.congestion.fera_edge.at);
  place_unit(scenario, device, peers[device], config.deadlock);
  return config;
}

}  // namespace weir::scenario
