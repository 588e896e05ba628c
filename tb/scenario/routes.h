// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where the switches of a scenario send packets to each host, as the builder fills their tables: what the search for
// cycles of buffers follows.

#pragma once

#include <cstddef>
#include <cstdint>

#include "hw_model/frame/ethernet.h"
#include "tb/network/routing.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

constexpr frame::MacAddress host_mac(std::size_t device) {
  return frame::MacAddress::of_port(static_cast<std::uint32_t>(device), 0);
}

// What the tables hold before [[switch.route]]; not for tables = "listed".
network::Routes shortest_paths_of(const Scenario& scenario);

// Routes of single flows aside. Host routes go before prefixes, these before MAC addresses, as in the switch.
network::Routes routes_of(const Scenario& scenario);

}  // namespace weir::scenario
