// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tb/bounds/judged.h"
#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::bounds {

inline scenario::Scenario judged_minimal(std::vector<std::string> sets) {
  return judged(scenario::load_minimal(std::move(sets)));
}

}  // namespace weir::bounds
