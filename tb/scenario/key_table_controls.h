// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of the table of keys for rate controls: [traffic.CONTROL].

#pragma once

#include <vector>

#include "tb/scenario/key_spec.h"

namespace weir::scenario {

std::vector<TableSpec> control_tables();
std::vector<KeySpec> control_keys();

}  // namespace weir::scenario
