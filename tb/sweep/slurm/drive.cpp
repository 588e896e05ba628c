// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/slurm/drive.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <thread>

namespace weir::sweep {
namespace {

using SteadyClock = std::chrono::steady_clock;

class SlurmDriver {
 public:
  SlurmDriver(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, SlurmBatches& batches,
              const SlurmOptions& options)
      : plan_(plan), jobs_(jobs), left_(jobs), store_(store), batches_(batches), options_(options) {}

  SlurmEnd run() {
    for (bool first = true; !stopped(); first = false) {
      batches_.refresh(store_);
      submit(look(first), first);
      if (options_.progress) {
        options_.progress(jobs_.size() - left_.size() - end_.cancelled, failed_, jobs_.size(), batches_.text());
      }
      if (left_.empty() || !options_.wait) {
        break;
      }
      pause();
    }
    return end_;
  }

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  // Strikes out of `left_` what has ended, and what somebody has cancelled since we began; what is free to be
  // submitted.
  std::vector<const Job*> look(bool first) {
    std::map<std::string, std::string> task_of;
    for (const Store::SlurmClaim& claim : store_.slurm_claims()) {
      task_of[claim.run] = claim.task;
    }
    std::vector<const Job*> missing;
    const std::size_t ended = std::erase_if(left_, [&](const Job* job) {
      const State state = store_.look(plan_, *job).state;
      const auto claim = task_of.find(job->id);
      if (state == State::kMissing && !first && claim != task_of.end() && batches_.is_cancelled(claim->second)) {
        store_.release(*job, {kSlurmHost, claim->second});
        ++end_.cancelled;
        return true;
      }
      const bool again = state == State::kFailed && first && options_.submit.retry_failed;
      if (state == State::kMissing || again) {
        missing.push_back(job);
      } else if (state == State::kFailed) {
        ++failed_;
      }
      return state == State::kDone || (state == State::kFailed && !again);
    });
    if (ended > 0) {
      in_vain_.clear();
    }
    tasks_ = std::move(task_of);
    return missing;
  }

  void submit(std::vector<const Job*> missing, bool first) {
    std::erase_if(missing, [&](const Job* job) {
      const bool enough = in_vain_[job]++ == kMostInVain;
      if (enough) {
        give_up(*job);
      }
      return enough;
    });
    if (missing.empty() || stopped()) {
      return;
    }
    SubmitOptions options = options_.submit;
    options.retry_failed = first && options.retry_failed;
    std::vector<Known> known;
    std::ranges::transform(jobs_, std::back_inserter(known), [&](const Job* job) { return store_.look(plan_, *job); });
    options.mean_wall_seconds = count(known).mean_wall_seconds;
    end_.submitted += batches_.submit(plan_, missing, store_, options);
    submitted_at_ = SteadyClock::now();
  }

  void give_up(const Job& job) {
    const auto claim = tasks_.find(job.id);
    const std::string task = claim == tasks_.end() ? "" : claim->second;
    if (!store_.claim(plan_, job, options_.submit.program, false)) {
      return;
    }
    Record record;
    record.message = "lost " + std::to_string(kMostInVain) +
                     " times, and no other run ended meanwhile; the last time " + batches_.cause_of(task);
    record.log = batches_.log_of(task);
    store_.finish(job, record);
  }

  // Often at first, when short runs may end and options may be wrong; seldom in the hours after that.
  void pause() const {
    constexpr std::chrono::milliseconds kShortest{1000};
    constexpr std::chrono::milliseconds kLongest{30'000};
    constexpr std::chrono::milliseconds kStep{50};
    constexpr int kShare = 8;
    const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(SteadyClock::now() - submitted_at_);
    const auto until = SteadyClock::now() + std::clamp(since / kShare, kShortest, kLongest);
    while (!stopped() && SteadyClock::now() < until) {
      std::this_thread::sleep_for(kStep);
    }
  }

  const Plan& plan_;
  const std::vector<const Job*>& jobs_;
  std::vector<const Job*> left_;
  Store& store_;
  SlurmBatches& batches_;
  const SlurmOptions& options_;
  SlurmEnd end_;
  std::size_t failed_ = 0;
  std::map<const Job*, unsigned> in_vain_;    // submissions since any run has ended
  std::map<std::string, std::string> tasks_;  // by run, who has or had it in hand
  SteadyClock::time_point submitted_at_ = SteadyClock::now();
};

}  // namespace

SlurmEnd drive_by_slurm(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, SlurmBatches& batches,
                        const SlurmOptions& options) {
  return SlurmDriver(plan, jobs, store, batches, options).run();
}

}  // namespace weir::sweep
