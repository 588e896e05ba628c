// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of options without a unit. All throw std::invalid_argument: what was wanted.

#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hw_model/base/named.h"
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

// What the word stands for in a list of names.
template <class Enum, std::size_t n>
Enum value_in(const std::array<Named<Enum>, n>& names, std::string_view word) {
  std::string wanted;
  for (const Named<Enum>& known : names) {
    if (known.name == word) {
      return known.value;
    }
    wanted += (wanted.empty() ? "wanted " : " or ") + std::string(known.name);
  }
  throw std::invalid_argument(wanted + "; got " + text::in_quotes(word));
}

}  // namespace weir::cost
