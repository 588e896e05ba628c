// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace weir::report {

void append_number(std::string& out, double value) {
  // Whole numbers without exponent: 5000000000, not 5e+09. A double counts exactly up to 2^53.
  constexpr double kExactlyCounted = 9007199254740992.0;
  std::array<char, 32> text;
  const bool whole = std::abs(value) < kExactlyCounted && value == std::trunc(value);
  const auto end = whole ? std::to_chars(text.data(), text.data() + text.size(), static_cast<std::int64_t>(value))
                         : std::to_chars(text.data(), text.data() + text.size(), value);
  out.append(text.data(), end.ptr);
}

void append_rounded(std::string& out, double value, int digits) {
  std::array<char, 64> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value + 0.0, std::chars_format::general, digits);
  out.append(text.data(), end.ptr);
}

}  // namespace weir::report
