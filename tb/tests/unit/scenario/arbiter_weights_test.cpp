// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Weights of a crossbar's outputs by the flows of a scenario.

#include "tb/scenario/arbiter_weights.h"

#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::scenario::arbiter_weights_test {

Scenario load(const std::string& flows) {
  return load_text(R"([scenario]
duration = "1ms"
[topology]
kind = "ring"
switches = 4
[switch.crossbar]
strategy = "input_queued"
arbiter = "weighted_round_robin"
)" + flows,
                   "test.toml");
}

std::vector<std::string> weights_of(const Scenario& scenario) {
  std::vector<std::string> found;
  for (const ArbiterWeight& one : arbiter_weights(scenario, network::peers_of(scenario.topology))) {
    found.push_back(scenario.topology.devices[one.device].name + " " + std::to_string(one.input.index()) + ">" +
                    std::to_string(one.output.index()) + " " + std::to_string(one.weight));
  }
  return found;
}

std::string flow(const std::string& from, const std::string& to, const std::string& more = "") {
  return "[[flow]]\nsrc = \"" + from + "\"\ndst = \"" + to + "\"\n" + more;
}

// In the ring s1 has h1 at port 0, s2 at 1, s4 at 2, and so on round.
TEST(ArbiterWeights, CountFlowsByWhereTheyComeInAndLeave) {
  EXPECT_THAT(weights_of(load(flow("h1", "h2") + flow("h2", "h3") + flow("h1", "h2"))),
              ElementsAre("s1 0>1 2", "s2 2>0 2", "s2 0>1 1", "s3 2>0 1"));
}

TEST(ArbiterWeights, FollowRoutesThatFlowsName) {
  EXPECT_THAT(weights_of(load(flow("h1", "h2", "route = [\"h1\", \"s1\", \"s4\", \"s3\", \"s2\", \"h2\"]\n"))),
              ElementsAre("s1 0>2 1", "s2 1>0 1", "s3 1>2 1", "s4 1>2 1"));
}

TEST(ArbiterWeights, CountAFlowAtEachPortThatTheHashMayTake) {
  EXPECT_THAT(weights_of(load(flow("h1", "h3"))),
              ElementsAre("s1 0>1 1", "s1 0>2 1", "s2 2>1 1", "s3 1>0 1", "s3 2>0 1", "s4 1>2 1"));
}

TEST(ArbiterWeights, AreScaledToWhatARegisterHolds) {
  std::string flows = flow("h2", "h3");
  for (int i = 0; i < 510; ++i)
    flows += flow("h1", "h3", "route = [\"h1\", \"s1\", \"s2\", \"s3\", \"h3\"]\n");
  EXPECT_THAT(weights_of(load(flows)), ElementsAre("s1 0>1 255", "s2 0>1 1", "s2 2>1 255", "s3 2>0 255"));
}

}  // namespace weir::scenario::arbiter_weights_test
