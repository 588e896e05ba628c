// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What needs no Slurm of the engine for it; tb/tests/regress/run/slurm_test.py has one.

#include <unistd.h>

#include "tb/report/run_directory.h"
#include "tb/sweep/local_engine.h"
#include "tb/sweep/slurm/batches.h"
#include "tb/sweep/slurm/program.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::sweep::slurm_test {

const std::string kRun(64, 'a');
const std::string kOther(64, 'b');

class SlurmFiles : public testing::Test {
 protected:
  SlurmFiles() : plan(parse_plan("[sweep]\nscenario = \"a.toml\"\nresults = \"drops\"\n", "p.toml")) {
    for (const std::string& id : {kRun, kOther}) {
      Job job;
      job.id = id;
      jobs.push_back(job);
    }
  }

  void put(const std::filesystem::path& file, const std::string& text) const { std::ofstream(file) << text; }

  TemporaryDirectory temporary;
  std::filesystem::path folder = temporary.path();
  Plan plan;
  std::vector<Job> jobs;
};

Record record_of(double value) {
  Record record;
  record.done = record.held = true;
  record.results = {{"drops", value}, {"none", std::nullopt}};
  return record;
}

TEST(SlurmQueue, IsReadTaskByTask) {
  const QueueView view = parse_queue(
      "weir-a-1|0|RUNNING|None\nweir-a-1|1|PENDING|ReqNodeNotAvail, "
      "UnavailableNodes:n[0-1]\nweir-a-1|2|COMPLETED|None\n"
      "weir-b-2|N/A|CANCELLED|None\nweir-c-3|N/A|RUNNING|None\nsqueue: odd\n\n|||\n");
  ASSERT_EQ(view.size(), 4U);
  EXPECT_FALSE(find_task(view, "weir-a-1/0")->ended);
  EXPECT_EQ(find_task(view, "weir-a-1/1")->reason, "ReqNodeNotAvail, UnavailableNodes:n[0-1]");
  EXPECT_TRUE(find_task(view, "weir-a-1/2")->ended);
  EXPECT_EQ(find_task(view, "weir-a-1/3"), nullptr);
  EXPECT_EQ(find_task(view, "weir-b-2/17")->state, "CANCELLED");
  EXPECT_EQ(find_task(view, "weir-c-3/0"), nullptr);
}

TEST(SlurmQueue, OptionsThatAreOursAreRefused) {
  EXPECT_NO_THROW(check_sbatch_options({"-p", "long", "--time=1:00:00", "--export=ALL", "--dependency=singleton"}));
  for (const char* option : {"--array=1", "--array", "-a1", "-J", "--output=x", "--wait", "--clusters=c", "--wrap=x"}) {
    EXPECT_THROW(check_sbatch_options({"--time=1", option}), std::invalid_argument) << option;
  }
}

TEST(SlurmQueue, ShortRunsShareATask) {
  EXPECT_EQ(runs_per_task(100, 0, 1001), 1U);
  EXPECT_EQ(runs_per_task(10'000, 0, 1001), 40U);       // 256 tasks
  EXPECT_EQ(runs_per_task(10'000, 0.01, 1001), 3000U);  // 30 s each
  EXPECT_EQ(runs_per_task(10'000, 0.001, 1001), 10'000U);
  EXPECT_EQ(runs_per_task(10'000, 3600, 1001), 10U);  // as many tasks as there may be
  EXPECT_EQ(runs_per_task(1, 1e-9, 1001), 1U);
}

TEST(SlurmPrograms, SayWhatTheySay) {
  const Said said =
      call({"sh", "-c", "echo out; echo 'sbatch: error: no' >&2; echo 'sbatch: error: never' >&2; exit 3"});
  EXPECT_EQ(said.status, 3);
  EXPECT_EQ(said.out, "out\n");
  EXPECT_EQ(complaint_of("sbatch", said), "no; never");
  EXPECT_EQ(call({"sh", "-c", "kill -9 $$"}).status, 137);
  const Said late = call({"sleep", "100"}, std::chrono::seconds(1));
  EXPECT_EQ(late.status, 137);
  EXPECT_EQ(complaint_of("sleep", late), "gave no answer in 1 s");
  EXPECT_THROW(call({"/nowhere/sbatch"}), std::runtime_error);
}

TEST_F(SlurmFiles, ATaskComesBackAsItWas) {
  plan.time_limit = Time(5);
  plan.memory_limit = Bytes(7);
  plan.keep = Keep::kAll;
  plan.results.push_back({"mean flow.*.steady_rate", Aggregate::kMean, "flow.*.steady_rate", {}});
  jobs[1].scenario = "a \"b\".toml";
  jobs[1].resolved_sha256 = "c";
  jobs[1].overrides.sets = {"scenario.seed=1", "x=\"y\""};
  jobs[1].overrides.until = "5ms";
  jobs[1].chip = {"chip.ports=64", "chip.mechanisms=pfc,tcd"};
  jobs[1].run = false;
  write_task(folder, 3, {"weir 1", "p.runs", plan, jobs});
  const SlurmTask task = read_task(folder, 3);
  EXPECT_EQ(task.program, "weir 1");
  EXPECT_EQ(task.runs, "p.runs");
  EXPECT_EQ(task.plan.time_limit, Time(5));
  EXPECT_EQ(task.plan.memory_limit, Bytes(7));
  EXPECT_EQ(task.plan.keep, Keep::kAll);
  ASSERT_EQ(task.plan.results.size(), 2U);
  EXPECT_EQ(task.plan.results[1].text, "mean flow.*.steady_rate");
  EXPECT_EQ(task.plan.results[1].aggregate, Aggregate::kMean);
  EXPECT_EQ(task.plan.results[1].key, "flow.*.steady_rate");
  ASSERT_EQ(task.jobs.size(), 2U);
  EXPECT_EQ(command_of(task.jobs[1]), command_of(jobs[1]));
  EXPECT_THAT(command_of(task.jobs[1]), AllOf(StartsWith("weir check "), EndsWith(" --ports 64 --mechanisms pfc,tcd")));
  EXPECT_TRUE(task.jobs[0].run);
  EXPECT_THAT(task.jobs[0].chip, IsEmpty());
  EXPECT_EQ(task.jobs[1].id, kOther);
  EXPECT_EQ(task.jobs[1].resolved_sha256, "c");
  EXPECT_THROW(read_task(folder, 4), report::BadRunFile);
  put(folder / "task_4.json", "{\"schema\": \"weir-sweep-task-1\"}");
  EXPECT_THROW(read_task(folder, 4), report::BadRunFile);
}

TEST_F(SlurmFiles, OnlyWholeRecordsCount) {
  write_task(folder, 0, {"weir 1", "p.runs", plan, jobs});
  put(folder / "records" / (kRun + ".json"), "{\"schema\": \"weir-sweep-rec");
  put(folder / "records" / "note.json", "x");
  put(folder / "records" / (kOther + ".host_1_2.partial"), "x");
  EXPECT_THAT(recorded_runs(folder), ElementsAre(kRun));
  EXPECT_FALSE(read_record(folder, kRun));
  write_record(folder, kRun, record_of(1));
  write_record(folder, kRun, record_of(2));  // by a task that was begun again
  EXPECT_EQ(read_record(folder, kRun)->results[0].value, 1);
  EXPECT_EQ(read_record(folder, kRun)->results[1].value, std::nullopt);
  // Of another run, under this name.
  std::filesystem::copy(folder / "records" / (kRun + ".json"), folder / "records" / (kOther + ".json"));
  EXPECT_FALSE(read_record(folder, kOther));
}

TEST_F(SlurmFiles, ATaskBegunAgainDoesWhatHasNoRecord) {
  const SlurmTask task{"weir 1", "p.runs", plan, jobs};
  write_task(folder, 0, task);
  write_record(folder, kRun, record_of(1));
  LocalEngine engine(
      plan, [](const Plan&, const Job&) { return record_of(2); }, 2);
  do_task(task, folder, engine, {"n0", "17_0"});
  EXPECT_EQ(read_record(folder, kRun)->results[0].value, 1);
  EXPECT_EQ(read_record(folder, kOther)->results[0].value, 2);
  EXPECT_EQ(read_record(folder, kOther)->host, "n0");
  EXPECT_EQ(read_record(folder, kOther)->process, "17_0");
}

TEST_F(SlurmFiles, AClaimOfATaskHoldsAsLongAsSlurmHasIt) {
  Store store = Store::create(folder / "p.sqlite");
  std::vector<const Job*> both = {&jobs[0], &jobs[1]};
  ASSERT_EQ(store.claim_all(plan, both, "weir 1", false), both);
  EXPECT_TRUE(store.claim_all(plan, both, "weir 1", false).empty());
  store.hand_over(both, "weir-p-1/0");
  bool has = true;
  store.ask_slurm([&](const std::string& task) { return has && task == "weir-p-1/0"; });
  EXPECT_EQ(store.look(plan, jobs[0]).state, State::kRunning);
  store.release(jobs[0]);  // is not ours any more
  EXPECT_FALSE(store.claim(plan, jobs[0], "weir 1", false));
  Record record = record_of(1);
  record.host = "n0";
  store.finish(kRun, record);
  has = false;
  EXPECT_EQ(store.look(plan, jobs[0]).state, State::kDone);
  EXPECT_EQ(store.look(plan, jobs[1]).state, State::kMissing);
  ASSERT_EQ(store.slurm_claims().size(), 1U);
  store.release_batch("weir-p-1");
  EXPECT_TRUE(store.slurm_claims().empty());
}

TEST_F(SlurmFiles, ABatchWithoutItsFolderIsLost) {
  Store store = Store::create(folder / "p.sqlite");
  ASSERT_TRUE(store.claim(plan, jobs[0], "weir 1", false));
  store.hand_over({&jobs[0]}, "weir-p-00000001/0");
  SlurmBatches batches(folder / "p.slurm");
  EXPECT_TRUE(batches.has("weir-p-00000001/0"));
  EXPECT_EQ(batches.refresh(store), 0U);
  EXPECT_FALSE(batches.has("weir-p-00000001/0"));
}

}  // namespace weir::sweep::slurm_test
