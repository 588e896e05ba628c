// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a switch may be asked to be, for options and sweeps alike.

#pragma once

#include <stdexcept>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::cost {

inline constexpr unsigned kFewestPorts = 1;
inline constexpr unsigned kMostPorts = 1024;
inline constexpr unsigned kMostClasses = static_cast<unsigned>(kClasses);
inline constexpr unsigned kFewestStages = 1;
inline constexpr unsigned kMostStages = 24;  // thresholds of a stage comparator
inline constexpr BitRate kLowestRate{1'000'000'000};
inline constexpr BitRate kHighestRate{1'600'000'000'000};

// Throws std::invalid_argument for a line rate out of range.
inline BitRate checked_rate(BitRate rate) {
  if (rate < kLowestRate || rate > kHighestRate) {
    throw std::invalid_argument("wanted a line rate of 1Gbps to 1.6Tbps");
  }
  return rate;
}

}  // namespace weir::cost
