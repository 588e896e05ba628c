// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The part of the table of keys for events during a run.

#pragma once

#include <vector>

#include "tb/scenario/key_spec.h"

namespace weir::scenario {

std::vector<TableSpec> event_tables();
std::vector<KeySpec> event_keys();

}  // namespace weir::scenario
