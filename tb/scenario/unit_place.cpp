// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/unit_place.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/mechanisms/deadlock/deadlock_settings.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/file_complaints.h"
#include "tb/scenario/reader.h"

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

void place_unit(const Scenario& scenario, std::size_t device, const std::vector<network::Peer>& peers,
                deadlock::DeadlockConfig& config) {
  place(scenario.topology, device, peers, config.itsy);
  if (deadlock::declares(config) && config.itsy.rounds > 0)
    place_in_network(network_of(scenario), config.itsy);
}

// A message of ITSY would be a packet to a switch without the unit, and the books of its link would not balance.
void check_units_together(DeviceDocuments& documents, const Scenario& scenario) {
  const auto itsy = [&](std::size_t device) { return deadlock::declares(scenario.device_of(device).deadlock); };
  std::size_t first = scenario.topology.devices.size();
  for (std::size_t i = 0; i < scenario.topology.devices.size(); ++i) {
    if (scenario.topology.devices[i].kind != network::DeviceKind::kSwitch) {
      continue;
    }
    first = std::min(first, i);
    if (itsy(i) != itsy(first)) {
      const bool common = scenario.own_index(i) == Scenario::kCommon;
      FileComplaints(documents.of(common ? first : i))
          .about({"deadlock.unit"}, "\"itsy\" is for all switches or for none, as they read each other's messages; " +
                                        scenario.topology.devices[itsy(i) ? i : first].name + " has it and " +
                                        scenario.topology.devices[itsy(i) ? first : i].name + " has not");
    }
  }
}

void check_placed(const Document& document, const deadlock::DeadlockConfig& written,
                  const deadlock::DeadlockConfig& placed) {
  constexpr auto kMost = deadlock::ItsyConfig::kMostHops;
  if (written.itsy.rounds == deadlock::kAutoRounds && placed.itsy.rounds > kMost && deadlock::declares(placed)) {
    Reader(document, "deadlock.itsy")
        .fail("rounds", "a chain of pauses may be " + std::to_string(placed.itsy.rounds) +
                            " hops long here, and a round has " + std::to_string(kMost) + " at most; wanted 0");
  }
}

}  // namespace weir::scenario
