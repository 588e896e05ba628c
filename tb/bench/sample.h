// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What one process of the model, or of the yardstick, takes of the machine.
//
// A link-hop is one packet, of any kind, sent over one link. The yardstick is a SystemC program of 100 methods, each
// re-arming its own event after a pseudo-random delay of 1 to 1000 ns: timed notifications a CPU second. SystemC
// elaborates once a process, so every measurement is a process of its own, which counts as a whole.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tb/scenario/scenario.h"

namespace weir::bench {

struct Sample {
  double units = 0;  // link-hops, or notifications
  double cpu_seconds = 0;
  double peak_megabytes = 0;  // resident

  double per_cpu_second() const { return units / cpu_seconds; }
};

// Loads a scenario with settings, KEY=VALUE.
using Load = std::function<scenario::Scenario(const std::string& file, const std::vector<std::string>& settings)>;

Sample yardstick();
// `waves`: the run writes waves of all signals, to a folder that goes when the run is over.
Sample run_of(const Load& load, const std::string& file, const std::vector<std::string>& settings, bool waves);

// A weir::Switch of the scenario's s1 among foreign stations (foreign.h).
Sample foreign(const std::string& file, const std::vector<std::string>& settings);

// `weir run` on so many ranks, 1 or more. The CPU time is that of the rank that takes longest, outside of MPI, and the
// memory that of the rank with most: what a run takes where each rank has a core.
Sample run_on_ranks(const std::string& file, const std::vector<std::string>& settings, unsigned ranks);

// A shell command, another simulator's run of a like network. The last line that it prints says what it has done,
// "hops N". CPU time and memory are those of the shell and of all that it waits for. Throws std::invalid_argument: it
// ended with another status than 0, or has no such line.
Sample program(const std::string& command);

// A sweep of kSweptRuns seeds of a scenario by `weir sweep run`, one at a time, and as many runs alone. `units`: runs.
inline constexpr unsigned kSweptRuns = 1000;
Sample sweep_of(const std::string& file, const std::vector<std::string>& settings);
Sample runs_alone(const Load& load, const std::string& file, const std::vector<std::string>& settings);

}  // namespace weir::bench
