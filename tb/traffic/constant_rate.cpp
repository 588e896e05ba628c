// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/constant_rate.h"

namespace weir::traffic {

Time ConstantRate::wake(Time now) {
  if (now >= demand_.stop) {
    return kNever;
  }
  ++due_;
  ++made_due_;
  return made_due_ == demand_.packets ? kNever : due_time(made_due_);
}

Time ConstantRate::due_time(std::uint64_t packet) const {
  __extension__ using Wide = __int128;  // n x bits x ps/s leaves 64 bits within a second
  const Wide bit_picoseconds =
      static_cast<Wide>(packet) * demand_.frame_length.count() * kBitsPerByte * kPicosecondsPerSecond;
  return demand_.start + Time(static_cast<std::int64_t>(bit_picoseconds / demand_.rate.count()));
}

}  // namespace weir::traffic
