// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The signals that --probe selects: those whose path, or the path of whose port or device, matches one of the patterns
// ("s1", "s1.p0", "*.viq_depth_c0"). Without a pattern all are selected.

#pragma once

#include <string>
#include <vector>

#include "hw_model/base/trace.h"

namespace weir {

class ProbeGlobs {
 public:
  explicit ProbeGlobs(std::vector<std::string> globs) : globs_(std::move(globs)), met_(globs_.size(), false) {}

  bool takes(const Probe& probe);

  // Call when takes() has been asked about all signals. Throws std::invalid_argument if a pattern matched none of them.
  void require_met() const;

 private:
  std::vector<std::string> globs_;
  std::vector<bool> met_;             // [pattern]: a signal has matched
  std::vector<std::string> scopes_;   // of all signals that takes() was asked about, for the message
  std::vector<std::string> signals_;  // likewise
};

}  // namespace weir
