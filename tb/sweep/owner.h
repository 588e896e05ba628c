// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Who has a run in hand: a process, by host, number and start, so that a number that the system gives again is another;
// or a task of Slurm.

#pragma once

#include <string>

namespace weir::sweep {

struct Owner {
  std::string host;
  std::string process;  // "1234/56789": number and start in ticks since the host's
};

// In the place of a host: `process` names a task that Slurm has. No host is called so.
inline constexpr const char* kSlurmHost = "slurm:";

Owner this_process();

// Whether such a process is alive on this host.
bool is_alive_here(const std::string& process);

}  // namespace weir::sweep
