// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/topology.h"

#include <algorithm>
#include <utility>

namespace weir::network {

std::size_t Topology::add_device(std::string name, DeviceKind kind) {
  devices.push_back({std::move(name), kind, 0});
  return devices.size() - 1;
}

std::size_t Topology::add_devices(const std::string& prefix, std::size_t first, std::size_t count, DeviceKind kind) {
  const std::size_t index = devices.size();
  for (std::size_t i = 0; i < count; ++i) {
    add_device(prefix + std::to_string(first + i), kind);
  }
  return index;
}

void Topology::add_cable(std::size_t a, std::size_t b, const link::LinkConfig& link) {
  add_cable_at({a, PortId(devices.at(a).ports)}, {b, PortId(devices.at(b).ports)}, link);
}

void Topology::add_cable_at(End a, End b, const link::LinkConfig& link) {
  for (const End& end : {a, b}) {
    std::size_t& ports = devices.at(end.device).ports;
    ports = std::max(ports, end.port.index() + 1);
  }
  cables.push_back({a, b, link});
}

bool Topology::remove_cable(std::size_t a, std::size_t b) {
  const auto found = std::find_if(cables.begin(), cables.end(), [a, b](const Cable& cable) {
    return (cable.a.device == a && cable.b.device == b) || (cable.a.device == b && cable.b.device == a);
  });
  if (found == cables.end()) {
    return false;
  }
  const Cable removed = *found;
  cables.erase(found);
  for (const End& gap : {removed.a, removed.b}) {
    --devices.at(gap.device).ports;
    for (Cable& cable : cables) {
      for (End* end : {&cable.a, &cable.b}) {
        if (end->device == gap.device && end->port > gap.port) {
          end->port = PortId(end->port.index() - 1);
        }
      }
    }
  }
  return true;
}

std::size_t Topology::remove_trunks(const std::function<bool()>& fails) {
  std::vector<Cable> kept;
  std::vector<std::vector<bool>> used;  // [device][port]
  for (const DeviceSpec& device : devices) {
    used.emplace_back(device.ports, false);
  }
  for (const Cable& cable : cables) {
    if (!joins_switches(cable) || !fails()) {
      kept.push_back(cable);
      used[cable.a.device][cable.a.port.index()] = true;
      used[cable.b.device][cable.b.port.index()] = true;
    }
  }
  const std::size_t removed = cables.size() - kept.size();
  std::vector<std::size_t> new_index;
  std::vector<DeviceSpec> left;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    new_index.push_back(left.size());
    const auto ports = static_cast<std::size_t>(std::count(used[i].begin(), used[i].end(), true));
    if (ports > 0 || devices[i].ports == 0) {
      left.push_back({devices[i].name, devices[i].kind, ports});
    }
  }
  for (Cable& cable : kept) {
    for (End* end : {&cable.a, &cable.b}) {
      const auto before = used[end->device].begin() + static_cast<std::ptrdiff_t>(end->port.index());
      end->port = PortId(static_cast<std::size_t>(std::count(used[end->device].begin(), before, true)));
      end->device = new_index[end->device];
    }
  }
  devices = std::move(left);
  cables = std::move(kept);
  return removed;
}

std::size_t Topology::find(const std::string& name) const {
  const auto found =
      std::find_if(devices.begin(), devices.end(), [&name](const DeviceSpec& device) { return device.name == name; });
  return static_cast<std::size_t>(found - devices.begin());
}

}  // namespace weir::network
