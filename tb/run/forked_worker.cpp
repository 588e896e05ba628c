// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/forked_worker.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "tb/report/child_process.h"

namespace weir {
namespace {

// The first letter of a message, so that no message is empty.
constexpr char kAsked = '?';
constexpr char kAnswered = '=';
constexpr char kFailed = '!';

constexpr int kWaitingMilliseconds = 100;

[[noreturn]] void fail(const char* what) {
  throw std::runtime_error(std::string("cannot ") + what + ": " + std::strerror(errno));
}

// Returns whether all of `text` is under way. A reader that has gone is no signal here.
bool send_all(int channel, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t sent = ::send(channel, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) {
      return false;
    }
    done += sent > 0 ? static_cast<std::size_t>(sent) : 0;
  }
  return ::shutdown(channel, SHUT_WR) == 0;
}

// All that comes until the other end has sent all.
std::string receive(int channel) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t got = ::read(channel, part.data(), part.size());
    if (got > 0) {
      text.append(part.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      return text;
    }
  }
}

// Until there is something to read.
void wait_for(int channel, const std::function<void()>& waiting) {
  pollfd answer{.fd = channel, .events = POLLIN, .revents = 0};
  for (int ready = 0; ready == 0 || (ready < 0 && errno == EINTR);) {
    waiting();
    ready = ::poll(&answer, 1, kWaitingMilliseconds);
  }
}

// The life of the worker.
[[noreturn]] void live(const std::function<std::string(const std::string&)>& work, int channel) {
  const std::string question = receive(channel);
  if (question.empty()) {
    std::_Exit(EXIT_SUCCESS);  // the parent does not need the worker
  }
  std::string answer;
  try {
    answer = kAnswered + work(question.substr(1));
  } catch (const std::exception& error) {
    answer = kFailed + std::string(error.what());
  }
  std::_Exit(send_all(channel, answer) ? EXIT_SUCCESS : EXIT_FAILURE);
}

}  // namespace

SharedFlag::SharedFlag() : flag_(nullptr) {
  static_assert(std::atomic<bool>::is_always_lock_free);
  void* const memory =
      ::mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    fail("share memory");
  }
  flag_ = new (memory) std::atomic<bool>(false);
}

SharedFlag::~SharedFlag() { ::munmap(flag_, sizeof(std::atomic<bool>)); }

ForkedWorker::ForkedWorker(const std::function<std::string(const std::string& question)>& work) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    fail("make a channel");
  }
  process_ = report::fork_child();
  if (process_ == 0) {
    ::close(ends[0]);
    live(work, ends[1]);
  }
  ::close(ends[1]);
  channel_ = ends[0];
  if (process_ < 0) {
    ::close(channel_);
    fail("start a process");
  }
}

ForkedWorker::~ForkedWorker() {
  ::close(channel_);
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    report::reap(process_);
  }
}

std::string ForkedWorker::ask(const std::string& question, const std::function<void()>& waiting) {
  send_all(channel_, kAsked + question);
  if (waiting) {
    wait_for(channel_, waiting);
  }
  const std::string answer = receive(channel_);
  const int status = report::reap(std::exchange(process_, -1));
  if (answer.empty()) {
    throw std::runtime_error(WIFSIGNALED(status)
                                 ? std::string("a process was ended by signal ") + ::strsignal(WTERMSIG(status))
                                 : "a process ended without an answer");
  }
  if (answer.front() == kFailed) {
    throw std::runtime_error(answer.substr(1));
  }
  return answer.substr(1);
}

}  // namespace weir
