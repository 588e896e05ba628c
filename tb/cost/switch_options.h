// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A switch from a few numbers: the options of `weir cost`, which plans have as settings (chip_settings.h).

#pragma once

#include <span>
#include <string_view>

#include "tb/cost/setup.h"

namespace weir::cost {

struct SwitchOption {
  const char* name;  // "ports": --ports, and chip.ports
  const char* type;  // of the value, as help has it
  const char* text;  // one line of help
  // Throws std::invalid_argument: what was wanted of the value.
  void (*set)(SwitchRequest& request, std::string_view value);
};

inline constexpr const char* kPartitionAccounts = "partition-accounts";  // the option that wants partitions

std::span<const SwitchOption> switch_options();

}  // namespace weir::cost
