// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The routes of a scenario's switches to each host, as the builder fills their tables; the search for cycles of buffers
// follows these routes.

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

// The routes without those of [[switch.route]]; not for tables = "listed".
network::Routes shortest_paths_of(const Scenario& scenario);

// All routes except those of single flows. Host routes take precedence over prefixes, and prefixes over MAC addresses,
// as in the switch.
network::Routes routes_of(const Scenario& scenario);

}  // namespace weir::scenario
