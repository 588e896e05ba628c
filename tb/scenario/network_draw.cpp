// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/network_draw.h"

#include "tb/scenario/key_check.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"

namespace weir::scenario {

NetworkDraw::NetworkDraw(const std::string& path, const Overrides& overrides)
    : document_(checked_file(path, overrides)) {
  const Reader topology(document_, "topology");
  const bool is_drawn = topology.text("kind") == "random" || topology.real("failure_probability") > 0 ||
                        Reader(document_, "switch.forwarding").text("paths") == "random";
  if (!is_drawn) {
    topology.fail("failure_probability",
                  "wanted a network that the seed draws: kind = \"random\", failures, or "
                  "switch.forwarding.paths = \"random\"");
  }
  Scenario scenario;
  load_header(document_, scenario);
  first_seed_ = scenario.topology_seed;
}

Scenario NetworkDraw::draw(std::uint64_t seed) const {
  Scenario scenario;
  load_header(document_, scenario);
  scenario.topology_seed = seed;
  scenario.topology = load_topology(document_, seed);
  scenario.device = load_device(document_);
  load_routes(document_, scenario);
  return scenario;
}

}  // namespace weir::scenario
