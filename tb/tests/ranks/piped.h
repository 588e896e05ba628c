// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ranks that are processes of this machine and talk over sockets: what a run does on ranks can be tested without MPI.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tb/ranks/communicator.h"

namespace weir::ranks {

// Forks `ranks` processes, each of which calls `work` with its communicator and ends with what `work` returns; an
// exception is told on standard error and ends its process with 3. Returns the largest exit status; a process that a
// signal ends counts as 128 and its number.
int run_piped(std::uint32_t ranks, const std::function<int(Communicator&)>& work);

}  // namespace weir::ranks
