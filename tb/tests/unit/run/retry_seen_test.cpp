// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a run shows of link-level retry: signals, samples, story. Each test needs a process of its own, as ctest gives
// it.

#include "tb/run/simulation.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/oracle/live.h"

namespace weir::retry_seen_test {

constexpr const char* kFile = "small/llr_flush.toml";
constexpr const char* kWindow = "link.llr.outstanding_frames_max=16";  // frames of 1,500 B

Outcome run(const std::vector<std::string>& sets) {
  Observation observation;
  observation.story = true;
  return simulate(scenario::load_file(std::string(WEIR_SCENARIOS) + "/" + kFile, {sets, {}, {}}), observation);
}

// The values of a signal of h1.p0, in order; empty: there is none.
std::vector<std::uint64_t> values(Trace& trace, const std::string& name) {
  std::vector<std::uint64_t> found;
  for (const TraceRecord& record : trace.records()) {
    if (const Probe& probe = trace.probes()[record.probe]; probe.port == "p0" && probe.name == name)
      found.push_back(record.value);
  }
  return found;
}

// A NACK leads to a replay, which the burst spoils; the timer to a flush, and so on until the burst ends.
TEST(RetrySeen, Waves) {
  oracle::Live live(kFile, {kWindow}, 5_us);
  network::Device& host = live.device("h1");
  host->trace_classes(0xff);
  ASSERT_NE(host->trace(), nullptr);
  live.run(1);
  const auto word = [](llr::TxState state) { return static_cast<std::uint64_t>(state); };
  const std::vector<std::uint64_t> states = values(*host->trace(), "llr_tx");
  ASSERT_GT(states.size(), 5U);
  EXPECT_EQ(states[0], word(llr::TxState::kOff));
  EXPECT_EQ(states[1], word(llr::TxState::kInit));
  EXPECT_EQ(states[2], word(llr::TxState::kAdvance));
  EXPECT_EQ(states[3], word(llr::TxState::kReplay));
  EXPECT_EQ(states.back(), word(llr::TxState::kAdvance));
  EXPECT_EQ(std::ranges::count(states, word(llr::TxState::kFlush)), 0) << "re_init_on_flush: it is left at once";

  const std::vector<std::uint64_t> outstanding = values(*host->trace(), "llr_outstanding");
  EXPECT_EQ(std::ranges::max(outstanding), 16U);
  const std::vector<std::uint64_t> left = values(*host->trace(), "llr_to_replay");
  EXPECT_GE(std::ranges::max(left), 6U) << "the line holds six frames";
  EXPECT_LE(std::ranges::max(left), 16U);
  EXPECT_EQ(left.back(), 0U);
  for (std::size_t i = 1; i < left.size(); ++i) {
    const bool falls_by_more = left[i] + 1 < left[i - 1] && left[i] > 0;
    EXPECT_FALSE(falls_by_more) << "one frame at a time, or the flush: " << left[i - 1] << " to " << left[i];
  }
  EXPECT_EQ(live.network().devices[live.network().topology.find("h2")]->trace(), nullptr);
}

TEST(RetrySeen, Samples) {
  const Outcome outcome = run({kWindow, "scenario.sample_interval=\"100ns\""});
  std::size_t columns = 0;
  double most = 0;
  for (const report::TimeSeries::Column& column : outcome.series.columns) {
    if (!column.name.ends_with(".llr_outstanding"))
      continue;
    ++columns;
    EXPECT_EQ(column.unit, "frames");
    EXPECT_EQ(column.values.size(), outcome.series.times.size());
    if (column.name == "h1.p0.llr_outstanding")
      most = std::ranges::max(column.values);
  }
  EXPECT_EQ(columns, 4U);  // both ends of two cables
  EXPECT_EQ(most, 16);
}

TEST(RetrySeen, SamplesOfProbes) {
  const Outcome outcome = run({"link.llr.hosts=false"});
  for (const report::TimeSeries::Column& column : outcome.series.columns)
    EXPECT_FALSE(column.name.ends_with(".llr_outstanding")) << column.name;
}

// In words and in events; what is said has the numbers of the transmitter's counters.
TEST(RetrySeen, Story) {
  const Outcome outcome = run({kWindow});
  ASSERT_TRUE(outcome.story);
  const report::Story& story = *outcome.story;
  std::map<std::string, std::size_t> events;
  for (std::size_t i = 0; i < story.events.what.size(); ++i) {
    const std::string& what = story.events.what[i];
    if (what == "replays" || what == "flushes" || what == "initialised") {
      ++events[what];
      EXPECT_EQ(story.queues[story.events.queue[i]], "h1.p0");
      EXPECT_EQ(story.events.depth_bytes[i] > 0, what != "initialised");
    }
  }
  EXPECT_GT(events["replays"], 0U);
  EXPECT_GT(events["flushes"], 0U);
  EXPECT_EQ(events["flushes"], events["initialised"]);
  std::map<std::string, std::string> told;
  for (const report::Sentence& sentence : story.sentences) {
    if (sentence.queue == "h1.p0")
      told[sentence.rule] = sentence.text;
  }
  EXPECT_THAT(told["replays"], testing::StartsWith("h1.p0 sends 9 KB again to s1: the first of " +
                                                   std::to_string(events["replays"]) + " replays at 1 port"));
  EXPECT_THAT(told["flushes"], testing::StartsWith("h1.p0 gives up 24 KB that s1 has not acknowledged: the first of " +
                                                   std::to_string(events["flushes"]) + " flushes at 1 port"));
  EXPECT_THAT(told["initialised"], testing::StartsWith("h1.p0 and s1 begin link-level retry again: the first of"));
}

// A port alone shows nothing of link-level retry, and no story has it.
TEST(RetrySeen, NothingWithout) {
  oracle::Live live(kFile, {"link.llr.wanted=false"}, 5_us);
  network::Device& host = live.device("h1");
  host->trace_classes(0xff);
  EXPECT_THAT(values(*host->trace(), "llr_tx"), testing::IsEmpty());
  EXPECT_THAT(values(*host->trace(), "veq_depth_c0"), Not(testing::IsEmpty()));
}

}  // namespace weir::retry_seen_test
