// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The owner of a claimed run: a process, identified by host, number and start time (so that a reused number is another
// owner), or a task of Slurm.

#pragma once

#include <string>

namespace weir::sweep {

struct Owner {
  std::string host;
  std::string process;  // "1234/56789": number, and start in ticks since the host's boot
};

// Instead of a host: `process` names a Slurm task. No host has this name.
inline constexpr const char* kSlurmHost = "slurm:";

Owner this_process();

// Whether the process is alive on this host.
bool is_alive_here(const std::string& process);

}  // namespace weir::sweep
