// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The options of `weir cost --links`, beside those of the switch (switch_options.h).

#pragma once

#include <span>
#include <string_view>

#include "tb/cost/link_costs.h"

namespace weir::cost {

struct LinkOption {
  const char* name;  // "cables": --cables, and chip.cables
  const char* type;  // of the value, as help has it
  const char* text;  // one line of help
  bool several;      // on the command line it may have several values, each of which is set
  // Throws std::invalid_argument: what was wanted of the value.
  void (*set)(LinkCostRequest& request, std::string_view value);
};

inline constexpr std::string_view kLinks = "links";  // the option that all others need

std::span<const LinkOption> link_options();

}  // namespace weir::cost
