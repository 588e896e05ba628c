// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the forwarding tables: their sizes.

#pragma once

#include <cstdint>

namespace weir::forwarding {

struct ForwardingConfig {
  std::uint32_t l2_entries = 16'384;  // in buckets, whose number is a power of two
  std::uint32_t l2_ways = 4;          // entries of a bucket
  std::uint32_t host_entries = 16'384;
  std::uint32_t prefix_entries = 4'096;  // longest prefix match, of IPv4 and of IPv6 each
  std::uint32_t flow_entries = 4'096;    // explicit routes of single flows
  std::uint32_t hop_entries = 1'024;     // hops of flows that pass the switch more than once
  std::uint32_t ecmp_groups = 1'024;
  std::uint32_t ecmp_members = 16'384;  // of all groups
};

}  // namespace weir::forwarding
