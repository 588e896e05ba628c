// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// broken_run SCENARIO: `weir run SCENARIO --ranks 2` whose rank 1 finds an invariant broken half-way through the run.

#include <cstdio>
#include <exception>

#include <systemc>

#include "hw_model/base/invariant.h"
#include "tb/commands/rank_run.h"
#include "tb/commands/scenario_options.h"
#include "tb/run/simulation.h"

int sc_main(int argc, char* argv[]) {
  using namespace weir;
  if (argc != 2) {
    std::fprintf(stderr, "usage: broken_run SCENARIO\n");
    return 2;
  }
  try {
    const scenario::Scenario scenario = load_judged(argv[1], {});
    const RankOptions options{.ranks = 2, .file = {}};
    if (!is_rank(options)) {
      return start_ranks(scenario, options).value();
    }
    const RankOfRun rank(scenario, options);
    Observation observation;
    observation.rank = &rank.rank();
    if (!rank.tells()) {
      observation.progress = [&](Time now) {
        if (now >= scenario.duration / 2) {
          broken_invariant("planted in rank 1", "s1.p0.c0", "7 of flow 2", now);
        }
      };
    }
    rank.simulate([&] { return simulate(scenario, observation); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
