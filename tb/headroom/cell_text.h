// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Figures in cells of tables.

#pragma once

#include <string>

#include <fmt/format.h>

#include "hw_model/base/units.h"
#include "tb/report/human.h"

namespace weir::headroom {

// "839,216"
inline std::string in_bytes(Bytes value) { return report::human_count(static_cast<std::uint64_t>(value.count())); }

// "1158.4"
inline std::string in_nanoseconds(Time value) {
  return fmt::format("{:.1f}", static_cast<double>(value.count()) / 1000);
}

}  // namespace weir::headroom
