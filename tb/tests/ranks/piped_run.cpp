// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// piped_run SCENARIO OUT RANKS SEED [KEY=VALUE]... [--pcap=PORT]... [--waves=GLOB]...: a run as `weir run` makes it, on
// RANKS processes of this machine, among which SEED divides the devices at random; SEED 0: neighbours in the list of
// devices together. Devices that have to be on one rank are. RANKS 0: without a division.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include <systemc>

#include "hw_model/base/random_stream.h"
#include "tb/commands/scenario_options.h"
#include "tb/commands/write_outcome.h"
#include "tb/ranks/kept_together.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_log.h"
#include "tb/run/on_ranks.h"
#include "tb/run/simulation.h"
#include "tb/tests/ranks/piped.h"

namespace {

using namespace weir;

std::vector<std::uint32_t> divide(const scenario::Scenario& scenario, std::uint32_t ranks, std::uint64_t seed) {
  const std::vector<std::int32_t> group_of = ranks::kept_together(scenario);
  const auto groups = static_cast<std::size_t>(std::ranges::max(group_of)) + 1;
  RandomStream random(seed, "division");
  std::vector<std::uint32_t> rank_of_group;
  for (std::size_t g = 0; g < groups; ++g) {
    rank_of_group.push_back(static_cast<std::uint32_t>(seed == 0 ? g * ranks / groups : random.below(ranks)));
  }
  std::vector<std::uint32_t> rank_of;
  for (const std::int32_t group : group_of) {
    rank_of.push_back(rank_of_group[group]);
  }
  return rank_of;
}

int simulate_one(const scenario::Scenario& scenario, const std::string& out, Observation observation,
                 const OneRank* rank) {
  observation.rank = rank;
  observation.story = true;
  observation.commit = "unknown";
  if (!observation.tells()) {
    simulate(scenario, observation);
    return 0;
  }
  const report::RunDirectory directory = report::RunDirectory::create(out);
  report::RunLog log(directory);
  observation.directory = &directory;
  Outcome outcome = simulate(scenario, observation);
  outcome.results.wall_seconds = 0;
  write_outcome(directory, log, scenario, outcome);
  return 0;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: piped_run SCENARIO OUT RANKS SEED [KEY=VALUE]...\n");
    return 2;
  }
  try {
    scenario::Overrides overrides;
    Observation observation;
    for (std::string word : std::vector<std::string>(argv + 5, argv + argc)) {
      if (word.starts_with("--pcap=")) {
        observation.captures.push_back(word.substr(word.find('=') + 1));
      } else if (word.starts_with("--waves=")) {
        observation.waves.emplace(observation.waves.value_or(WavesWanted()))
            .probes.push_back(word.substr(word.find('=') + 1));
      } else {
        overrides.sets.push_back(std::move(word));
      }
    }
    const scenario::Scenario scenario = load_judged(argv[1], overrides);
    const auto ranks = static_cast<std::uint32_t>(std::stoul(argv[3]));
    if (const auto refused = refused_on_ranks(scenario)) {
      std::fprintf(stderr, "%s\n", refused->c_str());
      return 4;
    }
    if (ranks == 0) {
      return simulate_one(scenario, argv[2], observation, nullptr);
    }
    const std::vector<std::uint32_t> rank_of = divide(scenario, ranks, std::stoull(argv[4]));
    return ranks::run_piped(ranks, [&](ranks::Communicator& communicator) {
      const OneRank rank{communicator, {communicator.rank(), ranks, rank_of}};
      return simulate_one(scenario, argv[2], observation, &rank);
    });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
