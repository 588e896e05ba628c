// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The shared headroom pools of a scenario: for each switch its queues, where their packets go, and which of its
// egresses may stand (pool_search.h).
//
// An egress may be held from below if the device behind it can pause it: a host that takes packets more slowly than the
// line or is stopped; a switch whose own queue at that port can fill, by the same rules. What stands behind different
// egresses may hold them at the same time.

#pragma once

#include <string>
#include <vector>

#include "tb/bounds/bound_parts.h"
#include "tb/bounds/pause_headroom.h"
#include "tb/bounds/pool_search.h"

namespace weir::bounds {

struct SwitchPool {
  std::size_t device;
  Bytes cell;
  PoolProblem problem;
  std::vector<PausedLink> links;         // into each port, counted in cells
  std::vector<PauseHeadroom> headrooms;  // of each port
  std::int64_t configured = 0;           // cells of switch.mmu.headroom_pool; 0: none
};

// Throws std::invalid_argument, one line, unless the scheme is pfc.
std::vector<SwitchPool> switch_pools(const scenario::Scenario& scenario);

// The class in which packets can keep an egress of this switch busy for those of class `c`: the highest lossy class
// that goes first under the switch's discipline; kClasses: none.
std::size_t class_that_goes_first(const asic::SwitchConfig& device, ClassId c);

}  // namespace weir::bounds
