// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Script and style of granularity.html, compiled into the program, in addition to those of the report.

#pragma once

#include <string_view>

namespace weir {

extern const std::string_view kGranularityScript;
extern const std::string_view kGranularityStyle;

}  // namespace weir
