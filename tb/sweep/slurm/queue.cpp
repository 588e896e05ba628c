// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/slurm/queue.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

#include "tb/sweep/slurm/program.h"

namespace weir::sweep {
namespace {

constexpr std::chrono::seconds kQueuePatience{30};

// Slurm's own default for the configuration's MaxArraySize, which is one more than the largest index.
constexpr std::size_t kUsualArraySize = 1001;

// A task in any other state is waiting, at work or about to be again.
constexpr std::array<std::string_view, 10> kEnded = {"BOOT_FAIL", "CANCELLED",    "COMPLETED", "DEADLINE",
                                                     "FAILED",    "NODE_FAIL",    "PREEMPTED", "REVOKED",
                                                     "TIMEOUT",   "OUT_OF_MEMORY"};

// Options of sbatch that say which tasks there are, what they run, where they run and where their logs are.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kOurs = {{{"-a", "--array"},
                                                                                  {"-J", "--job-name"},
                                                                                  {"-o", "--output"},
                                                                                  {"-e", "--error"},
                                                                                  {"-i", "--input"},
                                                                                  {"-D", "--chdir"},
                                                                                  {"-W", "--wait"},
                                                                                  {"-M", "--clusters"},
                                                                                  {"", "--parsable"},
                                                                                  {"", "--wrap"},
                                                                                  {"", "--test-only"}}};

// sbatch puts numbers in the place of what follows a '%'.
std::string without_patterns(const std::string& path) {
  std::string made;
  for (const char c : path) {
    made += c == '%' ? std::string("%%") : std::string(1, c);
  }
  return made;
}

}  // namespace

const QueuedTask* find_task(const QueueView& view, const std::string& task) {
  auto found = view.find(task);
  found = found == view.end() ? view.find(task.substr(0, task.find('/') + 1)) : found;
  return found == view.end() ? nullptr : &found->second;
}

QueueView parse_queue(const std::string& text) {
  QueueView view;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name;
    std::string index;
    QueuedTask task;
    std::getline(fields, name, '|');
    std::getline(fields, index, '|');
    std::getline(fields, task.state, '|');
    std::getline(fields, task.reason);
    task.ended = std::find(kEnded.begin(), kEnded.end(), task.state) != kEnded.end();
    if (!index.empty() && index.find_first_not_of("0123456789") == std::string::npos && !task.state.empty()) {
      view[name + "/" + index] = task;
    } else if (index == "N/A" && task.ended) {
      view[name + "/"] = task;
    }
  }
  return view;
}

std::optional<QueueView> look_at_queue(const std::vector<std::string>& names) {
  if (names.empty()) {
    return QueueView();
  }
  if (!is_program("squeue")) {
    return std::nullopt;
  }
  const Said said = call({"squeue", "--noheader", "--array", "--states=all", "--format=%j|%K|%T|%r",
                          fmt::format("--name={}", fmt::join(names, ","))},
                         kQueuePatience);
  return said.status == 0 ? std::optional(parse_queue(said.out)) : std::nullopt;
}

void require_slurm() {
  for (const char* program : {"sbatch", "squeue"}) {
    if (!is_program(program)) {
      throw std::invalid_argument(
          std::string("--engine slurm needs the program ") + program +
          ", which is not on PATH; it belongs to Slurm (Debian: slurm-client, ./weir --install slurm)");
    }
  }
}

std::size_t most_tasks() {
  std::size_t most = kUsualArraySize;
  if (is_program("scontrol")) {
    std::istringstream lines(call({"scontrol", "show", "config"}, kQueuePatience).out);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string key;
      std::string equals;
      std::size_t value = 0;
      if (words >> key >> equals >> value && key == "MaxArraySize" && value > 0) {
        most = value;
      }
    }
  }
  return most;
}

std::string submit_array(const ArrayJob& job) {
  std::string array = "--array=0-" + std::to_string(job.tasks - 1);
  array += job.at_a_time == 0 ? "" : "%" + std::to_string(job.at_a_time);
  // Behind the user's options ours hold, but for --requeue.
  std::vector<std::string> words = {"sbatch", "--requeue"};
  words.insert(words.end(), job.options.begin(), job.options.end());
  for (const std::string& option :
       {std::string("--parsable"), "--job-name=" + job.name, array, std::string("--open-mode=append"),
        "--output=" + without_patterns(job.logs.string()) + "/task_%a.log", job.script.string()}) {
    words.push_back(option);
  }
  const Said said = call(words);
  if (said.status != 0) {
    throw std::invalid_argument("sbatch: " + complaint_of("sbatch", said));
  }
  return said.out.substr(0, said.out.find_first_of(";\n"));
}

void check_sbatch_options(const std::vector<std::string>& options) {
  for (const std::string& option : options) {
    for (const auto& [brief, name] : kOurs) {
      const bool is_brief = !brief.empty() && option.starts_with(brief) && !option.starts_with("--");
      if (is_brief || option == name || option.starts_with(std::string(name) + "=")) {
        throw std::invalid_argument("option " + option + " of sbatch is not to be set: a sweep sets " +
                                    std::string(name) + " itself, or does without it");
      }
    }
  }
}

}  // namespace weir::sweep
