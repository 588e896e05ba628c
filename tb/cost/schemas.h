// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// JSON Schemas of what `weir cost --format json` writes: of a switch, of schemes and of chips
// beside each other, of links.

#pragma once

#include <string_view>

namespace weir::cost {

extern const std::string_view kCostSchema;
extern const std::string_view kComparisonSchema;
extern const std::string_view kChipsSchema;
extern const std::string_view kLinksSchema;

}  // namespace weir::cost
