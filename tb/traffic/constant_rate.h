// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Packet n becomes due at start + n x frame_length / rate, rounded down to a picosecond each, so that the rate is exact
// however long the flow lasts.

#pragma once

#include "tb/traffic/source.h"

namespace weir::traffic {

class ConstantRate final : public Source {
 public:
  explicit ConstantRate(const Demand& demand) : Source(demand) {}

  Time wake(Time now) override;

 private:
  Time due_time(std::uint64_t packet) const;

  std::uint64_t made_due_ = 0;
};

}  // namespace weir::traffic
