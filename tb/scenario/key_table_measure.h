// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of the table of keys for measurements.

#pragma once

#include <vector>

#include "tb/scenario/key_spec.h"

namespace weir::scenario {

std::vector<TableSpec> measure_tables();
std::vector<KeySpec> measure_keys();

}  // namespace weir::scenario
