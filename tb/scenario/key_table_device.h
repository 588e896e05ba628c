// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// The part of the table of keys for devices: [switch], [flow_control] and [limiter], with their tables.
std::vector<TableSpec> device_tables();
std::vector<KeySpec> device_keys();

}  // namespace weir::scenario
