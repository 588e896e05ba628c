// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ways to find a deadlock that ITSY is compared with (section VI), all played beside one run, so that they see the
// same pauses: docs/reference/baselines.md.

#pragma once

#include <memory>
#include <vector>

#include "tb/baselines/play.h"
#include "tb/baselines/settings.h"
#include "tb/oracle/knot_tracker.h"

namespace weir::baselines {

// What one of them has found of the deadlocks of a run.
struct Scored {
  std::uint64_t found = 0;    // deadlocks
  std::uint64_t outside = 0;  // declarations of VIQs that were in no deadlock
  std::vector<Time> delays;   // from the forming of each that was found
  unsigned hops = 0;          // of the message that told of the first
};

Scored score(const Tally& tally, const std::vector<oracle::KnotSpan>& knots);

class Baselines {
 public:
  Baselines(const Settings& settings, Cables cables);

  // Entries of the time before `reached` in their order, all of one instant in one call.
  void follow(const std::vector<oracle::KnotEntry>& entries, Time reached);

  // In the order of kNames (settings.h).
  const std::vector<std::unique_ptr<Play>>& plays() const { return plays_; }

 private:
  Cables cables_;
  PauseGraph graph_;
  std::vector<std::unique_ptr<Play>> plays_;
};

}  // namespace weir::baselines
