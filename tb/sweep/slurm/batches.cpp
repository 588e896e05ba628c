// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/slurm/batches.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "tb/report/run_directory.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

constexpr const char* kOwnerFile = "owner";
constexpr const char* kJobFile = "job";
constexpr const char* kScriptFile = "task.sh";

// Letters that no list of names of squeue takes apart.
std::string plain(const std::string& name) {
  constexpr std::size_t kMost = 40;
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  std::string made = name.substr(0, kMost);
  std::replace_if(
      made.begin(), made.end(), [&](char c) { return kPlain.find(c) == std::string_view::npos; }, '_');
  return made;
}

std::string new_name(const Plan& plan) {
  std::random_device device;
  return fmt::format("weir-{}-{:08x}", plain(plan.name), device());
}

std::string batch_of(const std::string& task) { return task.substr(0, task.find('/')); }

void write(const std::filesystem::path& path, const std::string& text) {
  report::OutputFile file(path);
  file.write(text);
  file.commit();
}

std::optional<std::string> read(const std::filesystem::path& path) {
  try {
    return report::read_file(path);
  } catch (const report::BadRunFile&) {
    return std::nullopt;
  }
}

// Paths of a plan are relative to where it was asked for.
std::string script_of(const std::string& name, const std::filesystem::path& batch, const SubmitOptions& options) {
  std::string program = text::shell_word(options.binary.string());
  for (const std::string& option : options.options) {
    program += " " + text::shell_word(option);
  }
  return fmt::format(
      "#!/bin/sh\n# {}: some runs of a sweep. Written by weir.\ncd -- {} && exec {} sweep task {} "
      "\"$SLURM_ARRAY_TASK_ID\"\n",
      name, text::shell_word(std::filesystem::current_path().string()), program, text::shell_word(batch.string()));
}

}  // namespace

std::size_t runs_per_task(std::size_t runs, double mean_wall_seconds, std::size_t most_tasks) {
  constexpr std::size_t kUsualTasks = 256;
  constexpr double kTaskSeconds = 30;  // much longer than it takes Slurm to start one
  const std::size_t fewest = (runs + most_tasks - 1) / most_tasks;
  if (mean_wall_seconds <= 0) {
    return std::max(fewest, (runs + kUsualTasks - 1) / kUsualTasks);
  }
  const double whole = std::ceil(kTaskSeconds / mean_wall_seconds);
  return std::max(fewest, static_cast<std::size_t>(std::min(whole, static_cast<double>(runs))));
}

std::vector<std::string> SlurmBatches::names() const {
  std::vector<std::string> found;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder_, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code none;
    if (name.starts_with("weir-") && plain(name.substr(name.rfind('-'))) == name.substr(name.rfind('-')) &&
        name.find(',') == std::string::npos && entry->is_directory(none)) {
      found.push_back(name);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

// Until it has a job id, while its submitter lives: on another host one that began less than a minute ago.
bool SlurmBatches::is_being_submitted(const std::string& name) const {
  std::error_code error;
  if (std::filesystem::exists(folder_ / name / kJobFile, error)) {
    return false;
  }
  const std::optional<std::string> owner = read(folder_ / name / kOwnerFile);
  const std::size_t newline = owner ? owner->find('\n') : std::string::npos;
  if (newline != std::string::npos && owner->substr(0, newline) == this_process().host) {
    return is_alive_here(owner->substr(newline + 1));
  }
  const auto written = std::filesystem::last_write_time(folder_ / name, error);
  return !error &&
         std::filesystem::file_time_type::clock::now() - written < std::chrono::seconds(Store::kSilenceSeconds);
}

std::size_t SlurmBatches::collect(Store& store, const std::vector<std::string>& batches) const {
  std::map<std::string, std::string> task_of;
  for (const Store::SlurmClaim& claim : store.slurm_claims()) {
    task_of[claim.run] = claim.task;
  }
  std::size_t taken = 0;
  for (const std::string& name : batches) {
    for (const std::string& run : task_of.empty() ? std::vector<std::string>() : recorded_runs(folder_ / name)) {
      const auto claim = task_of.find(run);
      if (claim == task_of.end() || batch_of(claim->second) != name) {
        continue;
      }
      if (const std::optional<Record> record = read_record(folder_ / name, run)) {
        store.finish(run, *record);
        ++taken;
      }
    }
  }
  return taken;
}

std::set<std::string> SlurmBatches::lost_of(Store& store) const {
  std::set<std::string> lost;
  std::map<std::string, bool> may_be;  // by batch: it is there, or will be
  for (const Store::SlurmClaim& claim : store.slurm_claims()) {
    const std::string name = batch_of(claim.task);
    if (!may_be.contains(name)) {
      std::error_code error;
      may_be[name] = is_being_submitted(name) || (!answers_ && std::filesystem::exists(folder_ / name, error));
    }
    const QueuedTask* queued = find_task(view_, claim.task);
    if (!may_be[name] && (!answers_ || queued == nullptr || queued->ended)) {
      lost.insert(claim.task);
    }
  }
  return lost;
}

// A task that is begun again behind that finds nothing to do.
void SlurmBatches::remove_ended(Store& store, const std::vector<std::string>& batches) const {
  std::set<std::string> claimed;
  for (const Store::SlurmClaim& claim : store.slurm_claims()) {
    claimed.insert(batch_of(claim.task));
  }
  std::error_code error;
  for (const std::string& name : batches) {
    if (!claimed.contains(name) && !is_being_submitted(name)) {
      std::filesystem::remove_all(folder_ / name, error);
    }
  }
  std::filesystem::remove(folder_, error);  // where it is empty
}

// The queue is asked before the records are looked for: whatever has left it had written them. What is in neither is
// looked for again a second later, because a job that has just been submitted may not be in sight yet.
std::size_t SlurmBatches::refresh(Store& store) {
  constexpr int kLooks = 2;
  constexpr std::chrono::seconds kPause{1};
  std::size_t taken = 0;
  std::vector<std::string> batches;
  const auto is_in_doubt = [&](const std::string& task) {
    return std::binary_search(batches.begin(), batches.end(), batch_of(task));
  };
  for (int i = 0; i < kLooks && (i == 0 || std::any_of(lost_.begin(), lost_.end(), is_in_doubt)); ++i) {
    std::this_thread::sleep_for(i * kPause);
    batches = names();
    const std::optional<QueueView> view = look_at_queue(batches);
    answers_ = view.has_value();
    view_ = view.value_or(view_);
    taken += collect(store, batches);
    lost_ = lost_of(store);
  }
  remove_ended(store, batches);
  return taken;
}

bool SlurmBatches::is_cancelled(const std::string& task) const {
  const QueuedTask* queued = find_task(view_, task);
  return queued != nullptr && queued->state == "CANCELLED";
}

std::string SlurmBatches::cause_of(const std::string& task) const {
  const QueuedTask* queued = find_task(view_, task);
  const std::string job = read(folder_ / batch_of(task) / kJobFile).value_or("");
  return fmt::format("Slurm's task {}_{} ended without its record: {}", job, task.substr(task.find('/') + 1),
                     queued == nullptr ? "it is no longer in the queue" : queued->state);
}

std::string SlurmBatches::log_of(const std::string& task) const {
  constexpr std::size_t kMost = 64 * 1024;
  const std::string file = "task_" + task.substr(task.find('/') + 1) + ".log";
  const std::string text = read(folder_ / batch_of(task) / file).value_or("");
  return text.substr(text.size() - std::min(text.size(), kMost));
}

// The folder and the hand-over of claims; the number of tasks.
std::size_t SlurmBatches::write_batch(const std::string& name, const Plan& plan, const std::vector<const Job*>& jobs,
                                      std::size_t runs_per_task, Store& store, const SubmitOptions& options) const {
  const Owner self = this_process();
  std::filesystem::create_directories(folder_ / name);
  write(folder_ / name / kOwnerFile, self.host + "\n" + self.process);
  write(folder_ / name / kScriptFile, script_of(name, std::filesystem::absolute(folder_ / name), options));
  std::size_t index = 0;
  std::vector<std::vector<const Job*>> shares;
  for (std::size_t from = 0; from < jobs.size(); from += runs_per_task, ++index) {
    const std::size_t to = std::min(from + runs_per_task, jobs.size());
    shares.emplace_back(jobs.begin() + static_cast<std::ptrdiff_t>(from),
                        jobs.begin() + static_cast<std::ptrdiff_t>(to));
    SlurmTask task{options.program, options.runs, plan, {}};
    for (const Job* job : shares.back()) {
      task.jobs.push_back(*job);
    }
    write_task(folder_ / name, index, task);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    store.hand_over(shares[i], task_name(name, i));
  }
  return shares.size();
}

std::size_t SlurmBatches::submit(const Plan& plan, const std::vector<const Job*>& jobs, Store& store,
                                 const SubmitOptions& options) {
  const std::vector<const Job*> ours = store.claim_all(plan, jobs, options.program, options.retry_failed);
  if (ours.empty()) {
    return 0;
  }
  const std::string name = new_name(plan);
  const std::filesystem::path batch = std::filesystem::absolute(folder_ / name);
  try {
    const std::size_t most = most_tasks();
    const std::size_t share = options.runs_per_task == 0
                                  ? runs_per_task(ours.size(), options.mean_wall_seconds, most)
                                  : std::max(options.runs_per_task, (ours.size() + most - 1) / most);
    const std::size_t tasks = write_batch(name, plan, ours, share, store, options);
    const std::string job = submit_array({.name = name,
                                          .tasks = tasks,
                                          .at_a_time = options.at_a_time,
                                          .options = options.sbatch,
                                          .script = batch / kScriptFile,
                                          .logs = batch});
    write(batch / kJobFile, job);
  } catch (...) {
    for (const Job* job : ours) {
      store.release(*job);
    }
    store.release_batch(name);
    std::error_code error;
    std::filesystem::remove_all(batch, error);
    std::filesystem::remove(folder_, error);
    throw;
  }
  return ours.size();
}

std::string SlurmBatches::text() const {
  if (!answers_) {
    return "Slurm does not answer";
  }
  std::map<std::string, std::size_t> states;
  std::string reason;
  for (const auto& [name, task] : view_) {
    if (task.ended) {
      continue;
    }
    ++states[task.state];
    if (task.state == "PENDING" && task.reason != "None") {
      reason = task.reason;
    }
  }
  std::string made;
  for (const auto& [state, count] : states) {
    std::string word = state;
    std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
    made += fmt::format("{}{} {}", made.empty() ? "Slurm's tasks: " : ", ", count, word);
    made += state == "PENDING" && !reason.empty() ? " (" + reason + ")" : "";
  }
  return made;
}

}  // namespace weir::sweep
