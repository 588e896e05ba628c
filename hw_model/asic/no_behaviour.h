// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers that are declared, so that they have an address and a cost, and whose behaviour the model does not have
// yet: those of whole mechanisms. They read as their reset value; writing one is refused. The one list: a test wants
// every other mapped register bound to live state, and none of these.

#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "hw_model/ledger/register.h"

namespace weir::asic {

struct NoBehaviour {
  std::string_view mechanism;
  std::string_view reason;
};

inline constexpr std::array kNoBehaviour = {
    NoBehaviour{"fera", "no meter measures yet"},
};

// nullptr when the model has the behaviour.
constexpr const NoBehaviour* no_behaviour(const ledger::RegisterDeclaration& declaration) {
  const auto* found = std::find_if(kNoBehaviour.begin(), kNoBehaviour.end(),
                                   [&](const NoBehaviour& known) { return known.mechanism == declaration.mechanism; });
  return found == kNoBehaviour.end() ? nullptr : found;
}

}  // namespace weir::asic
