// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <algorithm>
#include <array>

#include "tb/scenario/document.h"

namespace weir::scenario {

// Whether a value in [expect] is a table of further keys (flow.f1.drops without quotes), and no condition.
inline bool is_group_of_expectations(const Value& value) {
  constexpr std::array kOfConditions{"min", "max", "same_as"};
  return value.kind == Value::Kind::kTable && !value.members.empty() &&
         std::ranges::none_of(kOfConditions, [&](const char* word) { return value.find(word) != nullptr; });
}

}  // namespace weir::scenario
