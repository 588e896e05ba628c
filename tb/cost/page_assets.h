// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Texts that are compiled into the program for the pages of the cost report, beside those of report.html, and for
// promises.h.

#pragma once

#include <string_view>

namespace weir::cost {

extern const std::string_view kCostStyle;
extern const std::string_view kSweepScript;
extern const std::string_view kPromises;

}  // namespace weir::cost
