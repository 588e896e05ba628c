// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A source whose packets are all due at its start.

#pragma once

#include <limits>

#include "tb/traffic/source.h"

namespace weir::traffic {

class Backlogged final : public Source {
 public:
  explicit Backlogged(const Demand& demand) : Source(demand) {}

  Time wake(Time) override {
    due_ = demand_.packets > 0 ? demand_.packets : std::numeric_limits<std::uint64_t>::max();
    return kNever;
  }
};

}  // namespace weir::traffic
