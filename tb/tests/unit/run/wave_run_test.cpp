// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The second run of --waves-around, and the process in which it lives.

#include "tb/run/wave_run.h"

#include <csignal>
#include <unistd.h>

#include "hw_model/base/invariant.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::wave_run_test {

std::string refusal_of(ForkedWorker& worker) {
  try {
    worker.ask("");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(ForkedWorkerTest, AnswersInAnotherProcess) {
  ForkedWorker worker([](const std::string& question) { return question + " " + std::to_string(getpid()); });
  const std::string question(1'000'000, 'q');
  const std::string answer = worker.ask(question);
  EXPECT_EQ(answer.substr(0, question.size() + 1), question + " ");
  EXPECT_NE(answer.substr(question.size() + 1), std::to_string(getpid()));
}

TEST(ForkedWorkerTest, MayAnswerNothing) {
  ForkedWorker worker([](const std::string&) { return std::string(); });
  EXPECT_EQ(worker.ask(""), "");
}

TEST(ForkedWorkerTest, DoesNothingUnlessAsked) {
  const TemporaryDirectory temporary;
  const auto worked = temporary.path() / "worked";
  {
    const ForkedWorker idle([&](const std::string&) {
      std::filesystem::create_directory(worked);
      return std::string();
    });
  }
  EXPECT_FALSE(std::filesystem::exists(worked));
}

TEST(ForkedWorkerTest, TellsWhyThereIsNoAnswer) {
  ForkedWorker throwing([](const std::string&) -> std::string { throw std::invalid_argument("no such thing"); });
  EXPECT_EQ(refusal_of(throwing), "no such thing");
  ForkedWorker killed([](const std::string&) -> std::string {
    std::raise(SIGKILL);
    return "";
  });
  EXPECT_EQ(refusal_of(killed), "a process was ended by signal Killed");
  ForkedWorker leaving([](const std::string&) -> std::string { std::_Exit(3); });
  EXPECT_EQ(refusal_of(leaving), "a process ended without an answer");
}

TEST(ForkedWorkerTest, SeesAFlagThatIsSetWhileItWorks) {
  const SharedFlag flag;
  ForkedWorker worker([&](const std::string&) {
    while (!flag.get()) {
    }
    return std::string("seen");
  });
  int asked = 0;
  EXPECT_EQ(worker.ask("", [&] { flag.get() = ++asked >= 3; }), "seen");
  EXPECT_GE(asked, 3);
}

// What a run and its WaveRun have in common.
struct Twice {
  TemporaryDirectory temporary;
  report::RunDirectory directory = report::RunDirectory::create(temporary.path() / "run");
  scenario::Scenario scenario = scenario::load_file(WEIR_SCENARIOS "/ring/pfc.toml", {{}, {}, "2ms"});
  Observation observation;

  Twice() {
    observation.waves = WavesWanted{.format = report::WaveFormat::kVcd, .by_second_run = true};
    observation.directory = &directory;
    observation.story = true;
  }
};

TEST(WaveRunLive, RecordsWhatTheFirstRunDidNot) {
  Twice twice;
  WaveRun wave_run(twice.scenario, twice.observation);
  const Outcome first = simulate(twice.scenario, twice.observation);
  EXPECT_FALSE(std::filesystem::exists(twice.directory.file("waves.vcd")));
  EXPECT_EQ(WaveRun::why_nothing(first), "");
  EXPECT_EQ(wave_run.record(first), "");
  EXPECT_TRUE(std::filesystem::exists(twice.directory.file("waves.vcd")));
}

TEST(WaveRunLive, EndsEarlyWithTheFirstRun) {
  Twice twice;
  std::atomic<bool> stop = false;
  twice.observation.stop = &stop;
  WaveRun wave_run(twice.scenario, twice.observation);
  const Outcome first = simulate(twice.scenario, twice.observation);
  stop = true;
  EXPECT_THAT(wave_run.record(first), testing::AnyOf(testing::HasSubstr("the waveform ends early"),
                                                     testing::HasSubstr("has ended before it began")));
}

TEST(WaveRunLive, ADifferenceIsABrokenInvariant) {
  Twice twice;
  WaveRun wave_run(twice.scenario, twice.observation);
  Outcome first = simulate(twice.scenario, twice.observation);
  first.results.flows.at(0).delivered_packets += 1;
  EXPECT_THROW(wave_run.record(first), InvariantBroken);
}

TEST(WaveRunLive, ASettingThatTheFirstRunDidNotHaveIsFound) {
  Twice twice;
  Observation other = twice.observation;
  scenario::Scenario slower = twice.scenario;
  slower.seed += 1;
  WaveRun wave_run(slower, other);
  const Outcome first = simulate(twice.scenario, twice.observation);
  EXPECT_THROW(wave_run.record(first), InvariantBroken);
}

TEST(WaveRunLive, NothingWithoutAStepOrAnEnd) {
  Outcome outcome;
  EXPECT_EQ(WaveRun::why_nothing(outcome), "the story has no step");
  outcome.story = report::Story{};
  EXPECT_EQ(WaveRun::why_nothing(outcome), "the story has no step");
  outcome.story->sentences.push_back({5, "s1.p0.c0", "xoff", "pauses", {}});
  EXPECT_EQ(WaveRun::why_nothing(outcome), "");
  outcome.results.partial = true;
  EXPECT_EQ(WaveRun::why_nothing(outcome), "the run has ended early");
}

}  // namespace weir::wave_run_test
