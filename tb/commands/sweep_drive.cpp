// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/sweep_drive.h"

#include <atomic>

#include <fmt/core.h>

#include "tb/commands/commit.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/stop_signal.h"
#include "tb/commands/sweep_run.h"
#include "tb/report/version.h"
#include "tb/sweep/drive.h"
#include "tb/sweep/local_engine.h"

namespace weir {

void SweepProgress::update(std::size_t ended, std::size_t failed, std::size_t of, const std::string& more) {
  if (line_.columns() == 0) {
    return;
  }
  if (!began_) {
    began_ = true;
    first_ = ended;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(ended - first_) / seconds : 0;
  std::string line = fmt::format("{}/{} runs, {} failed, {:.3g} runs/s", ended, of, failed, rate);
  if (rate > 0) {
    line += fmt::format(", {:.0f} s left", static_cast<double>(of - ended) / rate);
  }
  line += more.empty() ? "" : ", " + more;
  line_.show(std::move(line));
}

void drive_here(const sweep::Plan& plan, const std::vector<const sweep::Job*>& jobs, sweep::Store& store,
                const DriveHere& how) {
  sweep::LocalEngine engine(
      plan, [&](const sweep::Plan& of, const sweep::Job& job) { return run_job(of, job, how.runs); },
      how.processes == 0 ? usual_threads() : how.processes,
      [&](const sweep::Plan& of, const sweep::Job& job, const sweep::Record& record) {
        return keep_failed(of, job, record, how.runs);
      });
  SweepProgress progress;
  const std::atomic<bool>& stop = catch_stop_signals();
  sweep::drive(plan, jobs, store, engine,
               {.program = program_identity(),
                .retry_failed = how.retry_failed,
                .stop = &stop,
                .beat = how.beat,
                .progress = [&](std::size_t ended, std::size_t failed, std::size_t of, bool waiting) {
                  progress.update(ended, failed, of, waiting ? "waiting for another program's" : "");
                }});
  progress.finish();
}

}  // namespace weir
