// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// JSON Schemas of what `weir cost --format json` writes: of a switch, and of several beside each other.

#pragma once

#include <string_view>

namespace weir::cost {

extern const std::string_view kCostSchema;
extern const std::string_view kComparisonSchema;

}  // namespace weir::cost
