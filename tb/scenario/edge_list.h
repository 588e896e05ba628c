// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A topology from a list of edges, as CSV (RFC 4180; lines that begin with '#' and empty lines are skipped):
//
//   a,b,rate,delay
//   h1,s1,10Gbps,1us
//   s1,s2,,5us
//
// The first line names the columns, in any order: `a` and `b`, the two devices, and optionally `rate` and `delay`. An
// empty field, or a missing column, takes the default. A device with one cable is a host, any other a switch; devices
// and ports are numbered in file order.

#pragma once

#include <string>
#include <string_view>

#include "tb/network/topology.h"

namespace weir::scenario {

// `file` is the name in messages. Throws ScenarioError: "file:line:column: what was wanted".
network::Topology parse_edge_list(std::string_view text, const std::string& file, const link::LinkConfig& defaults);

}  // namespace weir::scenario
