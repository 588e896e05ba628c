// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A source that plays the frames of a capture: frame n becomes due at start + its time in the capture / speed; at line
// rate, all at the start. A source plays the frames of one class, so that a held class does not hold others.

#pragma once

#include <vector>

#include "tb/traffic/capture_file.h"
#include "tb/traffic/source.h"

namespace weir::traffic {

class PcapSource final : public Source {
 public:
  // `frames`: indices of demand.capture's frames, in order; not empty.
  PcapSource(const Demand& demand, std::vector<std::uint32_t> frames) : Source(demand), frames_(std::move(frames)) {}

  Time wake(Time now) override;

  // The frame that the next take() takes; has_packet() is true.
  const CapturedFrame& next() const { return demand_.capture->frames()[frames_[taken_]]; }
  std::span<const std::uint8_t> next_bytes() const { return demand_.capture->bytes(next()); }
  void take() override;

  // When frame n of `frames` becomes due.
  Time due_time(std::size_t n) const;

 private:
  std::vector<std::uint32_t> frames_;
  std::size_t made_due_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace weir::traffic
