// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Settings by switch: [switch.NAME], where NAME is a switch or a pattern with '*' for any letters, overrides the tables
// of all switches. A name overrides a pattern, and a pattern with more letters one with fewer; two patterns with
// equally many letters must not differ about one switch.

#pragma once

#include <cstddef>
#include <vector>

#include "tb/network/topology.h"
#include "tb/scenario/document.h"

namespace weir::scenario {

// The file for a set of switches: their own values replace the common ones. Only tables of settings and the topology.
struct OwnDocument {
  Document document;
  std::vector<std::size_t> devices;  // of the topology, ascending
};

// One document for each set of tables that some switch has. Throws ScenarioError if a name or pattern matches no
// switch, or if two of equal rank differ.
std::vector<OwnDocument> own_documents(const Document& document, const network::Topology& topology);

}  // namespace weir::scenario
