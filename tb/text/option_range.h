// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Values of options beyond their range.

#pragma once

#include <cstdint>
#include <stdexcept>

#include <fmt/format.h>

#include "tb/text/quantity.h"

namespace weir::text {

// Both throw std::invalid_argument, one line that names the option.
template <class Value>
void check_range(const char* option, Value value, Value lowest, Value highest) {
  if (value < lowest || value > highest) {
    throw std::invalid_argument(
        fmt::format("{}: wanted {} to {}; got {}", option, to_text(lowest), to_text(highest), to_text(value)));
  }
}

inline void check_count(const char* option, std::int64_t value, std::int64_t lowest, std::int64_t highest) {
  if (value < lowest || value > highest) {
    throw std::invalid_argument(fmt::format("{}: wanted {} to {}; got {}", option, lowest, highest, value));
  }
}

}  // namespace weir::text
