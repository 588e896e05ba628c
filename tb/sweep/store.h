// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is known of the runs of a sweep: one SQLite file, its tables in docs/reference/sweep_store.md. A run is in it
// once it is claimed, under its id, so that programs at work on one plan do not take the same; the claim of one that is
// dead is free again. A killed program loses the runs that it had in hand and nothing else.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tb/sweep/checksums.h"
#include "tb/sweep/combinations.h"
#include "tb/sweep/owner.h"
#include "tb/sweep/record.h"
#include "tb/sweep/sqlite.h"

namespace weir::sweep {

enum class State : std::uint8_t { kMissing, kRunning, kDone, kFailed };

struct Known {
  State state = State::kMissing;
  bool held = false;
  double wall_seconds = 0;
  std::string message;
  std::string directory;
};

struct Counts {
  std::size_t runs = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t running = 0;
  std::size_t missing = 0;
  std::size_t held = 0;  // of those done
  double mean_wall_seconds = 0;
};
Counts count(const std::vector<Known>& known);

class Store {
 public:
  // Both check what is there (Checksums::verify). Throws OutputError, BadOutputDirectory where rows are damaged.
  static Store create(const std::filesystem::path& path, bool verify = false) { return Store(path, false, verify); }
  // Throws BadOutputDirectory where there is none, too.
  static Store open(const std::filesystem::path& path, bool verify = false) { return Store(path, true, verify); }

  // The plan's axes and runs in place of those of an earlier state of the plan; what was run stays.
  void describe(const Plan& plan, const std::vector<Job>& jobs, const std::string& program);
  // Gives planned runs their ids, where plan, program and all files are as they were when it was last described; else
  // false.
  bool identify(const Plan& plan, std::vector<Job>& jobs, const std::string& program);

  // Of a run that is done, but without a result that the plan wants: missing.
  Known look(const Plan& plan, const Job& job);
  std::vector<ResultRow> results(const Job& job);  // ascending by quantity

  // Whether it was free, and is ours now. A failed one is free where `retry_failed`.
  bool claim(const Plan& plan, const Job& job, const std::string& program, bool retry_failed);
  // The same of many, all at once: those that are ours now.
  std::vector<const Job*> claim_all(const Plan& plan, const std::vector<const Job*>& jobs, const std::string& program,
                                    bool retry_failed);
  // To a task of Slurm, what is ours.
  void hand_over(const std::vector<const Job*>& jobs, const std::string& task);
  void finish(const Job& job, const Record& record) { finish(job.id, record); }
  void finish(const std::string& run, const Record& record);
  void release(const Job& job) { release(job, owner_); }  // it was ours and did not end
  void release(const Job& job, const Owner& owner);

  // Who says whether a task of Slurm still has a run in hand; without, it has.
  void ask_slurm(std::function<bool(const std::string& task)> has) { slurm_has_ = std::move(has); }
  struct SlurmClaim {
    std::string run;
    std::string task;
  };
  // What tasks of Slurm have in hand, or had when they were lost.
  std::vector<SlurmClaim> slurm_claims();
  void release_batch(const std::string& batch);  // of the tasks "batch/N"

  // Runs that an earlier weir wrote, without a checksum, until the plan is next described.
  std::int64_t unverified() { return Checksums(database_).unverified(); }

  // Tells programs on other hosts that this one is alive; at least every kSilence / 2.
  void beat();

  static constexpr std::int64_t kSilenceSeconds = 60;

 private:
  Store(const std::filesystem::path& path, bool must_exist, bool verify);
  bool is_in_hand(const std::string& host, const std::string& process);
  bool take(const Plan& plan, const Job& job, const std::string& program, bool retry_failed);

  Database database_;
  Owner owner_;
  std::function<bool(const std::string&)> slurm_has_;
};

}  // namespace weir::sweep
