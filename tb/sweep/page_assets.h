// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Script and style of the page of a sweep, compiled into the program.

#pragma once

#include <string_view>

namespace weir::sweep {

extern const std::string_view kSweepPageScript;
extern const std::string_view kSweepStyle;

}  // namespace weir::sweep
