// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/fills.h"

#include "tb/tests/unit/scenario/scenario_text.h"

namespace weir::scenario::fills_test {

// Hosts of a star, each with a port of its own and one of the switch, and so many flows.
Scenario star(int hosts, int flows, std::vector<std::string> sets = {}) {
  std::string text = R"([scenario]
duration = "1ms"
[topology]
kind = "star"
hosts = )" + std::to_string(hosts) +
                     "\n";
  for (int i = 0; i < flows; ++i) {
    text += "[[flow]]\nname = \"f" + std::to_string(i) + "\"\nsrc = \"h1\"\ndst = \"h2\"\n";
  }
  return load_text(text, "s.toml", {std::move(sets), {}, {}});
}

TEST(SamplingNotes, SayWhichColumnsAreLeftOut) {
  EXPECT_THAT(sampling_notes(star(128, 256)), IsEmpty());
  const std::string queues =
      "timeseries.csv has columns of up to 32 queues, those of the story: all are sampled in a network of at most 256 "
      "ports; this one has 258; measure.probes chooses queues";
  const std::string flows =
      "timeseries.csv has no columns of flows: flows are not sampled where there are more than 256; here are 257";
  EXPECT_THAT(sampling_notes(star(129, 1)), ElementsAre(queues));
  EXPECT_THAT(sampling_notes(star(2, 257)), ElementsAre(flows));
  EXPECT_THAT(sampling_notes(star(129, 257)), ElementsAre(queues, flows));
}

TEST(SamplingNotes, SayWhyNoQueueIsSampled) {
  const std::string none =
      "timeseries.csv has no columns of queues: all are sampled in a network of at most 256 ports; this one has 258; "
      "measure.probes chooses queues";
  EXPECT_THAT(sampling_notes(star(129, 1, {"measure.story=false"})), ElementsAre(none));
  // 258 queues, 4,096,000 samples: 15,875 instants of 1 ms.
  EXPECT_THAT(sampling_notes(star(129, 1, {"scenario.sample_interval=50ns"})),
              ElementsAre(none + "; those of the story need scenario.sample_interval >= 62.992ns"));
  EXPECT_EQ(sampled_queues(star(129, 1, {"scenario.sample_interval=62.992ns"})), SampledQueues::kStory);
  EXPECT_EQ(sampled_queues(star(129, 1, {"scenario.sample_interval=62.988ns"})), SampledQueues::kNone);
}

TEST(SampledQueues, AreAllOrThoseOfTheProbesOrOfTheStory) {
  const std::string probes = "measure.probes=[\"s1.p4\", \"h12*.p0.c0\"]";
  EXPECT_EQ(sampled_queues(star(128, 1)), SampledQueues::kAll);
  EXPECT_EQ(sampled_queues(star(128, 1, {probes})), SampledQueues::kAll);
  EXPECT_EQ(sampled_queues(star(129, 1, {"measure.story=false"})), SampledQueues::kNone);
  EXPECT_EQ(sampled_queues(star(129, 1)), SampledQueues::kStory);
  const Scenario chosen = star(129, 1, {probes});
  EXPECT_EQ(sampled_queues(chosen), SampledQueues::kProbes);
  EXPECT_THAT(sampling_notes(chosen), IsEmpty());
  for (const char* queue : {"s1.p4.c0", "h12.p0.c0", "h129.p0.c0"}) {
    EXPECT_TRUE(is_probed(chosen, queue)) << queue;
  }
  for (const char* queue : {"s1.p40.c0", "s1.p3.c0", "h11.p0.c0"}) {
    EXPECT_FALSE(is_probed(chosen, queue)) << queue;
  }
}

TEST(SampledQueues, DecideHowOftenTheyAreSampled) {
  EXPECT_EQ(star(128, 1).sample_interval, 1_us);
  EXPECT_EQ(star(129, 1).sample_interval, 1_us) << "258 queues, a thousand times";
  EXPECT_EQ(star(1024, 1).sample_interval, 1_ms / 500) << "2,048 queues";
  EXPECT_EQ(star(1024, 257, {"measure.story=false"}).sample_interval, 50_us) << "neither queues nor flows";
  EXPECT_EQ(star(1024, 1, {"measure.probes=[\"h1\"]"}).sample_interval, 1_us);
}

// What is expected of steady queues needs their samples.
TEST(NothingFills, TellsWhoseQueuesAreSampled) {
  EXPECT_THAT(nothing_fills(report::Needs::kSamples, star(129, 1)), HasSubstr("this one has 258"));
  EXPECT_EQ(nothing_fills(report::Needs::kSamples, star(129, 1, {"measure.probes=[\"h1\"]"})), "");
}

// Frames of a capture may have been marked before.
TEST(NothingFills, TellsWhatCouldMark) {
  EXPECT_EQ(nothing_fills(report::Needs::kCeMarks, star(2, 1)), "nothing marks packets CE");
  const Scenario replay = load_file(WEIR_SOURCE_DIR "/scenarios/real_frames/pcap_replay.toml");
  EXPECT_EQ(nothing_fills(report::Needs::kCeMarks, replay), "");
  EXPECT_EQ(nothing_fills(report::Needs::kUeMarks, replay), "nothing marks packets UE");
}

TEST(NothingFills, TellsWhichDetectorsMarkUe) {
  Scenario scenario = star(2, 1);
  scenario.device.congestion.detectors = {congestion::DetectorKind::kRedEcn};
  EXPECT_EQ(nothing_fills(report::Needs::kUeMarks, scenario), "nothing marks packets UE");
  for (const auto kind : {congestion::DetectorKind::kTcd, congestion::DetectorKind::kTcdInfiniband}) {
    scenario.device.congestion.detectors = {kind};
    EXPECT_EQ(nothing_fills(report::Needs::kUeMarks, scenario), "");
  }
}

TEST(NothingFills, TellsWhoCouldNotify) {
  Scenario scenario = star(2, 1);
  const std::string nobody = "no switch tells sources of congestion";
  EXPECT_EQ(nothing_fills(report::Needs::kNotifications, scenario), nobody);
  scenario.device.congestion.red_ecn.notify = true;
  EXPECT_EQ(nothing_fills(report::Needs::kNotifications, scenario), nobody) << "there is no detector";
  scenario.device.congestion.detectors = {congestion::DetectorKind::kRedEcn};
  EXPECT_EQ(nothing_fills(report::Needs::kNotifications, scenario), "");
}

TEST(NothingFills, TellsWhichDestinationCouldNotify) {
  Scenario scenario = star(2, 1);
  EXPECT_EQ(nothing_fills(report::Needs::kCnps, scenario), "no destination notifies its source of marks");
  scenario.flows[0].settings.notify_interval = Time(0);
  EXPECT_EQ(nothing_fills(report::Needs::kCnps, scenario), "");
}

TEST(NothingFills, TellsWhoCouldSendTags) {
  Scenario scenario = star(2, 1);
  EXPECT_EQ(nothing_fills(report::Needs::kTags, scenario), "no flow sends rate tags");
  EXPECT_EQ(nothing_fills(report::Needs::kTags, star(2, 1, {"traffic.control=fera"})), "");
}

TEST(NothingFills, TellsWhoSpeaksTcp) {
  const Scenario none = star(2, 1);
  const Scenario tcp = star(2, 1, {"traffic.framing=tcp"});
  EXPECT_EQ(nothing_fills(report::Needs::kTcp, none), "no flow has framing = \"tcp\"");
  EXPECT_EQ(nothing_fills(report::Needs::kTcp, tcp), "");
  EXPECT_EQ(nothing_fills(report::Needs::kGoBackN, tcp), "");
  EXPECT_EQ(nothing_fills(report::Needs::kTransactions, tcp), "no flow sends in transactions");
  EXPECT_EQ(
      nothing_fills(report::Needs::kTransactions, star(2, 1, {"traffic.framing=tcp", "traffic.transaction_packets=7"})),
      "");
}

TEST(WordNote, IsOfTheWordCbfcAlone) {
  EXPECT_THAT(word_note(star(2, 1, {"flow_control.scheme=cbfc"})), testing::HasSubstr("write \"ib_credits\""));
  EXPECT_EQ(word_note(star(2, 1, {"flow_control.scheme=ib_credits"})), "");
  EXPECT_EQ(word_note(star(2, 1)), "");
}

// What nobody writes is not sampled; whoever asks for an interval gets it.
TEST(DefaultSampleInterval, IsCoarseWhereThereAreNoColumns) {
  EXPECT_EQ(star(129, 1).sample_interval, 1_us);
  EXPECT_EQ(star(2, 257).sample_interval, 1_us);
  EXPECT_EQ(star(129, 257).sample_interval, 1_us) << "the queues of the story have columns";
  EXPECT_EQ(star(129, 257, {"measure.story=false"}).sample_interval, 50_us);
  EXPECT_EQ(star(129, 257, {"scenario.sample_interval=2us"}).sample_interval, 2_us);
}

}  // namespace weir::scenario::fills_test
