// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/kept_together.h"

#include <algorithm>

#include <boost/pending/disjoint_sets.hpp>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/network/routing.h"
#include "tb/scenario/device_config.h"

namespace weir::ranks {
namespace {

bool by_channel(const asic::SwitchConfig& device) {
  return flow_control::traits_of(device.flow_control.scheme).by_channel;
}

// Numbers groups by their first devices.
std::vector<std::int32_t> numbered(boost::disjoint_sets_with_storage<>& sets, std::size_t devices) {
  std::map<std::size_t, std::int32_t> numbers;
  std::vector<std::int32_t> group_of;
  for (std::size_t d = 0; d < devices; ++d) {
    group_of.push_back(numbers.try_emplace(sets.find_set(d), static_cast<std::int32_t>(numbers.size())).first->second);
  }
  return group_of;
}

}  // namespace

std::map<std::size_t, std::string_view> uncut_cables(const scenario::Scenario& scenario) {
  const auto peers = network::peers_of(scenario.topology);
  const bool any_credits = scenario::any_switch(scenario, by_channel);
  const auto has_credits = [&](const network::End& end) {
    return any_credits && by_channel(scenario::config_of(scenario, end.device, peers));
  };
  std::map<std::size_t, std::string_view> cables;
  for (std::size_t i = 0; i < scenario.topology.cables.size(); ++i) {
    const network::Cable& cable = scenario.topology.cables[i];
    if (scenario::carries_llr(scenario, cable)) {
      cables.emplace(i, "link-level retry");
    } else if (has_credits(cable.a) || has_credits(cable.b)) {
      cables.emplace(i, "credits of Ultra Ethernet");
    }
  }
  const auto add = [&](const std::vector<network::End>& senders, std::string_view what) {
    for (const network::End& sender : senders) {
      cables.emplace(peers[sender.device][sender.port.index()].cable, what);
    }
  };
  for (const scenario::LinkFaults& faults : scenario.link_faults) {
    add(faults.senders, "faults");
  }
  for (const scenario::LinkErrors& errors : scenario.link_damage) {
    add(errors.senders, "damage");
  }
  return cables;
}

std::vector<std::int32_t> kept_together(const scenario::Scenario& scenario) {
  const std::size_t devices = scenario.topology.devices.size();
  boost::disjoint_sets_with_storage<> sets(devices);
  for (const auto& [index, what] : uncut_cables(scenario)) {
    const network::Cable& cable = scenario.topology.cables[index];
    sets.union_set(cable.a.device, cable.b.device);
  }
  return numbered(sets, devices);
}

std::vector<std::int32_t> joined(const std::vector<std::int32_t>& one, const std::vector<std::int32_t>& other) {
  boost::disjoint_sets_with_storage<> sets(one.size());
  for (const std::vector<std::int32_t>* group_of : {&one, &other}) {
    std::map<std::int32_t, std::size_t> first;
    for (std::size_t d = 0; d < group_of->size(); ++d) {
      sets.union_set(first.try_emplace((*group_of)[d], d).first->second, d);
    }
  }
  return numbered(sets, one.size());
}

}  // namespace weir::ranks
