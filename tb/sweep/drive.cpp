// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/drive.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <set>

namespace weir::sweep {
namespace {

using Clock = std::chrono::steady_clock;

class Driver {
 public:
  Driver(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, Engine& engine,
         const DriveOptions& options)
      : plan_(plan), store_(store), engine_(engine), options_(options) {
    for (const Job* job : jobs) {
      const State state = store.look(plan, *job).state;
      const bool again = state == State::kFailed && options.retry_failed;
      if (state == State::kMissing || state == State::kRunning || again) {
        left_.push_back(job);
      } else {
        ++ended_;
        failed_ += state == State::kFailed ? 1 : 0;
      }
    }
    of_ = jobs.size();
  }

  void run() {
    while (!stopped() && (!left_.empty() || !elsewhere_.empty() || !engine_.is_idle())) {
      beat();
      start_some();
      const bool waiting = engine_.is_idle();
      for (const Finished& one : engine_.wait(kPatience)) {
        store_.finish(*one.job, one.record);
        note(!one.record.done);
      }
      if (options_.progress) {
        options_.progress(ended_, failed_, of_, waiting);
      }
    }
    for (const Job* job : engine_.cancel()) {
      store_.release(*job);
    }
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{100};
  static constexpr std::chrono::seconds kBeat{5};

  bool stopped() const { return options_.stop != nullptr && options_.stop->load(); }

  void beat() {
    if (Clock::now() >= next_beat_) {
      store_.beat();
      if (options_.beat) {
        options_.beat();
      }
      next_beat_ = Clock::now() + kBeat;
    }
  }

  void note(bool failed) {
    ++ended_;
    failed_ += failed ? 1 : 0;
  }

  // What another program has in hand is asked for again when nothing else is left, until it has ended, there or here.
  void start_some() {
    while (engine_.has_room() && !(left_.empty() && elsewhere_.empty())) {
      if (left_.empty()) {
        if (Clock::now() < next_round_) {
          return;
        }
        next_round_ = Clock::now() + std::chrono::milliseconds(500);
        left_.swap(elsewhere_);
      }
      const Job* job = left_.front();
      left_.pop_front();
      // A failed run is taken again once.
      if (store_.claim(plan_, *job, options_.program, options_.retry_failed && !met_.contains(job))) {
        engine_.start(*job);
      } else if (const State state = store_.look(plan_, *job).state; state == State::kRunning) {
        met_.insert(job);
        elsewhere_.push_back(job);
      } else {
        note(state == State::kFailed);
      }
    }
  }

  const Plan& plan_;
  Store& store_;
  Engine& engine_;
  const DriveOptions& options_;
  std::deque<const Job*> left_;
  std::deque<const Job*> elsewhere_;  // in the hands of another when we last asked
  std::set<const Job*> met_;          // that ever were
  std::size_t ended_ = 0;
  std::size_t failed_ = 0;
  std::size_t of_ = 0;
  Clock::time_point next_beat_;
  Clock::time_point next_round_;
};

}  // namespace

std::vector<const Job*> in_order(const Plan& plan, const std::vector<Job>& jobs) {
  std::set<std::string> seen;
  std::vector<const Job*> once;
  for (const Job& job : jobs) {
    if (seen.insert(job.id).second) {
      once.push_back(&job);
    }
  }
  const auto seeds_of = [&](const Job* job) {
    std::vector<std::size_t> seeds;
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
      if (plan.axes[i].seeds) {
        seeds.push_back(job->combination.values[i]);
      }
    }
    return seeds;
  };
  std::ranges::stable_sort(once, {}, seeds_of);
  return once;
}

void drive(const Plan& plan, const std::vector<const Job*>& jobs, Store& store, Engine& engine,
           const DriveOptions& options) {
  Driver(plan, jobs, store, engine, options).run();
}

}  // namespace weir::sweep
