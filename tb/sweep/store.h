// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The store of a sweep's runs: one SQLite file, whose tables are in docs/reference/sweep_store.md. A claimed run is in
// the store under its id, so that programs at work on one plan do not take the same run; the claim of a dead program is
// void. A killed program loses only the runs that it had claimed.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
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
  std::optional<std::vector<std::string>> warnings = {};  // nullopt: not stored, by 0.2.0 or earlier
};

struct Counts {
  std::size_t runs = 0;
  std::size_t done = 0;
  std::size_t failed = 0;
  std::size_t running = 0;
  std::size_t missing = 0;
  std::size_t held = 0;  // among `done`
  double mean_wall_seconds = 0;
};
Counts count(const std::vector<Known>& known);

class Store {
 public:
  // create() and open() check the content (Checksums::verify). Throw OutputError, or BadOutputDirectory for damaged
  // rows.
  static Store create(const std::filesystem::path& path, bool verify = false) { return Store(path, false, verify); }
  // Also throws BadOutputDirectory if there is no store.
  static Store open(const std::filesystem::path& path, bool verify = false) { return Store(path, true, verify); }

  // Stores the plan's axes and runs in place of those of an earlier state of the plan; results of runs stay.
  void describe(const Plan& plan, const std::vector<Job>& jobs, const std::string& program);
  // Sets the ids of planned runs if plan, program and all files are as they were at the last describe(). Else false.
  bool identify(const Plan& plan, std::vector<Job>& jobs, const std::string& program);

  // The state of a run. A run that is done but lacks a wanted result counts as missing.
  Known look(const Plan& plan, const Job& job);
  std::vector<ResultRow> results(const Job& job);  // ascending by quantity

  // Claims a run; true: it was free and is now claimed. A failed run is free if `retry_failed`.
  bool claim(const Plan& plan, const Job& job, const std::string& program, bool retry_failed);
  // Claims many runs at once; returns those claimed.
  std::vector<const Job*> claim_all(const Plan& plan, const std::vector<const Job*>& jobs, const std::string& program,
                                    bool retry_failed);
  // Passes claimed runs to a Slurm task.
  void hand_over(const std::vector<const Job*>& jobs, const std::string& task);
  void finish(const Job& job, const Record& record) { finish(job.id, record); }
  void finish(const std::string& run, const Record& record);
  void release(const Job& job) { release(job, owner_); }  // gives up a claim; the run did not end
  void release(const Job& job, const Owner& owner);

  // `has` tells whether a Slurm task still has its run in hand; without `has`, every task does.
  void ask_slurm(std::function<bool(const std::string& task)> has) { slurm_has_ = std::move(has); }
  struct SlurmClaim {
    std::string run;
    std::string task;
  };
  // Claims of Slurm tasks, including lost tasks.
  std::vector<SlurmClaim> slurm_claims();
  void release_batch(const std::string& batch);  // claims of the tasks "batch/N"

  // Number of runs without a checksum, written by an earlier weir; 0 after the next describe().
  std::int64_t unverified() { return Checksums(database_).unverified(); }

  // Tells programs on other hosts that this one is alive; call at least every kSilenceSeconds / 2.
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
