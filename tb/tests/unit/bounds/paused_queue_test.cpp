// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What each queue of a scenario needs, against what `check` asks for the worst of them.

#include "tb/bounds/paused_queue.h"

#include <filesystem>
#include <map>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/judged.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/bounds/judged_minimal.h"

namespace weir::bounds::paused_queue_test {

using scenario::Scenario;

// Of each switch: the largest headroom that a queue asks for, and how many queues it has.
struct OfSwitch {
  Bytes most{std::numeric_limits<std::int64_t>::min()};
  std::size_t queues = 0;
};

std::map<std::size_t, OfSwitch> by_switch(const Scenario& scenario) {
  std::map<std::size_t, OfSwitch> found;
  for (const AlikeQueues& alike : paused_queues(scenario)) {
    for (const QueueName& queue : alike.queues) {
      OfSwitch& here = found[queue.device];
      here.most = std::max(here.most, alike.needed - alike.given + scenario.device_of(queue.device).mmu.headroom);
      ++here.queues;
    }
  }
  return found;
}

// Returns how many switches have been compared.
std::size_t compare(const Scenario& scenario) {
  std::size_t compared = 0;
  for (const auto& [device, found] : by_switch(scenario)) {
    const asic::SwitchConfig& config = scenario.device_of(device);
    const bool of_the_port = flow_control::traits_of(config.flow_control.scheme).is_of_the_port;
    const auto classes =
        of_the_port ? 1U : static_cast<unsigned>(std::popcount(flow_control::at_switches(config.flow_control)));
    EXPECT_EQ(found.queues, scenario.topology.devices[device].ports * classes) << scenario.file;
    // `check` asks for the worst of all links into switches that are alike.
    if (const std::optional<Bytes> asked = scenario.required_headroom_of(device); asked && scenario.own.empty()) {
      EXPECT_LE(found.most, *asked) << scenario.file << " " << device;
      ++compared;
    }
  }
  return compared;
}

Bytes most_of_all(const Scenario& scenario) {
  Bytes most{std::numeric_limits<std::int64_t>::min()};
  for (const auto& [device, found] : by_switch(scenario)) {
    most = std::max(most, found.most);
  }
  return most;
}

TEST(PausedQueue, AsksForWhatCheckAsksForInEveryScenario) {
  std::size_t files = 0;
  for (const char* folder : {"small", "ring", "ttl", "gfc"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(WEIR_SCENARIOS) + "/" + folder)) {
      if (entry.path().extension() != ".toml") {
        continue;
      }
      const Scenario scenario = judged(scenario::load_file(entry.path().string(), {}));
      if (!pauses_viqs(scenario)) {
        EXPECT_THAT(paused_queues(scenario), IsEmpty()) << entry.path();
        continue;
      }
      if (compare(scenario) > 0) {
        EXPECT_EQ(most_of_all(scenario), *scenario.required_headroom) << entry.path();
        ++files;
      }
    }
  }
  EXPECT_GT(files, 10U);
}

TEST(PausedQueue, AsksByTheThresholdsOfItsClass) {
  const Scenario scenario =
      judged_minimal({"flow_control.scheme=pfc", "flow_control.lossless=[0, 3]",
                      R"(flow_control.pfc.xoff=["750KB", "1KB", "1KB", "748501B", "1KB", "1KB", "1KB", "1KB"])",
                      "flow_control.pfc.xon=700B", "switch.mmu.viq_limit=750KB", "switch.mmu.headroom=50KB"});
  compare(scenario);
  EXPECT_EQ(most_of_all(scenario), *scenario.required_headroom);
  const std::vector<AlikeQueues> queues = paused_queues(scenario);
  ASSERT_EQ(queues.size(), 2U);
  EXPECT_EQ(queues[0].needed, 4'500_B);
  EXPECT_EQ(queues[0].given, 50'000_B);
  EXPECT_EQ(queues[1].needed, 4'500_B + 1'499_B);
  EXPECT_EQ(queues[1].given, 50'000_B + 1'499_B);
  EXPECT_EQ(queues[1].queues.front().traffic_class, ClassId(3));
}

TEST(PausedQueue, OfAPoolTakesThePacketAtTheThresholdWhole) {
  const Scenario scenario =
      judged_minimal({"flow_control.scheme=pfc", "flow_control.pfc.xoff=750KB", "flow_control.pfc.xon=747KB",
                      "switch.mmu.viq_limit=750KB", "switch.mmu.headroom=4KB", "switch.mmu.headroom_pool=50KB"});
  const std::vector<AlikeQueues> queues = paused_queues(scenario);
  ASSERT_EQ(queues.size(), 1U);
  EXPECT_EQ(queues[0].needed, 4 * 1'664_B);
  EXPECT_EQ(queues[0].needed, *scenario.required_headroom);
  EXPECT_EQ(queues[0].margin(), 4'000_B - 4 * 1'664_B);
}

TEST(PausedQueue, SaysWhyAFigureIsNoBound) {
  EXPECT_THAT(doubts_of(judged_minimal({"flow_control.scheme=pfc"})), IsEmpty());
  EXPECT_THAT(doubts_of(judged_minimal({"flow_control.scheme=pfc", "flow_control.pfc.pause_quanta=46"})),
              ElementsAre(HasSubstr("refresh")));
}

}  // namespace weir::bounds::paused_queue_test
