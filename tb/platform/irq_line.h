// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The levels of an interrupt line that a switch, which runs ahead of the kernel, knows in advance. The process of the
// pin is notified for the time of each change and takes the level then; changes of one instant are one.

#pragma once

#include <deque>
#include <utility>

#include <systemc>

#include "hw_model/base/units.h"
#include "hw_model/datapath/link/kernel_time.h"

namespace weir::platform {

class IrqLine {
 public:
  explicit IrqLine(const char* name) : due_(name) {}

  const sc_core::sc_event& due() const { return due_; }

  // From `at` on, which is not before the change that was told last.
  void change(bool high, Time at) {
    const bool idle = changes_.empty();
    if (!idle && changes_.back().first == at)
      changes_.pop_back();
    const bool before = changes_.empty() ? level_ : changes_.back().second;
    if (high != before)
      changes_.emplace_back(at, high);
    if (changes_.empty() && !idle)
      due_.cancel();
    else if (idle && !changes_.empty())
      due_.notify(link::until(at));
  }

  // The level now.
  bool take() {
    for (const Time now = link::kernel_time(); !changes_.empty() && changes_.front().first <= now; changes_.pop_front())
      level_ = changes_.front().second;
    if (!changes_.empty())
      due_.notify(link::until(changes_.front().first));
    return level_;
  }

 private:
  sc_core::sc_event due_;
  std::deque<std::pair<Time, bool>> changes_;  // that are to come
  bool level_ = false;
};

}  // namespace weir::platform
