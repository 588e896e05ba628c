// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir run --ranks: starting the ranks of a run, and being one of them.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tb/commands/rank_options.h"
#include "tb/ranks/communicator.h"
#include "tb/ranks/rank_file.h"
#include "tb/run/simulation.h"
#include "tb/scenario/scenario.h"

namespace weir {

using ranks::kMostRanks;

// Whether mpirun or srun has started this process as one of the ranks that the options ask for. Tasks of srun that ask
// for none are runs of their own.
bool is_rank(const RankOptions& options);

// Starts the ranks, each of which gets the arguments of this process, and returns their exit status; nullopt: the
// options ask for one rank. Throws std::invalid_argument where ranks cannot run the scenario, or where libweir_mpi.so
// is missing.
std::optional<int> start_ranks(const scenario::Scenario& scenario, const RankOptions& options);

// One of the ranks of a run.
class RankOfRun {
 public:
  // Every rank calls. Throws std::invalid_argument as start_ranks() does, or if another number was started.
  RankOfRun(const scenario::Scenario& scenario, const RankOptions& options);

  const OneRank& rank() const { return *rank_; }
  bool tells() const { return communicator_->rank() == 0; }

  // Carries out `work`. An exception would leave the other ranks waiting: its line is printed and all ranks end, with
  // status 2 or 3 as without ranks.
  Outcome simulate(const std::function<Outcome()>& work) const;

  // What each rank has taken of its machine, a line for each: devices, CPU seconds outside of MPI and in MPI, wall
  // clock seconds in MPI, peak memory. Every rank calls; the lines are at rank 0.
  std::vector<std::string> costs(const scenario::Scenario& scenario) const;

 private:
  std::unique_ptr<ranks::Communicator> communicator_;
  std::optional<OneRank> rank_;
};

}  // namespace weir
