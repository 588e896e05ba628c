// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run will take of memory and disk, roughly, and whether the machine has it. A run that does not fit would be
// ended by the kernel after minutes, with nothing written.

#pragma once

#include <filesystem>

#include "tb/scenario/scenario.h"

namespace weir {

struct Resources {
  double memory_bytes = 0;
  double disk_bytes = 0;
};

// What the network, the time series and what the oracles keep between their evaluations take. Waves and captures are
// not in it: they depend on what happens.
Resources needed_by(const scenario::Scenario& scenario);

// Free memory, also below the limits of this process and its control group; free space where `directory` is or would be
// made. What cannot be found out is infinite.
Resources available(const std::filesystem::path& directory);

// Throws std::invalid_argument, in one line, where `has` is less than `scenario` needs.
void require_resources(const scenario::Scenario& scenario, const Resources& has);

}  // namespace weir
