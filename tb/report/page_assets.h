// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Scripts and styles compiled into the program for its pages. dygraphs (MIT) draws the plots.

#pragma once

#include <string_view>

namespace weir::report {

extern const std::string_view kDygraphScript;
extern const std::string_view kDygraphStyle;
extern const std::string_view kNetworkScript;
extern const std::string_view kPageScript;
extern const std::string_view kPageStyle;
extern const std::string_view kSliderScript;
extern const std::string_view kTablesScript;

}  // namespace weir::report
