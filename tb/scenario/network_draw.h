// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Draws the networks of a scenario's [topology] for one seed after another, with routes and without traffic: in some of
// the networks flows may have no path, and drawing the flows of a thousand hosts takes longer than the network.

#pragma once

#include <cstdint>
#include <string>

#include "tb/scenario/document.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// For use by one thread.
class NetworkDraw {
 public:
  // Throws ScenarioError, also if the network does not depend on the seed.
  NetworkDraw(const std::string& path, const Overrides& overrides);

  std::uint64_t first_seed() const { return first_seed_; }

  // The scenario with topology.seed = `seed` and no flows. Throws ScenarioError.
  Scenario draw(std::uint64_t seed) const;

 private:
  Document document_;
  std::uint64_t first_seed_ = 0;
};

}  // namespace weir::scenario
