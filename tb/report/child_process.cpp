// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/wait.h>

namespace weir::report {

pid_t fork_child() {
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {  // ended before the child could ask for the signal
      std::_Exit(EXIT_FAILURE);
    }
  }
  return child;
}

int reap(pid_t child, rusage* used) {
  int status = 0;
  while (::wait4(child, &status, 0, used) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace weir::report
