// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/slurm/program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

#include <sys/wait.h>

namespace weir::sweep {
namespace {

// Both ends; what is still open goes with it.
struct Pipe {
  std::array<int, 2> ends = {-1, -1};

  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
    }
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  void close(std::size_t end) {
    if (ends[end] >= 0) {
      ::close(ends[end]);
    }
    ends[end] = -1;
  }
};

// Settings of squeue in the environment would leave out jobs of ours.
std::vector<char*> environment_for_it() {
  std::vector<char*> kept;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!std::string_view(*entry).starts_with("SQUEUE_")) {
      kept.push_back(*entry);
    }
  }
  kept.push_back(nullptr);
  return kept;
}

pid_t spawn(const std::vector<std::string>& words, const Pipe& out, const Pipe& error) {
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error.ends[1], STDERR_FILENO);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t process = -1;
  const int failed =
      ::posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environment_for_it().data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failed != 0) {
    throw std::runtime_error("cannot start " + words[0] + ": " + std::strerror(failed));
  }
  return process;
}

// Until both are at their end; whether that was in time.
bool read_both(const Pipe& out, const Pipe& error, Said& said, std::optional<std::chrono::seconds> patience) {
  using Now = std::chrono::steady_clock;
  const Now::time_point until = patience ? Now::now() + *patience : Now::time_point::max();
  std::array<pollfd, 2> open = {pollfd{out.ends[0], POLLIN, 0}, pollfd{error.ends[0], POLLIN, 0}};
  const std::array<std::string*, 2> texts = {&said.out, &said.error};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    constexpr int kLook = 200;
    const int ready = ::poll(open.data(), open.size(), kLook);
    if (Now::now() >= until) {
      return false;
    }
    for (std::size_t i = 0; ready > 0 && i < open.size(); ++i) {
      constexpr std::size_t kChunk = 65536;
      std::array<char, kChunk> chunk;
      if (open[i].fd < 0 || open[i].revents == 0) {
        continue;
      }
      const ssize_t got = ::read(open[i].fd, chunk.data(), chunk.size());
      if (got > 0) {
        texts[i]->append(chunk.data(), static_cast<std::size_t>(got));
      } else if (got == 0 || errno != EINTR) {
        open[i].fd = -1;
      }
    }
  }
  return true;
}

}  // namespace

bool is_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (::access((folder + "/" + name).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

Said call(const std::vector<std::string>& words, std::optional<std::chrono::seconds> patience) {
  Pipe out;
  Pipe error;
  const pid_t process = spawn(words, out, error);
  out.close(1);
  error.close(1);
  Said said;
  if (!read_both(out, error, said, patience)) {
    ::kill(process, SIGKILL);
    said.error += words[0] + ": error: gave no answer in " + std::to_string(patience->count()) + " s\n";
  }
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  constexpr int kOfSignal = 128;
  said.status = WIFSIGNALED(status) ? kOfSignal + WTERMSIG(status) : WEXITSTATUS(status);
  return said;
}

std::string complaint_of(const std::string& name, const Said& said) {
  std::string text;
  std::istringstream lines(said.error);
  for (std::string line; std::getline(lines, line);) {
    for (const std::string& before : {name + ": ", std::string("error: "), std::string("fatal: ")}) {
      line.erase(0, line.starts_with(before) ? before.size() : 0);
    }
    text += line.empty() ? "" : (text.empty() ? "" : "; ") + line;
  }
  return text.empty() ? "ended with status " + std::to_string(said.status) : text;
}

}  // namespace weir::sweep
