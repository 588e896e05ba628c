// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A source of constant rate: packet n becomes due at start + n x frame_length / rate.

#pragma once

#include "tb/traffic/frame_clock.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

class ConstantRate final : public Source {
 public:
  explicit ConstantRate(const Demand& demand) : Source(demand), clock_(demand.frame_length, demand.rate) {}

  Time wake(Time now) override;

 private:
  FrameClock clock_;
  std::uint64_t made_due_ = 0;
};

}  // namespace weir::traffic
