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
      "timeseries.csv has no columns of queues: queues are not sampled in a network of more than 256 ports; this one "
      "has "
      "258";
  const std::string flows =
      "timeseries.csv has no columns of flows: flows are not sampled where there are more than 256; here are 257";
  EXPECT_THAT(sampling_notes(star(129, 1)), ElementsAre(queues));
  EXPECT_THAT(sampling_notes(star(2, 257)), ElementsAre(flows));
  EXPECT_THAT(sampling_notes(star(129, 257)), ElementsAre(queues, flows));
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

// What nobody writes is not sampled; whoever asks for an interval gets it.
TEST(DefaultSampleInterval, IsCoarseWhereThereAreNoColumns) {
  EXPECT_EQ(star(129, 1).sample_interval, 1_us);
  EXPECT_EQ(star(2, 257).sample_interval, 1_us);
  EXPECT_EQ(star(129, 257).sample_interval, 50_us);
  EXPECT_EQ(star(129, 257, {"scenario.sample_interval=2us"}).sample_interval, 2_us);
}

}  // namespace weir::scenario::fills_test
