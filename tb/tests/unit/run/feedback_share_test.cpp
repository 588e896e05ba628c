// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// measure.feedback, where what a port sends is known. Each test needs a process of its own, as ctest gives it.

#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::feedback_share_test {

report::Results run_ring(const std::string& scheme, std::vector<std::string> sets) {
  return simulate(scenario::load_file(WEIR_SCENARIOS "/ring/" + scheme + ".toml", {sets, {}, {}}), Observation{})
      .results;
}

// 64 B of credits each 52.4 us, of 10 Gbps: 0.0977 %, at each port; ten of them in an interval, or one more or less.
TEST(FeedbackShare, OfCreditsIsTheirLengthByTheirPeriod) {
  const report::Results results =
      run_ring("cbfc", {"measure.feedback=true", "scenario.sample_interval=524us", "scenario.until=5.24ms"});
  const double one = 64.0 * 8 / (10e9 * 524e-6);
  EXPECT_NEAR(*results.feedback_share_mean, 10 * one, 0.2 * one);
  EXPECT_GE(*results.feedback_share_p99, 10 * one - 1e-9);
  EXPECT_LE(*results.feedback_share_highest, 11 * one + 1e-9);
}

// Over whole intervals the shares are what the queues say that they have sent.
TEST(FeedbackShare, AddsUpToTheBytesOfThePorts) {
  const report::Results results =
      run_ring("gfc_buffer_based", {"measure.feedback=true", "scenario.sample_interval=100us", "scenario.until=10ms"});
  double bytes = 0;
  for (const report::QueueResult& queue : results.queues) {
    bytes += static_cast<double>(queue.feedback_bytes);
  }
  constexpr double kPorts = 12;  // three switches of three ports, three hosts
  EXPECT_GT(bytes, 0);
  EXPECT_NEAR(*results.feedback_share_mean * kPorts * 10e9 * 10e-3 / 8, bytes, 64 * kPorts);
  EXPECT_GE(*results.feedback_share_highest, *results.feedback_share_p99);
}

// In the middle of an interval the rate of the cable to h1 falls: from then on messages of credits, due more often than
// the cable can carry them, fill both directions. Later the cable is faster again.
TEST(FeedbackShare, IsOfTheRateThatTheLinkHas) {
  const std::string text = R"([scenario]
duration = "1ms"
sample_interval = "50us"
[topology]
kind = "star"
hosts = 4
rate = "10Gbps"
[flow_control]
scheme = "cbfc"
[flow_control.cbfc]
period = "2us"
[[flow]]
src = "h3"
dst = "h2"
[measure]
feedback = true
[[event]]
at = "525us"
do = "set_link_rate"
between = ["h1", "s1"]
rate = "1Gbps"
[[event]]
at = "125us"
do = "set_link_rate"
between = ["h1", "s1"]
rate = "10Mbps"
)";
  Observation observation;
  observation.series = true;
  const report::Results results = simulate(scenario::load_text(text, "slowed.toml", {}), observation).results;
  constexpr double kMessage = 64 * 8;  // bits, without preamble and gap
  const double fast = kMessage / (10e9 * 2e-6);
  const double slower = kMessage / (1e9 * 2e-6);
  constexpr double kSlow = 64.0 / 84;  // a full link: preamble and gap are not of the frame
  EXPECT_NEAR(*results.feedback_share_highest, kMessage / (10e6 * 50e-6), 1e-9) << "a message in an interval";
  const double of_h1 = (0.125 * fast) + (0.4 * kSlow) + (0.475 * slower);
  EXPECT_NEAR(*results.feedback_share_mean, (2 * of_h1 + 6 * fast) / 8, 0.02);
}

TEST(FeedbackShare, IsNotThereUnlessAskedFor) {
  const report::Results results = run_ring("cbfc", {"scenario.until=1ms"});
  EXPECT_FALSE(results.feedback_share_mean || results.feedback_share_p99 || results.feedback_share_highest);
}

}  // namespace weir::feedback_share_test
