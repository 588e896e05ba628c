// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scenario -> network of live devices: switches and hosts made, cables bound, forwarding tables and sources filled.

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

// Smallest link delay: the quantum in which devices may run ahead of one another.
Time smallest_delay(const network::Topology& topology);

// The blocks of the devices that exist as RTL, too: what stands for them, and in which form.
std::vector<cosim::BlockChoice> blocks_of(const Scenario& scenario);

// Puts something around what makes the blocks of the devices.
using WrapFactories = std::function<asic::Factories(asic::Factories factories)>;

// The user wishes to end while there is nothing yet that could run.
struct BuildStopped : std::exception {
  const char* what() const noexcept override { return "stopped before the run began"; }
};

// Before sc_start, once a process. Once `pause` is true the kernel pauses within a quantum; before that, between two
// devices, BuildStopped is thrown.
std::unique_ptr<network::Network> build(const Scenario& scenario, const cosim::LockstepTrail& trail = {},
                                        const WrapFactories& wrap = {}, const std::atomic<bool>* pause = nullptr);

}  // namespace weir::scenario
