// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Rounded numbers in the JSON of a page.

#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tb/report/described_json.h"
#include "tb/report/number_text.h"

namespace weir::report {

inline constexpr int kTimeDigits = 9;  // of times on a page's axis

// The rounded value; whole numbers without a decimal: 5, not 5.0.
inline Json rounded(double value, int digits) {
  std::string text;
  append_rounded(text, value, digits);
  double kept = 0;
  std::from_chars(text.data(), text.data() + text.size(), kept);
  constexpr double kExactlyCounted = 9007199254740992.0;
  const bool whole = std::abs(kept) < kExactlyCounted && kept == std::trunc(kept);
  return whole ? Json(static_cast<std::int64_t>(kept)) : Json(kept);
}

inline Json rounded(const std::vector<double>& values, int digits) {
  Json list = Json::array();
  for (const double value : values) {
    list.push_back(rounded(value, digits));
  }
  return list;
}

}  // namespace weir::report
