// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The destinations that may leave by a port. Every route counts with its whole ECMP group, since the hash of a packet
// that is still upstream is not known here.

#include <algorithm>

#include "hw_model/datapath/forwarding/forwarding.h"

namespace weir::forwarding {
namespace {

constexpr unsigned kWholeAddress = 32;

void add(frame::DestinationGroups& groups, std::uint32_t address, unsigned length) {
  const std::uint32_t mask = length == 0 ? 0 : ~std::uint32_t{0} << (kWholeAddress - length);
  for (std::size_t group = 0; group < frame::kDestinationGroups; ++group) {
    if (((address ^ group) & mask & (frame::kDestinationGroups - 1)) == 0)
      groups.set(group);
  }
}

}  // namespace

frame::DestinationGroups Forwarding::groups_to(PortId port) const {
  frame::DestinationGroups groups;
  const auto add_flow = [&](const FlowKey& flow, std::uint16_t to) {
    if (to == port.index())
      groups.set(frame::group_of(static_cast<std::uint32_t>(flow.addresses)));
  };
  flows_.each(add_flow);  // no port has the number kByTtl
  hops_.each([&](const HopKey& hop, std::uint16_t to) { add_flow(hop.flow, to); });
  hosts_.each([&](std::uint32_t address, std::uint16_t group) {
    if (leads_to(group, port))
      groups.set(frame::group_of(address));
  });
  prefixes_v4_.each([&](const AddressBits& bits, unsigned length, std::uint16_t group) {
    if (leads_to(group, port))
      add(groups, static_cast<std::uint32_t>(bits[0] >> 32U), length);
  });
  return groups;
}

bool Forwarding::leads_to(std::uint16_t group, PortId port) const {
  const auto first = members_.begin() + groups_[group].first;
  return std::find(first, first + groups_[group].size, port) != first + groups_[group].size;
}

}  // namespace weir::forwarding
