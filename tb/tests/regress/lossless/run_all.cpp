// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/tests/regress/lossless/run_all.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <thread>
#include <unistd.h>

#include <sys/mman.h>
#include <sys/wait.h>

namespace weir::lossless {
namespace {

// Results that children write and the parent reads.
class SharedResults {
 public:
  explicit SharedResults(std::size_t count)
      : bytes_(std::max<std::size_t>(count, 1) * sizeof(Result)),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) {
      throw std::runtime_error("no memory for the results");
    }
  }
  ~SharedResults() { munmap(memory_, bytes_); }
  SharedResults(const SharedResults&) = delete;
  SharedResults& operator=(const SharedResults&) = delete;

  Result* begin() { return static_cast<Result*>(memory_); }

 private:
  std::size_t bytes_;
  void* memory_;
};

pid_t start(const Task& task, Result& result) {
  const pid_t child = fork();
  if (child < 0) {
    throw std::runtime_error("no process for a run");
  }
  if (child == 0) {
    result = run(draw_network(task.number), task.scheme, task.planted);
    _exit(0);
  }
  return child;
}

}  // namespace

std::vector<Result> run_all(const std::vector<Task>& tasks) {
  SharedResults results(tasks.size());
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::map<pid_t, std::size_t> running;
  for (std::size_t next = 0; next < tasks.size() || !running.empty();) {
    if (next < tasks.size() && running.size() < most) {
      running.emplace(start(tasks[next], results.begin()[next]), next);
      ++next;
      continue;
    }
    int status = 0;
    const auto done = running.find(wait(&status));
    if (done == running.end()) {
      throw std::runtime_error("a process that nobody started has ended");
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      Result& result = results.begin()[done->second];
      result = Result{};
      std::snprintf(result.words, sizeof result.words, "the process was killed");
    }
    running.erase(done);
  }
  return {results.begin(), results.begin() + tasks.size()};
}

}  // namespace weir::lossless
