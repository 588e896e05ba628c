// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Texts that are compiled into the program for report.html. The plots are drawn by dygraphs (MIT).

#pragma once

#include <string_view>

namespace weir::report {

extern const std::string_view kDygraphScript;
extern const std::string_view kDygraphStyle;
extern const std::string_view kPageScript;
extern const std::string_view kPageStyle;

}  // namespace weir::report
