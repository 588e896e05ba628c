// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Records what a running scenario feeds one limiter or comparator, whatever does its work there. It wraps the
// factories: the chosen instance gets a C++ model beside it that sees the same calls, and the cycles of that model are
// what is written.

#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/rate_limiter.h"
#include "hw_model/reference/stage_comparator.h"
#include "tb/cosim/recording.h"

namespace weir::cosim {

// Blocks that a scenario can have.
std::span<const std::string> recordable_blocks();

class Recorder {
 public:
  using Write = std::function<void(std::string_view text)>;

  // The instance by its name, such as "s1.p0.c0"; empty: the first that is made. `about`: further header lines.
  Recorder(std::string block, std::string instance, HeaderLines about, Write write);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // The recorder must outlive what these factories make.
  reference::RateLimiterFactory wrap(reference::RateLimiterFactory inner);
  // `leading_zero`: of which form the comparators are.
  reference::StageComparatorFactory wrap(reference::StageComparatorFactory inner, bool leading_zero = false);

  // Throws std::invalid_argument when the scenario has no such instance. After all have been made.
  void require_found() const;
  // The run ended at this time: writes the last cycle and the length.
  void finish(Time end);

 private:
  class Limiter;
  template <class Shadow>
  class Comparator;

  bool wants(std::string_view block, const std::string& instance);

  std::string block_;
  std::string wanted_;
  HeaderLines about_;
  Write write_;
  std::vector<std::string> instances_;  // of the block
  std::string found_;
  std::function<void(Time end)> finish_;
};

}  // namespace weir::cosim
