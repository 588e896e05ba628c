// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/resources.h"

#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::resources_test {

constexpr double kMuch = std::numeric_limits<double>::infinity();

scenario::Scenario star(const std::string& duration, const std::string& interval, int hosts = 3,
                        const std::vector<std::string>& sets = {}) {
  return scenario::load_text("[scenario]\nduration = \"" + duration + "\"\nsample_interval = \"" + interval +
                                 "\"\n[topology]\nkind = \"star\"\nhosts = " + std::to_string(hosts) +
                                 "\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n",
                             "star.toml", {sets, {}, {}});
}

TEST(Resources, GrowWithRowsAndColumns) {
  // 6 ports with 5 columns each, a flow, the time: 32 values a row, of some 24 B.
  const double rows = 1e9;
  EXPECT_NEAR(needed_by(star("1s", "1ns")).memory_bytes, rows * 32 * 24, 0.02 * rows * 32 * 24);
  EXPECT_NEAR(needed_by(star("1s", "1ns")).disk_bytes, rows * 32 * 8, 1e6);
  EXPECT_LT(needed_by(star("1s", "1ms")).memory_bytes, 2e6);
}

// Of 6 ports 3 are the switch's: a column more for the detector, and one for what waits where packets wait at inputs.
TEST(Resources, GrowWithDetectors) {
  const auto values = [](const std::string& more) {
    const scenario::Scenario scenario = scenario::load_text(
        "[scenario]\nduration = \"1s\"\nsample_interval = \"1ns\"\n[topology]\nkind = \"star\"\n"
        "hosts = 3\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n" +
            more,
        "star.toml");
    return needed_by(scenario).disk_bytes / 1e9 / 8;
  };
  const std::string red = "[congestion]\ndetector = \"red_ecn\"\n";
  EXPECT_NEAR(values(red), 35, 0.1);
  EXPECT_NEAR(values(red + "[switch.crossbar]\nstrategy = \"input_queued\"\n"), 38, 0.1);
  EXPECT_NEAR(values("[switch.crossbar]\nstrategy = \"input_queued\"\n"), 32, 0.1);
}

TEST(Resources, GrowWithPorts) {
  const std::vector<std::string> quiet = {"measure.story=false"};
  const double few = needed_by(star("1ms", "1us", 200, quiet)).memory_bytes;
  const double many = needed_by(star("1ms", "1us", 1000, quiet)).memory_bytes;
  EXPECT_NEAR(many / few, 5, 0.1);
  EXPECT_GT(many, 1e7) << "measured: 18 MB";
  EXPECT_LT(many, 4e7);
}

// The queues of a large network are sampled until the story has chosen some, or those that probes choose.
TEST(Resources, GrowWithTheQueuesOfStoryAndProbes) {
  const Resources quiet = needed_by(star("1ms", "1us", 1000, {"measure.story=false"}));
  const Resources story = needed_by(star("1ms", "1us", 1000));
  EXPECT_NEAR(story.memory_bytes - quiet.memory_bytes, 1000 * 2000 * 5 * 12.0, 1e6);
  EXPECT_EQ(story.disk_bytes, quiet.disk_bytes);
  const Resources probes = needed_by(star("1ms", "1us", 1000, {"measure.probes=[\"h*\"]"}));
  EXPECT_NEAR(probes.memory_bytes - quiet.memory_bytes, 1000 * 1000 * 5 * 24.0, 1e6);
}

TEST(Resources, AreRefusedInOneLineWhereTheyDoNotSuffice) {
  const scenario::Scenario scenario = star("1000s", "1ns");
  EXPECT_NO_THROW(require_resources(scenario, {kMuch, kMuch}));
  const auto refusal =
      AllOf(HasSubstr("star.toml: 6 ports and a time series of 1000000000000 rows and 32 columns need"),
            HasSubstr("scenario.sample_interval"), HasSubstr("--force"), Not(HasSubstr("\n")));
  EXPECT_THAT(
      [&] {
        require_resources(scenario, {1e12, kMuch});
      },
      ThrowsMessage<std::invalid_argument>(AllOf(refusal, HasSubstr("of memory"))));
  EXPECT_THAT(
      [&] {
        require_resources(scenario, {kMuch, 1e9});
      },
      ThrowsMessage<std::invalid_argument>(AllOf(refusal, HasSubstr("of disk"))));
}

TEST(Resources, OfThisMachineSufficeForASmallRun) {
  const Resources has = available("no/such/folder");
  EXPECT_GT(has.memory_bytes, 1e6);
  EXPECT_GT(has.disk_bytes, 0);
}

}  // namespace weir::resources_test
