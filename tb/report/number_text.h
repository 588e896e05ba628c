// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Number formats for files: independent of the locale, the same text for the same value.

#pragma once

#include <string>

namespace weir::report {

// Appends the shortest text that reads back exactly; whole numbers without an exponent. `value` is finite.
void append_number(std::string& out, double value);

// Appends at most `digits` significant digits, without trailing zeros.
void append_rounded(std::string& out, double value, int digits);

}  // namespace weir::report
