// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A rough estimate of the memory and disk that a run needs, and a check that the machine has them. Without the check
// the kernel would kill such a run after minutes, with nothing written.

#pragma once

#include <filesystem>

#include "tb/scenario/scenario.h"

namespace weir {

struct Resources {
  double memory_bytes = 0;
  double disk_bytes = 0;
};

// The needs of the network, the time series and the oracles between evaluations. Waves and captures are not included,
// because they depend on the traffic.
Resources needed_by(const scenario::Scenario& scenario);

// Free memory, limited by this process and its control group; free space at `directory`, which may not exist yet.
// Unknown amounts are infinite.
Resources available(const std::filesystem::path& directory);

// Throws std::invalid_argument, in one line, if `has` is less than the scenario needs.
void require_resources(const scenario::Scenario& scenario, const Resources& has);

}  // namespace weir
