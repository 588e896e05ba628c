// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the admission policy, in front of the MMU. Weir has none of its own: policies come from outside
// (policy_card.h).

#pragma once

#include <array>
#include <cstdint>

#include "hw_model/base/named.h"
#include "hw_model/ledger/kept.h"

namespace weir::mmu {

enum class Policy : std::uint8_t { kNone };

// What lists call them; policies() has those from outside of weir, too.
inline constexpr std::array kPolicies = {Named<Policy>{Policy::kNone, "none"}};

struct PolicyConfig {
  Policy policy = Policy::kNone;
  ledger::Kept others = {};  // settings of policies
};

}  // namespace weir::mmu
