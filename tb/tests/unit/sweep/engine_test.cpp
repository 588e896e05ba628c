// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <csignal>
#include <cstdio>
#include <thread>
#include <unistd.h>

#include <sys/wait.h>

#include "tb/report/run_directory.h"
#include "tb/sweep/drive.h"
#include "tb/sweep/local_engine.h"
#include "tb/sweep/store.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::sweep::engine_test {

using namespace std::chrono_literals;

class Sweeps : public testing::Test {
 protected:
  Sweeps() : plan(parse_plan("[sweep]\nscenario = \"a.toml\"\nresults = \"drops\"\n[[axis]]\nseeds = 3\n", "p.toml")) {
    for (const Combination& combination : combine(plan)) {
      Job job;
      job.combination = combination;
      job.id = "id" + std::to_string(combination.number);
      jobs.push_back(job);
    }
  }

  Store store() const { return Store::create(folder / "p.sqlite"); }

  Counts counted(Store& store) const {
    std::vector<Known> known;
    for (const Job& job : jobs) {
      known.push_back(store.look(plan, job));
    }
    return count(known);
  }

  Record run(const Simulate& simulate) {
    LocalEngine engine(plan, simulate, 1);
    engine.start(jobs[0]);
    for (;;) {
      if (auto finished = engine.wait(100ms); !finished.empty()) {
        return finished[0].record;
      }
    }
  }

  TemporaryDirectory temporary;
  std::filesystem::path folder = temporary.path();
  Plan plan;
  std::vector<Job> jobs;
};

Record good(double value) {
  Record record;
  record.done = record.held = true;
  record.results = {{"drops", value}};
  return record;
}

TEST_F(Sweeps, RecordComesBackThroughThePipe) {
  const Record record = run([](const Plan&, const Job& job) {
    Record made = good(static_cast<double>(job.combination.number));
    made.results.resize(20'000, {"a quantity with a long name", std::nullopt});
    made.warnings = {"of this", "of that"};
    return made;
  });
  EXPECT_TRUE(record.done);
  EXPECT_EQ(record.results.size(), 20'000U);
  EXPECT_THAT(record.warnings, ElementsAre("of this", "of that"));
  EXPECT_EQ(record.results[0].value, 1);
  EXPECT_EQ(record.results[19'999].value, std::nullopt);
}

TEST_F(Sweeps, WhatARunThrowsIsItsMessage) {
  const Record record = run([](const Plan&, const Job&) -> Record {
    std::puts("on the console");
    throw std::runtime_error("two\nlines");
  });
  EXPECT_FALSE(record.done);
  EXPECT_EQ(record.message, "two lines");
  EXPECT_EQ(record.log, "on the console\n");
}

TEST_F(Sweeps, ARunThatDiesSaysBySignal) {
  const Record record = run([](const Plan&, const Job&) -> Record {
    std::raise(SIGKILL);
    return {};
  });
  EXPECT_FALSE(record.done);
  EXPECT_THAT(record.message, HasSubstr("ended by signal 9"));
}

TEST_F(Sweeps, TimeIsLimited) {
  plan.time_limit = Time(200'000'000'000);
  const Record record = run([](const Plan&, const Job&) {
    std::this_thread::sleep_for(100s);
    return good(0);
  });
  EXPECT_FALSE(record.done);
  EXPECT_EQ(record.message, "time: wanted at most the plan's 200ms");
}

TEST_F(Sweeps, ARunThatEndsAfterItsTimeHasFailed) {
  plan.time_limit = Time(1'000);
  LocalEngine engine(
      plan, [](const Plan&, const Job&) { return good(0); }, 1);
  engine.start(jobs[0]);
  std::this_thread::sleep_for(200ms);  // the run has ended before the sweep looks for runs that are late
  std::vector<Finished> finished;
  while (finished.empty()) {
    finished = engine.wait(100ms);
  }
  EXPECT_FALSE(finished[0].record.done);
  EXPECT_EQ(finished[0].record.message, "time: wanted at most the plan's 1ns");
}

TEST_F(Sweeps, MemoryIsLimited) {
  plan.memory_limit = Bytes(2'000'000'000);
  const Record record = run([](const Plan&, const Job&) {
    const std::vector<char> much(4'000'000'000);
    return good(much[1]);
  });
  EXPECT_FALSE(record.done);
  EXPECT_EQ(record.message, "memory: wanted at most the plan's 2GB");
}

TEST_F(Sweeps, DriveDoesWhatIsMissingAndNoMore) {
  Store kept = store();
  kept.describe(plan, jobs, "weir");
  ASSERT_TRUE(kept.claim(plan, jobs[1], "weir", false));
  kept.finish(jobs[1], good(77));
  LocalEngine engine(
      plan, [](const Plan&, const Job& job) { return good(static_cast<double>(job.combination.number)); }, 2);
  drive(plan, in_order(plan, jobs), kept, engine, {.program = "weir"});
  EXPECT_EQ(kept.results(jobs[0])[0].value, 1);
  EXPECT_EQ(kept.results(jobs[1])[0].value, 77);
  EXPECT_EQ(kept.results(jobs[2])[0].value, 3);
  EXPECT_EQ(counted(kept).held, 3U);
}

TEST_F(Sweeps, AllRunsWithASeedComeBeforeThoseWithTheNext) {
  const std::vector<AxisValue> two(2);
  plan.axes = {{.key = "flow_control.scheme", .values = two},
               {.key = "scenario.seed", .seeds = true, .values = two},
               {.key = "switch.crossbar.strategy", .values = two}};
  jobs.clear();
  for (const Combination& combination : combine(plan)) {
    Job& job = jobs.emplace_back();
    job.combination = combination;
    job.id = "id" + std::to_string(combination.number);
  }
  jobs.push_back(jobs[0]);
  std::vector<std::size_t> numbers;
  for (const Job* job : in_order(plan, jobs)) {
    numbers.push_back(job->combination.number);
  }
  EXPECT_EQ(numbers, (std::vector<std::size_t>{1, 2, 5, 6, 3, 4, 7, 8}));
}

TEST_F(Sweeps, AFailedRunIsRunAgainWhenAsked) {
  Store kept = store();
  const auto fail = [](const Plan&, const Job&) -> Record { throw std::runtime_error("no"); };
  LocalEngine bad(plan, fail, 2);
  drive(plan, in_order(plan, jobs), kept, bad, {.program = "weir"});
  EXPECT_EQ(counted(kept).failed, 3U);
  LocalEngine engine(
      plan, [](const Plan&, const Job&) { return good(5); }, 2);
  drive(plan, in_order(plan, jobs), kept, engine, {.program = "weir"});
  EXPECT_EQ(counted(kept).failed, 3U);
  drive(plan, in_order(plan, jobs), kept, engine, {.program = "weir", .retry_failed = true});
  EXPECT_EQ(counted(kept).done, 3U);
}

TEST_F(Sweeps, AStoppedSweepGivesItsRunsBack) {
  Store kept = store();
  std::atomic<bool> stop = false;
  LocalEngine engine(
      plan,
      [](const Plan&, const Job&) {
        std::this_thread::sleep_for(100s);
        return good(1);
      },
      2);
  drive(plan, in_order(plan, jobs), kept, engine,
        {.program = "weir", .stop = &stop, .progress = [&](auto...) { stop = true; }});
  EXPECT_EQ(counted(kept).missing, 3U);
}

TEST_F(Sweeps, AClaimIsFreeOnceItsProcessIsDead) {
  const pid_t other = ::fork();
  if (other == 0) {
    Store mine = store();
    mine.claim(plan, jobs[0], "weir", false);
    ::raise(SIGSTOP);
    std::_Exit(0);
  }
  int status = 0;
  ::waitpid(other, &status, WUNTRACED);
  Store kept = store();
  EXPECT_EQ(kept.look(plan, jobs[0]).state, State::kRunning);
  EXPECT_FALSE(kept.claim(plan, jobs[0], "weir", false));
  ::kill(other, SIGKILL);
  ::waitpid(other, &status, 0);
  EXPECT_EQ(kept.look(plan, jobs[0]).state, State::kMissing);
  EXPECT_TRUE(kept.claim(plan, jobs[0], "weir", false));
}

TEST_F(Sweeps, AResultThatWasNotMeasuredIsMissing) {
  Store kept = store();
  ASSERT_TRUE(kept.claim(plan, jobs[0], "weir", false));
  kept.finish(jobs[0], good(1));
  EXPECT_EQ(kept.look(plan, jobs[0]).state, State::kDone);
  plan.results.push_back({"packets_delivered", Aggregate::kEach, "packets_delivered", {}});
  EXPECT_EQ(kept.look(plan, jobs[0]).state, State::kMissing);
}

TEST_F(Sweeps, IdsAreKnownAsLongAsNothingHasChanged) {
  const std::string scenario = folder / "a.toml";
  const auto put = [&](const std::string& text) { std::ofstream(scenario) << text; };
  put("one");
  for (Job& job : jobs) {
    job.files = {scenario};
  }
  Store kept = store();
  std::vector<Job> planned = planned_jobs(plan);
  EXPECT_FALSE(kept.identify(plan, planned, "weir"));
  kept.describe(plan, planned, "weir");  // of no files
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].scenario = planned[i].scenario;
    jobs[i].overrides = planned[i].overrides;
  }
  kept.describe(plan, jobs, "weir");
  ASSERT_TRUE(kept.identify(plan, planned, "weir"));
  EXPECT_EQ(planned[2].id, "id3");
  EXPECT_FALSE(kept.identify(plan, planned, "weir of another commit"));
  put("two");
  EXPECT_FALSE(kept.identify(plan, planned, "weir"));
  put("one");
  EXPECT_TRUE(kept.identify(plan, planned, "weir"));
  std::filesystem::remove(scenario);
  EXPECT_FALSE(kept.identify(plan, planned, "weir"));
  put("one");
  plan = parse_plan("[sweep]\nscenario = \"a.toml\"\nresults = \"drops\"\n[[axis]]\nseeds = 4\n", "p.toml");
  planned = planned_jobs(plan);
  EXPECT_FALSE(kept.identify(plan, planned, "weir"));
}

TEST_F(Sweeps, AStoreThatIsNoneIsRefused) {
  EXPECT_THROW(Store::open(folder / "none.sqlite"), report::BadOutputDirectory);
  std::FILE* file = std::fopen((folder / "text.sqlite").c_str(), "w");
  std::fputs("this is text and no database, and long enough to be read as one of them, which it is not, however", file);
  std::fclose(file);
  EXPECT_THROW(Store::create(folder / "text.sqlite"), report::BadOutputDirectory);
}

}  // namespace weir::sweep::engine_test
