// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The baselines: the deadlock-detection methods with which ITSY is compared (section VI), all played beside one run, so
// that they see the same pauses: docs/reference/baselines.md.

#pragma once

#include <memory>
#include <vector>

#include "tb/baselines/play.h"
#include "tb/baselines/settings.h"
#include "tb/oracle/knot_tracker.h"

namespace weir::baselines {

// The score of one baseline for a run.
struct Scored {
  std::uint64_t found = 0;    // found deadlocks
  std::uint64_t outside = 0;  // declared VIQs that were in no deadlock
  std::vector<Time> delays;   // of each found deadlock, since its forming
  unsigned hops = 0;          // of the message that found the first deadlock
};

Scored score(const Tally& tally, const std::vector<oracle::KnotSpan>& knots);

class Baselines {
 public:
  Baselines(const Settings& settings, Cables cables);

  // Takes log entries before `reached`, in order; all entries of one instant in one call.
  void follow(const std::vector<oracle::KnotEntry>& entries, Time reached);

  // In the order of kNames (settings.h).
  const std::vector<std::unique_ptr<Play>>& plays() const { return plays_; }

 private:
  Cables cables_;
  PauseGraph graph_;
  std::vector<std::unique_ptr<Play>> plays_;
};

}  // namespace weir::baselines
