// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/sweep_slurm.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "tb/commands/commands.h"
#include "tb/commands/commit.h"
#include "tb/commands/sweep_run.h"
#include "tb/report/version.h"
#include "tb/sweep/local_engine.h"
#include "tb/sweep/owner.h"
#include "tb/sweep/slurm/task.h"

namespace weir {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// sbatch --cpus-per-task; 1 where it was not given.
std::size_t runs_at_a_time() {
  const std::string text = variable("SLURM_CPUS_PER_TASK");
  std::size_t count = 1;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count == 0 ? 1 : count;
}

// This process, or the task under the numbers that Slurm's own tools take.
sweep::Owner who() {
  sweep::Owner by = sweep::this_process();
  if (const std::string job = variable("SLURM_ARRAY_JOB_ID"); !job.empty()) {
    by = {variable("SLURMD_NODENAME"), job + "_" + variable("SLURM_ARRAY_TASK_ID")};
  }
  return by;
}

}  // namespace

int run_slurm_task(const std::filesystem::path& batch, std::size_t index) {
  const sweep::SlurmTask task = sweep::read_task(batch, index);
  const std::string program = program_identity();
  const auto simulate = [&](const sweep::Plan& plan, const sweep::Job& job) {
    if (program != task.program) {
      throw std::runtime_error("the program on this node is " + program + "; the sweep was submitted by " +
                               task.program);
    }
    return run_job(plan, job, task.runs);
  };
  sweep::LocalEngine engine(task.plan, simulate, runs_at_a_time(),
                            [&](const sweep::Plan& plan, const sweep::Job& job, const sweep::Record& record) {
                              return keep_failed(plan, job, record, task.runs);
                            });
  sweep::do_task(task, batch, engine, who());
  return kHeld;
}

std::filesystem::path own_binary() { return std::filesystem::read_symlink("/proc/self/exe"); }

std::vector<std::string> options_of_plugins() {
  std::vector<std::string> options;
  for (const plugin::Loaded& one : plugin::loaded()) {
    options.insert(options.end(), {"--plugin", one.path});
  }
  return options;
}

}  // namespace weir
