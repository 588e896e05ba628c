// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The builder: makes a network of live devices from a scenario. It makes switches and hosts, binds cables, fills
// forwarding tables and adds sources.

#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "hw_model/asic/port_assembly.h"
#include "tb/cosim/block.h"
#include "tb/network/network.h"
#include "tb/scenario/routes.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// The devices' blocks that exist as RTL, too: which implementation stands for each, and in which form.
std::vector<cosim::BlockChoice> blocks_of(const Scenario& scenario);

// Wraps the factories of the devices' blocks.
using WrapFactories = std::function<asic::Factories(asic::Factories factories)>;

// Thrown when the user ends the program before there is anything to run.
struct BuildStopped : std::exception {
  const char* what() const noexcept override { return "stopped before the run began"; }
};

// Call before sc_start, once per process. When `pause` becomes true, the kernel pauses within a quantum; during the
// building, BuildStopped is thrown between two devices. With a division only the devices of its rank are made.
std::unique_ptr<network::Network> build(const Scenario& scenario, const cosim::LockstepTrail& trail = {},
                                        const WrapFactories& wrap = {}, const std::atomic<bool>* pause = nullptr,
                                        const network::Division* division = nullptr);

}  // namespace weir::scenario
