// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/pcap_source.h"

#include <algorithm>
#include <cmath>

namespace weir::traffic {

Time PcapSource::wake(Time now) {
  while (made_due_ < frames_.size() && due_time(made_due_) <= now) {
    ++made_due_;
    ++due_;
  }
  return made_due_ < frames_.size() ? due_time(made_due_) : kNever;
}

void PcapSource::take() {
  Source::take();
  ++taken_;
}

// The time at which frame n is due, in double precision, the same on every machine: exact for captures of up to 2.5
// hours at their own speed, and to 2^-52 of the time otherwise.
Time PcapSource::due_time(std::size_t n) const {
  if (demand_.pace == Pace::kLineRate) {
    return demand_.start;
  }
  const Time at = demand_.capture->frames()[frames_[n]].at;
  if (demand_.speed == 1.0) {
    return demand_.start + at;
  }
  const double scaled = static_cast<double>(at.count()) / demand_.speed;
  return demand_.start + Time(std::llround(std::min(scaled, static_cast<double>(kMostSpan.count()))));
}

}  // namespace weir::traffic
