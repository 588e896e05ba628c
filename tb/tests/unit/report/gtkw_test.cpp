// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/gtkw.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::report::gtkw_test {

using Kind = Probe::Kind;

const std::vector<Probe> kProbes = {
    {"s1", "p0", "viq_depth_c0", "B", Kind::kNumber, 20, {}},
    {"s1", "p0", "stage_c0", "", Kind::kNumber, 4, {}},
    {"s1", "p0", "pause_c0", "", Kind::kState, 32, {"running", "paused"}},
    {"s1", "p0", "gate", "", Kind::kBit, 1, {}},
    {"s1", "p1", "gate", "", Kind::kBit, 1, {}},
};

TEST(SaveFile, GroupsSignalsAndShowsEachInItsWay) {
  const std::string text =
      gtkwave_save_file(kProbes, {true, true, true, true, false}, "waves.fst", WaveFormat::kFst, Time(1'000'000));
  EXPECT_THAT(text, HasSubstr("[dumpfile] \"waves.fst\"\n"));
  EXPECT_EQ(text.substr(text.find("@800200")),
            "@800200\n-s1.p0\n"
            "@88024\n+{viq_depth_c0 [B]} s1.p0.viq_depth_c0[19:0]\n@20000\n-\n-\n-\n"
            "@24\n+{stage_c0} s1.p0.stage_c0[3:0]\n"
            "@100000028\n+{pause_c0} s1.p0.pause_c0[1:0]\n"
            "@28\n+{gate} s1.p0.gate\n"
            "@1000200\n-s1.p0\n")
      << "a port on which nothing happened has no group";
}

TEST(SaveFile, TakesStatesOfAVcdAsText) {
  EXPECT_THAT(gtkwave_save_file(kProbes, std::vector<bool>(5, true), "waves.vcd", WaveFormat::kVcd, Time(1)),
              HasSubstr("@820\n+{pause_c0} s1.p0.pause_c0\n"));
}

TEST(SaveFile, ClosesTheGroupsOfALargeNetwork) {
  std::vector<Probe> probes;
  for (int port = 0; port < 100; ++port) {
    probes.push_back({"s1", "p" + std::to_string(port), "q", "B"});
  }
  const std::string text =
      gtkwave_save_file(probes, std::vector<bool>(probes.size(), true), "waves.fst", WaveFormat::kFst, Time(1));
  EXPECT_THAT(text, HasSubstr("@800200\n-s1.p0\n"));
  EXPECT_THAT(text, HasSubstr("@c00200\n-s1.p99\n"));
}

// GTKWave loads every signal that is listed. The ports of the view are, wherever they stand.
TEST(SaveFile, ListsTwoThousandSignals) {
  std::vector<Probe> probes;
  for (int port = 0; port < 3000; ++port) {
    probes.push_back({"s1", "p" + std::to_string(port), "q", "B"});
  }
  const std::string text = gtkwave_save_file(probes, std::vector<bool>(probes.size(), true), "waves.fst",
                                             WaveFormat::kFst, Time(1), {.ports = {"s1.p2999"}});
  std::size_t listed = 0;
  for (std::size_t at = text.find("\n+{"); at != std::string::npos; at = text.find("\n+{", at + 1)) {
    ++listed;
  }
  EXPECT_EQ(listed, 2000U);
  EXPECT_THAT(text, HasSubstr("\n-s1.p2999\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n-s1.p2000\n")));
}

// GTKWave: [timestart], and a line of zoom, primary marker, markers A, B, ...
TEST(SaveFile, OpensAtTheEventWithItsMarksAndQueuesFirst) {
  const WaveView view{.from = Time(400), .to = Time(600), .marks = {Time(450), Time(550)}, .ports = {"s1.p1"}};
  const std::string text =
      gtkwave_save_file(kProbes, std::vector<bool>(5, true), "waves.fst", WaveFormat::kFst, Time(1'000), view);
  EXPECT_THAT(text, HasSubstr("\n[timestart] 400\n"));
  EXPECT_THAT(text, HasSubstr(" 450 450 550\n[sst_width]"));
  EXPECT_LT(text.find("-s1.p1\n"), text.find("-s1.p0\n"));
  const auto zoom = [](const std::string& of) { return std::stod(of.substr(of.find("\n*-") + 2)); };
  const std::string whole =
      gtkwave_save_file(kProbes, std::vector<bool>(5, true), "waves.fst", WaveFormat::kFst, Time(100'000), {});
  const std::string fifth = gtkwave_save_file(kProbes, std::vector<bool>(5, true), "waves.fst", WaveFormat::kFst,
                                              Time(100'000), {.from = Time(0), .to = Time(25'000)});
  EXPECT_NEAR(zoom(fifth) - zoom(whole), 2.0, 1e-6) << "a quarter of the time in as many pixels";
}

// GTKWave goes to the begin of the run where a window, an eighth wider than it should be, reaches beyond the end.
TEST(SaveFile, OpensBeforeTheEnd) {
  const WaveView view{.from = Time(2'800), .to = Time(3'000), .marks = {Time(2'990)}, .ports = {"s1.p1"}};
  EXPECT_THAT(gtkwave_save_file(kProbes, std::vector<bool>(5, true), "waves.fst", WaveFormat::kFst, Time(3'000), view),
              HasSubstr("\n[timestart] 2775\n"));
}

TEST(WaveViewTest, ReachesFromTheFirstStepToTheLastAndATwentiethOfTheRunBeyond) {
  Story story{.end_ps = 1'000'000};
  EXPECT_EQ(wave_view(story).to, Time(1'000'000));
  EXPECT_TRUE(wave_view(story).marks.empty());
  story.sentences = {{.at_ps = 20'000, .queue = "s2.p2.c0", .rule = "xoff", .text = "", .events = {}},
                     {.at_ps = 300'000, .queue = "s1.p1.c0", .rule = "last_edge", .text = "", .events = {}},
                     {.at_ps = 750'000, .queue = "", .rule = "starved", .text = "", .events = {}},
                     {.at_ps = {}, .queue = "s2.p2.c0", .rule = "behind", .text = "", .events = {}}};
  const WaveView view = wave_view(story);
  EXPECT_EQ(view.from, Time(0));
  EXPECT_EQ(view.to, Time(350'000));
  EXPECT_EQ(view.marks, (std::vector<Time>{Time(20'000), Time(300'000)}));
  EXPECT_EQ(view.ports, (std::vector<std::string>{"s2.p2", "s1.p1"}));
}

TEST(WaveViewTest, AtTheLowestRateIfNothingElseHappened) {
  Story story{.end_ps = 1'000'000};
  story.sentences = {{.at_ps = 500'000, .queue = "h1.p0.c0", .rule = "lowest_rate", .text = "", .events = {}},
                     {.at_ps = 750'000, .queue = "", .rule = "starved", .text = "", .events = {}}};
  EXPECT_EQ(wave_view(story).marks, (std::vector<Time>{Time(500'000)}));
  EXPECT_EQ(wave_view(story).from, Time(450'000));
  story.sentences.push_back({.at_ps = 100'000, .queue = "s1.p1.c0", .rule = "xoff", .text = "", .events = {}});
  EXPECT_EQ(wave_view(story).marks, (std::vector<Time>{Time(100'000)}));
}

TEST(WindowsAround, AreOfEachMarkOrOfThoseThatLieNear) {
  const Time run(1'000'000);
  const auto around = [&](std::vector<Time> marks) { return windows_around({.marks = std::move(marks)}, run); };
  EXPECT_THAT(around({}), IsEmpty());
  EXPECT_THAT(around({Time(20'000)}), ElementsAre(TraceWindow{Time(0), Time(70'001)}));
  EXPECT_THAT(around({Time(990'000)}), ElementsAre(TraceWindow{Time(940'000), Time(1'000'001)}));
  EXPECT_THAT(around({Time(510'000), Time(500'000)}), ElementsAre(TraceWindow{Time(450'000), Time(560'001)}));
  EXPECT_THAT(around({Time(20'000), Time(300'000)}),
              ElementsAre(TraceWindow{Time(0), Time(45'001)}, TraceWindow{Time(275'000), Time(325'001)}))
      << "a twentieth on both sides would be more than an eighth";
}

TEST(WindowsAround, AreAnEighthOfTheRunAtMost) {
  std::vector<Time> marks;
  for (int mark = 0; mark < 26; ++mark) {
    marks.emplace_back(mark * 40'000);
  }
  const std::vector<TraceWindow> windows = windows_around({.marks = marks}, Time(1'000'000));
  ASSERT_EQ(windows.size(), marks.size());
  Time sum{0};
  for (std::size_t i = 0; i < marks.size(); ++i) {
    EXPECT_LE(windows[i].from, marks[i]);
    EXPECT_GT(windows[i].until, marks[i]);
    sum += windows[i].until - windows[i].from;
  }
  EXPECT_LE(sum, Time(125'000));
  EXPECT_GT(sum, Time(62'500)) << "no less than it has to be";
}

}  // namespace weir::report::gtkw_test
