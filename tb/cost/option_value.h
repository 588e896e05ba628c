// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of options without a unit. Both throw std::invalid_argument: what was wanted.

#pragma once

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tb/text/words.h"

namespace weir::cost {

template <class Number>
Number number_of(std::string_view value, const char* wanted) {
  Number number{};
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (value.empty() || error != std::errc() || end != value.data() + value.size()) {
    throw std::invalid_argument(std::string("wanted ") + wanted + "; got " + text::in_quotes(value));
  }
  return number;
}

inline unsigned whole_number(std::string_view value) { return number_of<unsigned>(value, "a whole number"); }

inline double metres(std::string_view value) { return number_of<double>(value, "metres"); }

}  // namespace weir::cost
