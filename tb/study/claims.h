// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether the claims of a study hold: of the mean of all seeds, in each cell that a claim is of.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/study/cells.h"

namespace weir::study {

struct Judged {
  const Claim* claim = nullptr;
  std::size_t cells = 0;                 // that were judged; 0: none was drawn
  std::vector<std::string> broken = {};  // a line each: the cell, the value, what was wanted
};

// In the order of the page. Throws ScenarioError where a claim is of no run.
std::vector<Judged> judge(const Runs& runs);

}  // namespace weir::study
