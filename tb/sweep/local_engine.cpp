// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/local_engine.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tb/report/child_process.h"
#include "tb/report/run_directory.h"
#include "tb/text/quantity.h"

namespace weir::sweep {

using Clock = std::chrono::steady_clock;

struct LocalEngine::Child {
  const Job* job = nullptr;
  pid_t process = -1;
  int pipe = -1;
  int console = -1;
  Clock::time_point deadline = Clock::time_point::max();
  bool late = false;
  std::string text;  // that has come through the pipe

  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (process > 0) {
      ::kill(process, SIGKILL);
      report::reap(process);
    }
    for (const int descriptor : {pipe, console}) {
      if (descriptor >= 0) {
        ::close(descriptor);
      }
    }
  }
};

namespace {

[[noreturn]] void fail(const char* what) {
  throw report::OutputError(std::string("sweep: cannot ") + what + ": " + std::strerror(errno));
}

void limit_memory(Bytes limit) {
  const auto bytes = static_cast<rlim_t>(limit.count());
  const rlimit all{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &all);
}

void write_all(int descriptor, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(descriptor, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) {
      std::_Exit(EXIT_FAILURE);
    }
    done += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
}

std::string too_late(const Plan& plan) { return "time: wanted at most the plan's " + text::to_text(*plan.time_limit); }

// A run that ends after its time has failed, also where the sweep has not come to kill the run.
Record judged_by_time(const Plan& plan, Clock::time_point deadline, Record record) {
  if (Clock::now() < deadline) {
    return record;
  }
  Record late;
  late.message = too_late(plan);
  late.directory = std::move(record.directory);
  return late;
}

// The life of a run, in its process. Ctrl-C is for the sweep, which ends its runs itself.
[[noreturn]] void live(const Plan& plan, const Job& job, const Simulate& simulate, Clock::time_point deadline, int pipe,
                       int console) {
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  ::dup2(console, STDOUT_FILENO);
  ::dup2(console, STDERR_FILENO);
  if (plan.memory_limit) {
    limit_memory(*plan.memory_limit);
  }
  Record record;
  try {
    record = judged_by_time(plan, deadline, simulate(plan, job));
  } catch (const std::bad_alloc&) {
    record.message = plan.memory_limit ? "memory: wanted at most the plan's " + text::to_text(*plan.memory_limit)
                                       : std::string("memory: there is not enough");
  } catch (const std::exception& error) {
    record.message = error.what();
  }
  std::fflush(nullptr);
  write_all(pipe, to_json(record));
  std::_Exit(EXIT_SUCCESS);
}

std::string one_line_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

// The end of what was written.
std::string read_console(int descriptor) {
  constexpr off_t kMost = 64 * 1024;
  const off_t size = ::lseek(descriptor, 0, SEEK_END);
  const off_t begin = std::max<off_t>(size - kMost, 0);
  std::string text(static_cast<std::size_t>(std::max<off_t>(size - begin, 0)), '\0');
  const ssize_t got = ::pread(descriptor, text.data(), text.size(), begin);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

std::string cause_of(int status) {
  if (WIFSIGNALED(status)) {
    return std::string("ended by signal ") + std::to_string(WTERMSIG(status)) + " (" + ::strsignal(WTERMSIG(status)) +
           ")";
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status)) + " and without results";
}

}  // namespace

LocalEngine::LocalEngine(const Plan& plan, Simulate simulate, std::size_t processes, KeepFailed keep_failed)
    : plan_(plan), simulate_(std::move(simulate)), processes_(processes), keep_failed_(std::move(keep_failed)) {}

LocalEngine::~LocalEngine() = default;

void LocalEngine::start(const Job& job) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    fail("make a pipe");
  }
  auto child = std::make_unique<Child>();
  child->job = &job;
  child->pipe = ends[0];
  if (plan_.time_limit) {
    child->deadline = Clock::now() + std::chrono::microseconds(plan_.time_limit->count() / 1'000'000);
  }
  child->console = ::memfd_create("console", MFD_CLOEXEC);
  child->process = child->console < 0 ? -1 : report::fork_child();
  if (child->process == 0) {
    live(plan_, job, simulate_, child->deadline, ends[1], child->console);
  }
  ::close(ends[1]);
  if (child->process < 0) {
    fail("start a process");
  }
  running_.push_back(std::move(child));
}

// After its time a run is killed; its pipe then says that it has ended.
void LocalEngine::kill_late() {
  for (const auto& child : running_) {
    if (!child->late && Clock::now() >= child->deadline) {
      child->late = true;
      ::kill(child->process, SIGKILL);
    }
  }
}

Finished LocalEngine::bury(Child& child) {
  rusage used{};
  const int status = report::reap(child.process, &used);
  child.process = -1;
  Record record;
  if (auto whole = record_from_json(child.text)) {
    record = std::move(*whole);
  } else if (child.late) {
    record.message = too_late(plan_);
  } else {
    record.message = cause_of(status);
  }
  record.message = one_line_of(std::move(record.message));
  constexpr double kRssUnit = 1024;  // of Linux
  record.cpu_seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
  record.memory_bytes = kRssUnit * static_cast<double>(used.ru_maxrss);
  if (!record.done) {
    record.log = read_console(child.console);
    if (record.directory.empty()) {  // what has results has kept them itself
      record.directory = keep_failed_ ? keep_failed_(plan_, *child.job, record) : "";
    }
  }
  return {child.job, std::move(record)};
}

std::vector<Finished> LocalEngine::wait(std::chrono::milliseconds patience) {
  kill_late();
  std::vector<pollfd> pipes;
  auto until = Clock::now() + patience;
  for (const auto& child : running_) {
    pipes.push_back({child->pipe, POLLIN, 0});
    until = child->late ? until : std::min(until, child->deadline);
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
  std::vector<Finished> finished;
  if (::poll(pipes.data(), pipes.size(), static_cast<int>(std::max<std::int64_t>(left, 0))) <= 0) {
    return finished;
  }
  for (std::size_t i = 0; i < pipes.size(); ++i) {
    constexpr std::size_t kChunk = 65536;
    std::array<char, kChunk> chunk;
    Child& child = *running_[i];
    if (pipes[i].revents == 0) {
      continue;
    }
    const ssize_t got = ::read(child.pipe, chunk.data(), chunk.size());
    if (got > 0) {
      child.text.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (got == 0) {
      finished.push_back(bury(child));
    }
  }
  std::erase_if(running_, [](const auto& child) { return child->process < 0; });
  return finished;
}

std::vector<const Job*> LocalEngine::cancel() {
  std::vector<const Job*> jobs;
  for (const auto& child : running_) {
    jobs.push_back(child->job);
  }
  running_.clear();
  return jobs;
}

}  // namespace weir::sweep
