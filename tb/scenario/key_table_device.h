// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <vector>

#include "tb/scenario/key_spec.h"

namespace weir::scenario {

// [switch], [flow_control] and [limiter], with their tables, for the table of keys.
std::vector<TableSpec> device_tables();
std::vector<KeySpec> device_keys();

}  // namespace weir::scenario
