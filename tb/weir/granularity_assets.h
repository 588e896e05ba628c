// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Texts that are compiled into the program for granularity.html, beside those of the report.

#pragma once

#include <string_view>

namespace weir {

extern const std::string_view kGranularityScript;
extern const std::string_view kGranularityStyle;

}  // namespace weir
