// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/ranks/start.h"

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <stdexcept>
#include <string_view>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/wait.h>

#include "tb/report/child_process.h"
#include "tb/report/console_text.h"

namespace weir::ranks {
namespace {

constexpr int kCannotStart = 2;
constexpr int kBySignal = 128;

std::optional<std::uint32_t> number_in_environment(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) {
    return std::nullopt;
  }
  std::uint32_t number = 0;
  const char* const end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

unsigned cores() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

std::vector<std::string> words_of_mpirun(std::uint32_t ranks) {
  std::vector<std::string> words = {"mpirun", "-n", std::to_string(ranks)};
  const auto set = [&words](const char* parameter, const char* value) {
    words.insert(words.end(), {"--mca", parameter, value});
  };
  if (::geteuid() == 0) {
    words.emplace_back("--allow-run-as-root");
  }
  words.emplace_back("--quiet");          // no page of text beside the line of a rank that fails
  words.emplace_back("--oversubscribe");  // more ranks than cores
  if (ranks > cores()) {
    words.insert(words.end(), {"--bind-to", "none"});
    set("mpi_yield_when_idle", "1");  // a rank that waits polls, while another has work
  }
  // This machine, whatever job of a cluster it stands in; neither ssh nor the network is looked for, nor the libraries
  // of networks loaded, which is half of the time to start.
  set("plm", "isolated");
  set("ras", "^slurm");
  set("pml", "ob1");
  set("btl", "self,vader");
  set("btl_vader_single_copy_mechanism", "none");  // containers forbid a process to read another's memory
  set("orte_abort_on_non_zero_exit", "0");  // a rank may still write when another has ended: expectations did not hold
  return words;
}

// The output of rank 0 goes to mpirun over a terminal of its own, whose width nobody sets.
void pass_on_terminal() {
  const report::ConsoleStyle style = report::console_style(STDOUT_FILENO);
  ::setenv("COLUMNS", std::to_string(style.columns).c_str(), 1);
  if (!style.colours) {
    ::setenv("NO_COLOR", "1", 1);
  }
}

// In the child; returns only to say why it could not.
void execute(const std::vector<std::string>& words) {
  ::setpgid(0, 0);                     // Ctrl-C is for the parent alone
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // mpirun then ends the ranks
  if (const int nothing = ::open("/dev/null", O_RDONLY); nothing >= 0) {
    ::dup2(nothing, STDIN_FILENO);  // it would stop at a terminal that is the parent's
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  std::fprintf(stderr, "weir: several ranks need mpirun: %s; wanted openmpi-bin installed\n", std::strerror(errno));
}

// Until the child ends, with what it gets for the signals of this process.
int wait_for(pid_t child, const sigset_t& signals) {
  int stopped_by = 0;
  while (true) {
    const int signal = ::sigwaitinfo(&signals, nullptr);
    if (signal == SIGINT || signal == SIGTERM) {
      const int first = signal == SIGINT ? kInterrupt : kTerminate;
      ::kill(child, stopped_by == 0 ? first : SIGTERM);
      stopped_by = stopped_by == 0 ? signal : stopped_by;
    }
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) != child) {
      continue;
    }
    const int code = WIFSIGNALED(status) ? kBySignal + WTERMSIG(status) : WEXITSTATUS(status);
    // A rank, or mpirun, that did not know the signal yet.
    const bool too_early = code == kBySignal + kInterrupt || code == kBySignal + kTerminate;
    return stopped_by != 0 && too_early ? kBySignal + stopped_by : code;
  }
}

}  // namespace

std::optional<Started> started() {
  if (const auto rank = number_in_environment("OMPI_COMM_WORLD_RANK")) {
    return Started{*rank, number_in_environment("OMPI_COMM_WORLD_SIZE")};
  }
  if (const auto rank = number_in_environment("PMIX_RANK")) {
    return Started{*rank, number_in_environment("SLURM_STEP_NUM_TASKS")};
  }
  if (number_in_environment("SLURM_STEP_NUM_TASKS").value_or(1) > 1 && number_in_environment("SLURM_PROCID")) {
    throw std::invalid_argument(
        "srun has started several tasks that know nothing of each other; wanted srun --mpi=pmix");
  }
  return std::nullopt;
}

std::string wrong_number(const Started& started, std::uint32_t wanted) {
  return started.ranks.value_or(wanted) == wanted
             ? ""
             : "--ranks " + std::to_string(wanted) + ", but mpirun or srun has started " +
                   std::to_string(*started.ranks);
}

int start(std::uint32_t ranks, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = words_of_mpirun(ranks);
  pass_on_terminal();
  words.push_back(std::filesystem::read_symlink("/proc/self/exe"));
  words.insert(words.end(), arguments.begin(), arguments.end());
  sigset_t signals;
  sigset_t before;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGCHLD}) {
    sigaddset(&signals, signal);
  }
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t child = report::fork_child();
  if (child == 0) {
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    execute(words);
    std::_Exit(kCannotStart);
  }
  if (child < 0) {
    const int error = errno;
    ::sigprocmask(SIG_SETMASK, &before, nullptr);
    throw std::runtime_error(std::string("cannot start mpirun: ") + std::strerror(error));
  }
  const int status = wait_for(child, signals);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return status;
}

}  // namespace weir::ranks
