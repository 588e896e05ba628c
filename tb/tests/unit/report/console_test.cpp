// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What goes to a terminal or to run.log.

#include <cctype>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "tb/report/console_table.h"
#include "tb/report/deadlock_text.h"
#include "tb/report/html_tables.h"
#include "tb/report/human.h"
#include "tb/report/measured.h"
#include "tb/report/progress_bar.h"
#include "tb/report/run_log.h"
#include "tb/tests/regress/report/sample_run.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::console_test {

using namespace std::chrono_literals;

constexpr std::size_t kWide = 1'000;  // where lines are not what is tested
constexpr ConsoleStyle kPlain{.colours = false, .columns = kWide};

std::string without_colours(std::string text) {
  for (std::size_t at = text.find('\033'); at != std::string::npos; at = text.find('\033')) {
    text.erase(at, text.find('m', at) + 1 - at);
  }
  return text;
}

// Each line without its "2026-01-31T12:00:00.000 "; a line that does not begin so stays.
std::string without_clock(const std::string& text) {
  const std::string form = "0000-00-00T00:00:00.000 ";
  std::istringstream lines(text);
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    std::string digits_as_zero = line.substr(0, form.size());
    std::ranges::replace_if(
        digits_as_zero, [](unsigned char c) { return std::isdigit(c) != 0; }, '0');
    rest += (digits_as_zero == form ? line.substr(form.size()) : line) + "\n";
  }
  return rest;
}

TEST(Human, RoundsToFourDigitsAndNamesTheUnit) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1500), "1.5 KB");
  EXPECT_EQ(human_bytes(884'000), "884 KB");
  EXPECT_EQ(human_bytes(1e12), "1000 GB");
  EXPECT_EQ(human_rate(4.99812e9), "4.998 Gbps");
  EXPECT_EQ(human_seconds(0), "0 s");
  EXPECT_EQ(human_seconds(1e-12), "1 ps");
  EXPECT_EQ(human_seconds(0.0000125), "12.5 us");
  EXPECT_EQ(human_count(0), "0");
  EXPECT_EQ(human_count(999), "999");
  EXPECT_EQ(human_count(1'234'567), "1,234,567");
}

TEST(Human, TakesTheUnitOfWhatIsExpected) {
  EXPECT_EQ(human_measured("flow.f1.steady_rate in 4.9Gbps..5.1Gbps", 5e9), "5 Gbps");
  EXPECT_EQ(human_measured("queue.s1.p2.c0.viq_peak", 840'000), "840 KB");
  EXPECT_EQ(human_measured("deadlock = false", 1), "true");
  EXPECT_EQ(human_measured("drops = 0", 3), "3");
  EXPECT_EQ(human_measured("1us <= hold_and_wait <= 2us", 1.5e-6), "1.5 us");
  EXPECT_EQ(human_measured("1MB <= queue.*.*.c0.feedback_frames (worst: s1.p2.c0)", 1'234'567), "1,234,567");
}

TEST(Human, OrdersNamesAsPeopleCount) {
  const std::vector<std::string> ordered = {"", "a", "a1", "a2", "a2b", "a10", "a10.p2", "a10.p11", "b", "b007", "b8"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      EXPECT_EQ(natural_less(ordered[i], ordered[j]), i < j) << ordered[i] << " " << ordered[j];
    }
  }
}

TEST(ConsoleTable, ShowsFlowsQueuesAndTheVerdict) {
  const std::string text = console_table(sample_ring(true).results, kPlain);
  EXPECT_THAT(text,
              AllOf(HasSubstr("ring_pfc"), HasSubstr("seed 1"), HasSubstr("100 ms simulated"), HasSubstr("165.2 Mbps"),
                    HasSubstr("868.5 KB  800 KB"),
                    HasSubstr("deadlock: formed at 4.312 ms: s1.p1.c0 -> s2.p1.c0 -> s3.p1.c0 -> s1.p1.c0"),
                    HasSubstr("fault: s2.p2.c0 lost 1 packet of class 0 (lossless) at 5100.0 us: VIQ 999.5 KB"),
                    HasSubstr("warning: headroom"), HasSubstr("FAILED  deadlock = false: true"),
                    HasSubstr("drops: 1 lossless_buffer_full"), HasSubstr("verdict: 3 of 4 expectations failed\n")));
  EXPECT_THAT(console_table(sample_ring(false).results, kPlain),
              AllOf(HasSubstr("drops: none\n"), HasSubstr("deadlock: none\n"),
                    HasSubstr("verdict: all 4 expectations held\n")));
  EXPECT_THAT(console_table(Results{}, kPlain), HasSubstr("verdict: nothing was expected\n"));
}

TEST(ConsoleTable, SaysHowRightTheDeadlockUnitsWere) {
  Results results = sample_ring(true).results;
  ScoreResult& score = results.score.emplace();
  score.declared_true = 3;
  score.formed = 1;
  score.longest_delay_seconds = 12.5e-6;
  EXPECT_THAT(
      console_table(results, kPlain),
      HasSubstr("declarations: 3 true, none false; deadlocks: 1 formed, none missed; the slowest declared after "
                "12.5 us\n"));
  score = {};
  score.declared_false = 2;
  score.declared_apart = 1;
  score.declared_behind_host = 4;
  score.formed = 1'234;
  score.missed = 5;
  score.undecided = 6;
  score.broken_undeclared = 7;
  score.resolutions = 9;
  EXPECT_THAT(
      console_table(results, kPlain),
      HasSubstr("declarations: none true, 2 false, 1 false after something was disturbed, 4 behind hosts that take "
                "nothing any more; deadlocks: 1,234 formed, 5 missed, 6 too young to tell, 7 ended before they "
                "were declared; resolutions: 9, none needless\n"));
}

TEST(ConsoleTable, SaysWhatOtherWaysHaveFound) {
  Results results = sample_ring(true).results;
  BaselineResult& one = results.baselines.emplace_back();
  one.name = "m1";
  EXPECT_THAT(console_table(results, kPlain), HasSubstr("m1: 0 found; 0 messages, 0 B of line, headers of 0 bits\n"));
  one.found = 2;
  one.first_delay_seconds = 12.5e-6;
  one.hops = 4;
  one.outside = 3;
  one.messages = 1'234;
  one.line_bytes = 84;
  one.header_bits = 32;
  EXPECT_THAT(console_table(results, kPlain),
              HasSubstr("m1: 2 found, the first after 12.5 us and 4 hops, 3 that were in no deadlock; 1,234 messages, "
                        "84 B of line, headers of 32 bits\n"));
}

TEST(ConsoleTable, SaysThatNoDeadlockStood) {
  Results results = sample_ring(true).results;
  results.deadlock.reset();
  EXPECT_THAT(console_table(results, kPlain), HasSubstr("deadlock: none\n"));
  results.score.emplace().formed = 2;
  EXPECT_THAT(console_table(results, kPlain), HasSubstr("deadlock: none that stood until queues had settled\n"));
}

TEST(ConsoleTable, SaysWhatStandsWhereNoCycleTells) {
  Results results = sample_ring(true).results;
  results.deadlock.reset();
  results.scheme_without_cycles = "ttl_pfc";
  EXPECT_THAT(console_table(results, kPlain),
              HasSubstr("deadlock: none is told by a cycle under ttl_pfc; no queue is held at the end\n"));
  results.queues.at(0).standing_hold_seconds = 1e-6;
  results.queues.at(1).standing_hold_seconds = 2e-3;
  const QueueResult& standing = results.queues.at(1);
  EXPECT_THAT(console_table(results, kPlain),
              HasSubstr(fmt::format("the longest hold that stands at the end is of {}.p{}.c{}, 2 ms\n", standing.device,
                                    standing.port, standing.traffic_class)));
}

TEST(ConsoleTable, SaysTheFirstDetectionsAndHowManyMore) {
  const auto detections = [](std::size_t count) {
    std::vector<Detection> all;
    for (std::size_t i = 1; i <= count; ++i) {
      all.push_back(
          {.at_seconds = 1e-3 * static_cast<double>(i), .mechanism = "itsy", .place = "s1.p0", .text = "stands"});
    }
    return all;
  };
  EXPECT_THAT(detection_lines(detections(1)), ElementsAre("itsy at 1 ms, s1.p0: stands"));
  EXPECT_EQ(detection_lines(detections(8)).back(), "itsy at 8 ms, s1.p0: stands");
  ASSERT_EQ(detection_lines(detections(12)).size(), 9U);
  EXPECT_EQ(detection_lines(detections(12)).back(), "4 more in summary.json, the last at 12 ms");
}

TEST(ConsoleTable, OfARunThatEndedEarlyHasNoVerdict) {
  Results results = sample_ring(false).results;
  results.partial = true;
  results.flows[0].steady_bps = std::nullopt;
  for (ExpectationResult& expectation : results.expectations) {
    expectation.held = std::nullopt;
  }
  const std::string text = console_table(results, kPlain);
  EXPECT_THAT(text, AllOf(HasSubstr("verdict: partial: 4 expectations were not judged\n"),
                          HasSubstr("open    deadlock = false: false\n"),
                          HasSubstr("4.998 Gbps           -               -\n")));
  EXPECT_THAT(text, Not(HasSubstr("held ")));
}

TEST(ConsoleTable, SaysWhatHappenedDuringTheRun) {
  Results results = sample_ring(true).results;
  results.events = {{"slow", "at 2.5ms", "s1 and s2 send to each other at 1Gbps", 2.5e-3},
                    {"never", "once f1 falls below 1Gbps over 1ms", "f2 starts", std::nullopt}};
  results.links = {{"s1", "s2", 3, 2, 1}, {"s2", "s1", 30, 20, 10}};
  const std::string text = console_table(results, kPlain);
  EXPECT_THAT(text, HasSubstr("event slow at 2.5 ms: s1 and s2 send to each other at 1Gbps (at 2.5ms)\n"));
  EXPECT_THAT(text, HasSubstr("event never has not taken place: f2 starts (once f1 falls below 1Gbps over 1ms)\n"));
  EXPECT_THAT(text, HasSubstr("links with faults: 2; lost 33, doubled 22, delayed 11\n"));
}

TEST(ConsoleTable, SaysWhatTheRunLeftOut) {
  Results results = sample_ring(false).results;
  results.notes = {"timeseries.csv has no columns of queues: too many"};
  EXPECT_THAT(console_table(results, kPlain), HasSubstr("note: timeseries.csv has no columns of queues: too many\n"));
}

TEST(ConsoleTable, ShowsMarksWhereThereAreAny) {
  Results results = sample_ring(false).results;
  const std::string page = flows_section(results);
  EXPECT_THAT(page, Not(HasSubstr("marked CE")));
  results.flows[1].ce_packets = 7;
  EXPECT_THAT(flows_section(results), AllOf(HasSubstr("marked CE"), Not(HasSubstr("marked UE"))));
}

TEST(ConsoleTable, HasNoColoursUnlessAsked) {
  const Results results = sample_ring(true).results;
  const std::string coloured = console_table(results, {.colours = true, .columns = kWide});
  EXPECT_THAT(coloured, HasSubstr("\033[31m"));
  const std::string plain = console_table(results, kPlain);
  EXPECT_THAT(plain, Not(HasSubstr("\033")));
  EXPECT_EQ(without_colours(coloured), plain) << "colours shift no column";
}

TEST(ConsoleTable, SaysHowManyQueuesItLeftOut) {
  EXPECT_THAT(console_table(sample_ring(false).results, kPlain, 2), HasSubstr("and 7 more queues in summary.json"));
}

// A network of 1,024 hosts and as many flows.
TEST(ConsoleTable, OfALargeNetworkIsShort) {
  const std::string text = console_table(sample_fat_tree(16).results, kPlain);
  EXPECT_LT(std::ranges::count(text, '\n'), 80);
  EXPECT_THAT(text, AllOf(HasSubstr("and 1,000 more flows, with higher mean rates, in summary.json"),
                          HasSubstr("h0_to_h512"), Not(HasSubstr("h27_to_h539"))));
}

TEST(Colours, AreForTerminalsOnly) {
  EXPECT_FALSE(may_use_colours(-1));
  setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(may_use_colours(1));
  unsetenv("NO_COLOR");
}

struct FakeTerminal {
  std::chrono::steady_clock::time_point now;
  std::string shown;

  ProgressBar bar(unsigned columns) {
    return {Time(100'000'000'000), columns, [this] { return now; }, [this](const std::string& text) { shown += text; }};
  }
};

TEST(ProgressBar, ShowsTimeRateAndWhatIsLeft) {
  FakeTerminal terminal;
  ProgressBar bar = terminal.bar(100);
  terminal.now += 2s;
  bar.update(Time(25'000'000'000));
  EXPECT_EQ(terminal.shown, "\r[=======                       ]  25 %  25 ms of 100 ms  12.5 ms/s  6 s left\033[K");
  bar.finish();
  EXPECT_TRUE(terminal.shown.ends_with("\r\033[K"));
}

TEST(ProgressBar, DrawsTenTimesASecondAtMost) {
  FakeTerminal terminal;
  ProgressBar bar = terminal.bar(100);
  for (int step = 0; step < 1000; ++step) {
    terminal.now += 1ms;
    bar.update(Time(step * 1'000'000));
  }
  EXPECT_LE(std::ranges::count(terminal.shown, '\r'), 10);
  EXPECT_GE(std::ranges::count(terminal.shown, '\r'), 9);
}

TEST(ProgressBar, FitsANarrowTerminal) {
  FakeTerminal terminal;
  ProgressBar bar = terminal.bar(20);
  terminal.now += 1s;
  bar.update(Time(50'000'000'000));
  EXPECT_EQ(terminal.shown.size(), std::string("\r\033[K").size() + 19);
}

TEST(DeadlockText, SaysWhenItDissolvedAndWhatCameAfter) {
  EXPECT_EQ(how_it_ended({.formed_at_seconds = 1e-3}), "");
  EXPECT_EQ(how_it_ended({.formed_at_seconds = 1e-3, .dissolved_at_seconds = 5e-3}), ", dissolved at 5 ms");
  EXPECT_EQ(how_it_ended({.formed_at_seconds = 1e-3, .dissolved_at_seconds = 5e-3, .later = 1216}),
            ", dissolved at 5 ms, 1,216 more after it");
}

TEST(ConsoleTable, KeepsToTheColumnsOfTheTerminal) {
  Results results = sample_ring(true).results;
  results.warnings = {"a bound, which " + std::string(200, 'x') + " breaks " + std::string(150, 'y')};
  for (const std::size_t columns : {80U, 120U}) {
    for (const bool colours : {false, true}) {
      std::istringstream lines(without_colours(console_table(results, {.colours = colours, .columns = columns})));
      std::string all;
      for (std::string line; std::getline(lines, line); all += line + "\n") {
        if (line.find("xxx") == std::string::npos && line.find("yyy") == std::string::npos) {
          EXPECT_LE(line.size(), columns) << line;
        }
      }
      EXPECT_THAT(all, AllOf(HasSubstr("\n    breaks\n    yyy"), HasSubstr("hold-and-wait"), HasSubstr("VIQ peak")));
    }
  }
}

// Every number of the wide tables is in the narrow ones.
TEST(ConsoleTable, BreaksWideTablesIntoSeveralWithTheSameFirstColumns) {
  const Results results = sample_ring(true).results;
  const std::string wide = console_table(results, kPlain);
  const std::string narrow = console_table(results, {.colours = false, .columns = 80});
  const auto words = [](const std::string& text) {
    std::istringstream all(text);
    std::multiset<std::string> found;
    for (std::string word; all >> word;) {
      found.insert(word);
    }
    return found;
  };
  const std::multiset<std::string> of_narrow = words(narrow);
  for (const std::string& word : words(wide)) {
    EXPECT_GE(of_narrow.count(word), words(wide).count(word)) << word;
  }
  EXPECT_GE(of_narrow.count("s1.p0.c0"), words(wide).count("s1.p0.c0") + 1);
}

TEST(ConsoleTable, CountsTheQueuesWhoseLossesItLeavesOut) {
  Results results = sample_ring(true).results;
  results.losses.clear();
  for (unsigned port = 0; port < 11; ++port) {
    results.losses.push_back({"s1", port, 3, 1'000 + port, 12.3e-6, 48.1e-6, "no room"});
  }
  const std::string text = console_table(results, kPlain);
  EXPECT_THAT(text, AllOf(HasSubstr("fault: s1.p0.c3 lost 1,000 packets of class 3 (lossless) from 12.3 us to 48.1 us: "
                                    "no room\n"),
                          HasSubstr("fault: s1.p7.c3 lost 1,007"), Not(HasSubstr("s1.p8.c3")),
                          HasSubstr("fault: and 3 more queues in summary.json, with 3,027 lost packets\n")));
  results.losses.clear();
  EXPECT_THAT(console_table(results, kPlain), HasSubstr("fault: packet 4711")) << "a summary of 0.2.0";
}

TEST(ProgressBar, IsSilentWithoutATerminal) {
  FakeTerminal terminal;
  {
    ProgressBar bar = terminal.bar(0);
    terminal.now += 1s;
    bar.update(Time(50'000'000'000));
  }
  EXPECT_THAT(terminal.shown, IsEmpty());
}

TEST(RunLog, HoldsTimeLevelAndText) {
  const TemporaryDirectory temporary;
  const RunDirectory run = RunDirectory::open(temporary.path());
  RunLog log(run);
  log.info(Time(0), "begin {} not a format");
  log.warning(Time(1'250'000'000), "headroom");
  EXPECT_THAT(temporary.names(), ElementsAre("run.log.partial"));
  EXPECT_THAT(read_file(run.file("run.log.partial")), HasSubstr("headroom")) << "a killed run has left its log";
  log.error(Time(2), "end");
  log.close();
  EXPECT_EQ(without_clock(read_file(run.file("run.log"))),
            "info    0 s  begin {} not a format\nwarning 0.00125 s  headroom\nerror   0.000000000002 s  end\n");
}

TEST(RunLog, NamesTheFileWhenTheDiskIsFull) {
  const TemporaryDirectory temporary;
  temporary.fill_disk_for("run.log");
  RunLog log(RunDirectory::open(temporary.path()));
  EXPECT_EQ(error_of<OutputError>([&] { log.info(Time(0), "lost"); }),
            (temporary.path() / "run.log").string() + ": cannot write: No space left on device");
  EXPECT_NO_THROW(log.info(Time(1), "said once is enough"));
}

}  // namespace weir::report::console_test
