// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The networks that a scenario's [topology] draws from seed after seed, with their routes and without their traffic:
// flows may have no path in one of them, and drawing those of a thousand hosts takes longer than the network.

#pragma once

#include <cstdint>
#include <string>

#include "tb/scenario/document.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// One thread uses it.
class NetworkDraw {
 public:
  // Throws ScenarioError, also where no seed would make another network.
  NetworkDraw(const std::string& path, const Overrides& overrides);

  std::uint64_t first_seed() const { return first_seed_; }

  // The scenario with topology.seed = `seed` and no flows. Throws ScenarioError.
  Scenario draw(std::uint64_t seed) const;

 private:
  Document document_;
  std::uint64_t first_seed_ = 0;
};

}  // namespace weir::scenario
