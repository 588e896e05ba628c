// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::traffic {

// The time of n frames at a rate, n x frame_length x 8 / rate, rounded down once, so that the rate is exact for any n.
// With `parts`: that time / parts.
class FrameClock {
 public:
  FrameClock(Bytes length, BitRate rate) : bits_(length.count() * kBitsPerByte), rate_(rate.count()) {}

  Time of(std::uint64_t frames, std::uint64_t parts = 1) const {
    __extension__ using Wide = __int128;  // n x bits x ps/s leaves 64 bits within a second
    return Time(static_cast<std::int64_t>(static_cast<Wide>(frames) * bits_ * kPicosecondsPerSecond / rate_ /
                                          static_cast<Wide>(parts)));
  }
  double mean_ps() const {
    return static_cast<double>(bits_) * static_cast<double>(kPicosecondsPerSecond) / static_cast<double>(rate_);
  }

 private:
  std::int64_t bits_;
  std::int64_t rate_;
};

}  // namespace weir::traffic
