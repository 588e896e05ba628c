// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The grid of `weir cost --sweep`: "ports=16..512", "rate=10Gbps..800Gbps", or single values "classes=2,4,8".

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::cost {

struct SweepGrid {
  std::vector<unsigned> ports = {32};
  std::vector<unsigned> classes = {8};
  std::vector<BitRate> rates = {BitRate(100'000'000'000)};
  std::vector<unsigned> stages = {16};

  std::size_t points() const { return ports.size() * classes.size() * rates.size() * stages.size(); }
};

// A range of numbers goes from its first by doubling, and ends with its last. A range of rates holds its ends and,
// between them, the rates of Ethernet: 10, 25, 40, 50, 100, 200, 400, 800 Gbps. What is not named keeps its one value
// of `grid`. Throws std::invalid_argument, one line.
SweepGrid parse_sweep(const std::vector<std::string>& ranges, SweepGrid grid);

}  // namespace weir::cost
