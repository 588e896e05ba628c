// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A stopwatch: adds up the time during which a condition holds.

#pragma once

#include "hw_model/base/units.h"

namespace weir {

class Stopwatch {
 public:
  void set(bool running, Time now) {
    if (running == (since_ != kNever)) {
      return;
    }
    if (running) {
      since_ = now;
    } else {
      total_ += now - since_;
      since_ = kNever;
    }
  }

  bool running() const { return since_ != kNever; }
  Time since() const { return since_; }  // kNever while it does not run
  Time total(Time now) const { return running() ? total_ + (now - since_) : total_; }

 private:
  Time total_;
  Time since_ = kNever;
};

}  // namespace weir
