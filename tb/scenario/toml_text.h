// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writes values as TOML 1.0, on one line, so that reading gives the same value.

#pragma once

#include <string>
#include <string_view>

#include "tb/scenario/document.h"

namespace weir::scenario {

// The shortest text that reads back exactly, with a point or an exponent: "0.5", "2.0", "1e-09".
std::string real_text(double real);

// The text in quotes.
std::string string_text(std::string_view text);

// A key as written before '=': bare if possible.
std::string key_text(std::string_view key);

// "\"10Gbps\"", "[0, 3]", "{ min = 1 }". Empty for a date, which no key takes.
std::string toml_text(const Value& value);

}  // namespace weir::scenario
