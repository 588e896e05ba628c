// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings by switch: [switch.NAME], NAME a switch or a pattern with '*' for any letters, over the tables of all
// switches. A name goes over a pattern, and of two patterns that with more letters; two with equally many must not say
// different things of one switch.

#pragma once

#include <cstddef>
#include <vector>

#include "tb/network/topology.h"
#include "tb/scenario/document.h"

namespace weir::scenario {

// The file as some switches see it: theirs in place of what it says of all. Only tables of settings, and the topology.
struct OwnDocument {
  Document document;
  std::vector<std::size_t> devices;  // of the topology, ascending
};

// One for each set of tables that some switch has. Throws ScenarioError where a name or pattern means no switch, and
// where two are as specific and differ.
std::vector<OwnDocument> own_documents(const Document& document, const network::Topology& topology);

}  // namespace weir::scenario
