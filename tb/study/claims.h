// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The judgement of a study's claims: each is about the mean of all seeds, in each of its cells.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tb/study/cells.h"

namespace weir::study {

struct Judged {
  const Claim* claim = nullptr;
  std::size_t cells = 0;                 // judged cells; 0: none was drawn
  std::vector<std::string> broken = {};  // one line each: cell, value, wanted value
};

// All claims, in the order of the page. Throws ScenarioError if a claim selects no run.
std::vector<Judged> judge(const Runs& runs);

}  // namespace weir::study
