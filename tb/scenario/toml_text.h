// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values as TOML 1.0 writes them, on one line, so that reading gives the same value.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// The shortest that reads back, with a point or an exponent: "0.5", "2.0", "1e-09".
std::string real_text(double real);

// In quotes.
std::string string_text(std::string_view text);

// As it stands before '=': bare where it may.
std::string key_text(std::string_view key);

// "\"10Gbps\"", "[0, 3]", "{ min = 1 }". A date, which no key takes, is empty text.
std::string toml_text(const Value& value);

}  // namespace weir::scenario
