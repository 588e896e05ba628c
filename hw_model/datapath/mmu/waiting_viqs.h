// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of lossless VIQs that pause their peer and resume it as soon as the threshold has risen, each with the
// number of free shared cells at which it resumes. A release compares the least of these numbers with the free cells,
// and walks the list only when it is reached. Hardware has no list: it looks at the VIQs that ask in turn
// (docs/decisions/0303-xoff-is-compared-at-a-viqs-own-events.md).

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir::mmu {

class WaitingViqs {
 public:
  // For `ports` ports. Nothing is allocated later.
  explicit WaitingViqs(std::size_t ports) : viqs_(ports) { list_.reserve(ports * kClasses); }

  // Free cells from which on at least one VIQ may resume.
  std::int64_t wakes_at() const { return wakes_at_; }

  // The VIQ resumes at `free` free cells, which replace those of an earlier call.
  void wait(PortId p, ClassId c, std::int64_t free);
  void stop(PortId p, ClassId c);
  void stop_all();

  // Takes the VIQs that resume at `free` free cells off the list, and calls resume(port, class) for each.
  template <class Resume>
  void wake(std::int64_t free, Resume resume) {
    wakes_at_ = kNever;
    for (std::size_t i = 0; i < list_.size();) {
      const PortId p(list_[i] / kClasses);
      const ClassId c(list_[i] % kClasses);
      const std::int64_t resumes_at = viqs_.at(p, c).resumes_at;
      if (free < resumes_at) {
        wakes_at_ = std::min(wakes_at_, resumes_at);
        ++i;
        continue;
      }
      stop(p, c);
      resume(p, c);
    }
  }

  // Throws InvariantBroken where a VIQ waits for cells that are free, or would not be woken. `place` says which buffer.
  void check(std::int64_t free, const std::string& place, Time now) const;

 private:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  static constexpr std::uint32_t kNotWaiting = ~std::uint32_t{0};
  struct Waiting {
    std::int64_t resumes_at = 0;
    std::uint32_t place = kNotWaiting;  // in list_
  };

  PerPortClass<Waiting> viqs_;
  std::vector<std::uint32_t> list_;  // port x kClasses + class
  std::int64_t wakes_at_ = kNever;
};

}  // namespace weir::mmu
