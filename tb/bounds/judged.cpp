// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bounds/judged.h"

#include <iterator>

#include "tb/bounds/safety_bounds.h"

namespace weir::bounds {

scenario::Scenario judged(scenario::Scenario scenario) {
  std::vector<std::string> warnings = safety_warnings(scenario);
  std::move(scenario.warnings.begin(), scenario.warnings.end(), std::back_inserter(warnings));
  scenario.warnings = std::move(warnings);
  scenario.required_headroom = required_headroom(scenario);
  return scenario;
}

}  // namespace weir::bounds
