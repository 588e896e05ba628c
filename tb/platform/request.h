// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a user asks for, and the scenario that the loader of `weir run` makes of it.

#pragma once

#include <string>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::platform {

struct Request {
  bool is_file = false;
  std::string source;  // the path of the file, or the text
  std::string name;    // of the switch in the scenario; empty: the module's
  std::vector<std::string> sets = {};
};

// Throws ScenarioError, one line.
scenario::Scenario load(const Request& request);

// The index of the switch `name` in the topology. Throws ScenarioError if there is none.
std::size_t find_switch(const scenario::Scenario& scenario, const std::string& name);

}  // namespace weir::platform
