// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The queues of the time series of a large network. Each test needs a process of its own, as ctest gives it.

#include "tb/run/simulation.h"
#include "tb/run/story_queues.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::sampled_queues_test {

// Forty hosts of a star of 258 ports send to one, which pauses them.
Outcome run_star(std::vector<std::string> sets) {
  std::string text = R"([scenario]
duration = "200us"
[topology]
kind = "star"
hosts = 129
rate = "10Gbps"
delay = "1us"
[switch.crossbar]
strategy = "output_queued"
[switch.mmu]
viq_limit = "100KB"
headroom = "20KB"
[flow_control]
scheme = "pfc"
[flow_control.pfc]
xoff = "9KB"
xon = "6KB"
)";
  for (int host = 2; host <= 41; ++host) {
    text +=
        "[[flow]]\nname = \"f" + std::to_string(host) + "\"\nsrc = \"h" + std::to_string(host) + "\"\ndst = \"h1\"\n";
  }
  Observation observation;
  observation.story = true;
  return simulate(scenario::load_text(text, "star.toml", {std::move(sets), {}, {}}), observation);
}

std::set<std::string> queues_in(const report::TimeSeries& series) {
  std::set<std::string> queues;
  for (const report::TimeSeries::Column& column : series.columns) {
    EXPECT_EQ(column.values.size(), series.times.size()) << column.name;
    if (!column.name.starts_with("flow.")) {
      queues.insert(column.name.substr(0, column.name.rfind('.')));
    }
  }
  return queues;
}

TEST(SampledQueues, OfALargeNetworkAreThoseOfTheStory) {
  const Outcome run = run_star({});
  ASSERT_TRUE(run.story);
  const std::set<std::string> queues = queues_in(run.series);
  EXPECT_EQ(queues.size(), 32) << "forty pause";
  ASSERT_FALSE(run.story->sentences.empty());
  const std::string first = run.story->sentences.front().queue;
  EXPECT_TRUE(queues.contains(first)) << first;
  EXPECT_NEAR(static_cast<double>(run.series.times.size()), 1000, 1);
  const auto depth =
      std::ranges::find(run.series.columns, first + ".viq_depth_bytes", &report::TimeSeries::Column::name);
  ASSERT_NE(depth, run.series.columns.end());
  EXPECT_GE(std::ranges::max(depth->values), 9000) << "it pauses from 9 KB on";
  EXPECT_TRUE(run.series.columns.back().name.starts_with("flow.")) << "flows stand behind queues";
}

TEST(SampledQueues, AreThoseOfTheProbes) {
  const Outcome run = run_star({"measure.probes=[\"s1.p4\", \"h12*\"]"});
  std::set<std::string> wanted = {"s1.p4.c0", "h12.p0.c0"};
  for (int host = 120; host <= 129; ++host) {
    wanted.insert("h" + std::to_string(host) + ".p0.c0");
  }
  EXPECT_EQ(queues_in(run.series), wanted);
  for (const report::QueueResult& queue : run.results.queues) {
    const std::string name = queue.device + ".p" + std::to_string(queue.port) + ".c0";
    EXPECT_EQ(queue.viq_steady_bytes.has_value(), wanted.contains(name)) << name;
  }
}

TEST(SampledQueues, AreNoneWithoutStory) {
  EXPECT_THAT(queues_in(run_star({"measure.story=false"}).series), IsEmpty());
}

// Queues of sentences come before those of events, and each with the one at the other end of its cable.
TEST(SampledQueues, OfAStoryAreTheOnesItNames) {
  network::Network net;
  net.topology.devices = {{"s1"}, {"s2"}};
  net.peers = {{{1, PortId(1)}}, {{}, {0, PortId(0)}}};
  report::Story story;
  story.sentences.push_back({0, "s1.p0.c3", "xoff", "", {}});
  for (int i = 0; i < 40; ++i) {
    story.queues.push_back("x.p" + std::to_string(i) + ".c0");
    story.events.queue.push_back(39 - static_cast<unsigned>(i));
  }
  const std::set<std::string> queues = queues_of_story(story, net, {});
  EXPECT_EQ(queues.size(), 32);
  for (const char* queue : {"s1.p0.c3", "s2.p1.c3", "x.p39.c0", "x.p10.c0"}) {
    EXPECT_TRUE(queues.contains(queue)) << queue;
  }
  EXPECT_FALSE(queues.contains("x.p9.c0")) << "the thirty-first event";
}

}  // namespace weir::sampled_queues_test
