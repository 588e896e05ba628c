// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/hop_parity.h"

#include <cstdint>

#include "tb/network/routing.h"

namespace weir::network {
namespace {

enum class Side : std::uint8_t { kUnknown, kEven, kOdd };

Side other(Side side) { return side == Side::kEven ? Side::kOdd : Side::kEven; }

}  // namespace

// A search from each host not reached by an earlier one; a device met twice must be met on the same side.
HopParity hop_parity(const Topology& topology) {
  const std::vector<std::vector<Peer>> peers = peers_of(topology);
  std::vector<Side> side(topology.devices.size(), Side::kUnknown);
  HopParity found{.odd = std::vector<bool>(topology.devices.size(), false), .fault = {}};
  const auto name = [&](std::size_t device) { return topology.devices[device].name; };
  for (std::size_t root = 0; root < side.size(); ++root) {
    if (topology.devices[root].kind != DeviceKind::kHost || side[root] != Side::kUnknown) {
      continue;
    }
    std::vector<std::size_t> pending{root};
    side[root] = Side::kEven;
    while (!pending.empty()) {
      const std::size_t device = pending.back();
      pending.pop_back();
      found.odd[device] = side[device] == Side::kOdd;
      if (found.odd[device] && topology.devices[device].kind == DeviceKind::kHost && found.fault.empty()) {
        found.fault = "hosts " + name(root) + " and " + name(device) + " are an odd number of links apart";
      }
      for (const Peer& peer : peers[device]) {
        if (peer.device == kNoDevice) {
          continue;
        }
        if (side[peer.device] == Side::kUnknown) {
          side[peer.device] = other(side[device]);
          pending.push_back(peer.device);
        } else if (side[peer.device] == side[device] && found.fault.empty()) {
          found.fault =
              "the cable " + name(device) + " - " + name(peer.device) + " closes a circle with an odd number of links";
        }
      }
    }
  }
  return found;
}

}  // namespace weir::network
