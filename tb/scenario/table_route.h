// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// [[switch.route]]: entries of one switch's tables, in addition to shortest paths or instead.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"

namespace weir::scenario {

// The contents of the tables before [[switch.route]].
enum class TableFill {
  kShortestPaths,  // host routes of shortest paths
  kBridged,        // MAC entries of shortest paths
  kListed,         // nothing
};
inline constexpr std::array<Named<TableFill>, 3> kTableFills{
    {{TableFill::kShortestPaths, "shortest_paths"}, {TableFill::kBridged, "bridged"}, {TableFill::kListed, "listed"}}};

struct TableRoute {
  enum class Kind { kIpv4, kIpv6, kMac };

  std::size_t device = 0;  // a switch
  Kind kind = Kind::kIpv4;
  frame::Ipv4Address ipv4;
  frame::Ipv6Address ipv6;
  unsigned length = 0;  // of the prefix, bits
  frame::MacAddress mac;
  std::uint16_t vid = 0;
  std::vector<PortId> ports;  // not empty
};

}  // namespace weir::scenario
