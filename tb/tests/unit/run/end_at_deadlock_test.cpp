// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// scenario.end_at_deadlock. Each test needs a process of its own, as ctest gives it.

#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::end_at_deadlock_test {

// A ring that deadlocks with one FIFO an input; sampled every 20 us, a 200th of it is 100 us.
Outcome run_ring(std::vector<std::string> sets) {
  for (const char* set :
       {"switch.crossbar.queueing=fifo", "switch.crossbar.speedup=1.0", "switch.crossbar.transfer=packet",
        "switch.crossbar.jitter=10ns", "scenario.sample_interval=20us", "scenario.until=20ms"}) {
    sets.emplace_back(set);
  }
  return simulate(scenario::load_file(WEIR_SCENARIOS "/ring/pfc.toml", {sets, {}, {}}), Observation{});
}

TEST(EndAtDeadlock, EndsTheRunSoonAfterItAndIsNotPartial) {
  const report::Results results = run_ring({"scenario.end_at_deadlock=true"}).results;
  ASSERT_TRUE(results.deadlock.has_value());
  EXPECT_GT(results.simulated_seconds, results.deadlock->formed_at_seconds);
  EXPECT_LT(results.simulated_seconds, results.deadlock->formed_at_seconds + 200e-6);
  EXPECT_LT(results.simulated_seconds, 20e-3);
  EXPECT_FALSE(results.partial);
}

TEST(EndAtDeadlock, IsOffUnlessAskedFor) {
  const report::Results results = run_ring({}).results;
  ASSERT_TRUE(results.deadlock.has_value());
  EXPECT_DOUBLE_EQ(results.simulated_seconds, 20e-3);
}

TEST(EndAtDeadlock, ChangesNothingWhereThereIsNone) {
  const report::Results results = run_ring({"scenario.end_at_deadlock=true", "flow_control.scheme=none"}).results;
  EXPECT_FALSE(results.deadlock.has_value());
  EXPECT_DOUBLE_EQ(results.simulated_seconds, 20e-3);
  EXPECT_FALSE(results.partial);
}

}  // namespace weir::end_at_deadlock_test
