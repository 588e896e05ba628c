// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/network_instants.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::report::network_instants_test {

using Rows = std::vector<double>;

// A run of 6 samples, 1 ms apart, the first at 1 ms.
struct Sampled {
  Results results;
  TimeSeries series;
  std::optional<Story> story;

  Sampled() {
    for (int i = 1; i <= 6; ++i) {
      series.times.push_back(1_ms * i);
    }
  }

  void queue(const std::string& device, unsigned port, unsigned traffic_class, std::int64_t xoff, Rows depths) {
    QueueResult& queue = results.queues.emplace_back();
    queue.device = device;
    queue.port = port;
    queue.traffic_class = traffic_class;
    queue.xoff_bytes = xoff;
    column(fmt::format("{}.p{}.c{}.viq_depth_bytes", device, port, traffic_class), std::move(depths));
  }

  void column(const std::string& name, Rows values) { series.columns.push_back({name, "", std::move(values)}); }

  void event(Time at, const std::string& what, std::uint64_t queue) {
    StoryEvents& events = story->events;
    events.at_ps.push_back(at.count());
    events.what.push_back(what);
    events.queue.push_back(queue);
    events.depth_bytes.push_back(0);
  }

  NetworkInstants instants() const { return network_instants(results, make_plots(results, series), story); }

  NetworkInstants::Port at(const std::string& device, unsigned port) const {
    const NetworkInstants all = instants();
    const auto place = all.places.find({device, port});
    return place != all.places.end() ? all.ports[place->second] : NetworkInstants::Port{"nothing", {}};
  }
};

TEST(NetworkInstants, LevelsAreTwentiethsOfTheThreshold) {
  Sampled run;
  run.queue("s1", 2, 0, 1000, {0, 1, 500, 999, 1000, 1001});
  EXPECT_EQ(run.at("s1", 2).levels, "abku2v") << "rounded up: what is not empty is seen";
  run.queue("s2", 0, 0, 1000, {1250, 2000, 1e12, 0, 0, 0});
  EXPECT_EQ(run.at("s2", 0).levels, "z3a3");
}

TEST(NetworkInstants, TheFullestClassOfAPortCounts) {
  Sampled run;
  run.queue("s1", 0, 0, 1000, {100, 0, 0, 0, 0, 0});
  run.queue("s1", 0, 1, 100, {5, 50, 0, 0, 0, 100});
  EXPECT_EQ(run.at("s1", 0).levels, "cka3u");
}

TEST(NetworkInstants, WithoutThresholdTheDeepestQueueIsFull) {
  Sampled run;
  run.queue("s1", 0, 0, 0, {50, 0, 0, 0, 0, 0});
  run.queue("s1", 1, 0, 0, {0, 0, 0, 0, 0, 200});
  run.queue("s1", 2, 0, 10, {0, 0, 0, 0, 0, 9000});
  EXPECT_EQ(run.at("s1", 0).levels, "fa5");
  EXPECT_EQ(run.at("s1", 1).levels, "a5u");
}

TEST(NetworkInstants, HasNoPortThatWasAlwaysEmptyAndNeverHeld) {
  Sampled run;
  run.queue("s1", 0, 0, 1000, Rows(6, 0));
  run.column("s1.p0.c0.paused_ratio", Rows(6, 0));
  EXPECT_THAT(run.instants().ports, IsEmpty());
  EXPECT_THAT(Sampled().instants().ports, IsEmpty());
}

TEST(NetworkInstants, NeedsTwoSamples) {
  Sampled run;
  run.series.times.resize(1);
  run.queue("s1", 0, 0, 1000, {500});
  EXPECT_THAT(run.instants().ports, IsEmpty());
}

TEST(NetworkInstants, HoldsBeginAndEndWithTheEventsOfTheStory) {
  Sampled run;
  run.story = Story{.queues = {"s1.p1.c0", "s1.p1.c3", "s2.p0.c0"}};
  run.column("s1.p1.c0.paused_ratio", Rows(6, 1));  // the events know better
  run.event(1_ms, "held", 0);
  run.event(1500_us, "held", 1);
  run.event(2_ms, "pauses", 2);
  run.event(2_ms, "freed", 0);
  run.event(2500_us, "freed", 1);
  run.event(4_ms, "held", 0);
  EXPECT_EQ(run.at("s1", 1).held, (Rows{1, 2.5, 4})) << "classes together; held to the end";
  EXPECT_EQ(run.at("s2", 0).levels, "nothing") << "a pause is told by the VIQ, and holds nobody here";
}

TEST(NetworkInstants, WithoutAStorySamplesSayWhatWasHeld) {
  Sampled run;
  run.column("s1.p1.c0.paused_ratio", {0, 0.25, 1, 0, 0, 0.5});
  EXPECT_EQ(run.at("s1", 1).held, (Rows{1, 3, 5, 6}));
}

// The record has the first event and the last ones; what lies between is left out.
TEST(NetworkInstants, SamplesFillTheGapOfARecord) {
  Sampled run;
  run.story = Story{.left_out = 7, .left_out_behind = 1, .queues = {"s1.p1.c0", "s2.p0.c0", "s3.p0.c0"}};
  run.column("s1.p1.c0.paused_ratio", {1, 1, 0, 1, 1, 1});
  run.column("s2.p0.c0.paused_ratio", {1, 0, 0, 0, 1, 0});
  run.event(500_us, "held", 0);
  run.event(2200_us, "freed", 0);  // proves a sentence; others around it are left out
  for (std::size_t i = 0; i < kStoryKept; ++i) {
    run.event(4500_us, i % 2 == 0 ? "held" : "freed", 2);
  }
  run.story->events.what[2] = "freed";
  run.story->events.queue[2] = 0;
  EXPECT_EQ(run.at("s1", 1).held, (Rows{0.5, 2, 3, 4.5})) << "held before and in the gap, freed behind it";
  EXPECT_EQ(run.at("s2", 0).held, (Rows{0.5, 1, 4, 5}));
}

TEST(NetworkInstants, OpensAtTheEvent) {
  Sampled run;
  EXPECT_EQ(run.instants().event, 6) << "nothing happened: the end";
  run.story =
      Story{.end_ps = 6'000'000'000,
            .sentences = {{2'000'000'000, "s1.p1.c0", "xoff", "", {}}, {3'000'000'000, "", "last_edge", "", {}}}};
  EXPECT_EQ(run.instants().event, 2) << "the first step";
  run.results.deadlock = Deadlock{.formed_at_seconds = 0.004, .cycle = {}};
  run.results.deadlock->dissolved_at_seconds = 0.005;
  EXPECT_EQ(run.instants().event, 3) << "the closing of the circle";
  EXPECT_EQ(run.instants().closes, 3);
  EXPECT_EQ(run.instants().opens, 5);
  run.story.reset();
  EXPECT_EQ(run.instants().closes, 4) << "as the oracle says";
}

TEST(NetworkInstants, GoToThePage) {
  Sampled run;
  run.queue("s1", 2, 0, 1000, {0, 1, 500, 999, 1000, 1001});
  EXPECT_EQ(instants_to_json(run.instants(), false),
            R"({"event":6,"closes":null,"opens":null,"ports":[{"levels":"abku2v","held":[]}]})");
}

}  // namespace weir::report::network_instants_test
