// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ranks are processes of this program that mpirun or srun starts; outside of them the program calls mpirun itself.

#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weir::ranks {

// This process among the ranks that were started.
struct Started {
  std::uint32_t rank = 0;
  std::optional<std::uint32_t> ranks;  // nullopt: only the communicator knows
};

// Nullopt: this process is no rank. Throws std::invalid_argument: it is one of several tasks of an srun that does not
// bring them together.
std::optional<Started> started();

// One line if another number of ranks than `wanted` was started; empty: right, or not known. Rank 0 alone should say
// it.
std::string wrong_number(const Started& started, std::uint32_t wanted);

// What ranks get instead of the SIGINT and SIGTERM of start(): at those two mpirun kills them.
inline constexpr int kInterrupt = SIGUSR1;
inline constexpr int kTerminate = SIGUSR2;

// Starts ranks on this machine, each this program with these arguments (without its name), and returns when they have
// ended: the status of the rank that ended first with another than 0, 128 and the signal of one that was killed, or the
// status of abort(). A first SIGINT or SIGTERM reaches each rank as kInterrupt or kTerminate, a second ends all. If
// this process is killed the ranks end. One line on standard error and status 2: there is no mpirun.
int start(std::uint32_t ranks, const std::vector<std::string>& arguments);

}  // namespace weir::ranks
