// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An error in a scenario, in one line: "file:line:column: key 'a.b': what was wanted". The program prints the line and
// ends with exit status 2.

#pragma once

#include <stdexcept>

namespace weir::scenario {

class ScenarioError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace weir::scenario
