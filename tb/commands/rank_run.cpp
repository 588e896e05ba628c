// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/rank_run.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fmt/core.h>
#include <sys/resource.h>

#include "hw_model/base/invariant.h"
#include "tb/commands/commands.h"
#include "tb/commands/stop_signal.h"
#include "tb/plugin/plugins.h"
#include "tb/ranks/division.h"
#include "tb/ranks/plugin.h"
#include "tb/ranks/start.h"
#include "tb/run/on_ranks.h"

namespace weir {
namespace {

// The words with which this process was started, without the name of the program.
std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::string> words;
  text.resize(text.empty() ? 0 : text.size() - 1);  // each word ends with a zero
  boost::split(words, text, [](char c) { return c == '\0'; });
  return {words.begin() + 1, words.end()};
}

void require_ranks_can(const scenario::Scenario& scenario, std::uint32_t ranks) {
  const std::string where = "--ranks " + std::to_string(ranks) + ": ";
  if (!plugin::loaded().empty()) {
    throw std::invalid_argument(where + "mechanisms from outside are simulated by one rank; wanted no --plugin");
  }
  if (const auto refused = refused_on_ranks(scenario)) {
    throw std::invalid_argument(scenario.file + ": " + where + *refused);
  }
}

// The division as rank 0 has it.
std::vector<std::uint32_t> division_of(const scenario::Scenario& scenario, ranks::Communicator& communicator) {
  std::string text;
  if (communicator.rank() == 0) {
    const ranks::Parts parts = ranks::divided(scenario.topology, ranks::expected_load(scenario), communicator.ranks());
    std::ranges::transform(parts.rank_of, std::back_inserter(text),
                           [](std::uint32_t rank) { return static_cast<char>(rank); });
  }
  text = communicator.broadcast(text);
  std::vector<std::uint32_t> rank_of;
  std::ranges::transform(text, std::back_inserter(rank_of), [](char rank) { return static_cast<std::uint32_t>(rank); });
  return rank_of;
}

}  // namespace

static_assert(kMostRanks <= 128, "a rank is a character in division_of()");

CLI::Option* add_ranks_option(CLI::App& command, std::uint32_t& ranks, const char* help) {
  return command.add_option("--ranks", ranks, help)->check(CLI::Range(std::uint32_t{1}, kMostRanks))->type_name("N");
}

bool is_rank() { return ranks::started().has_value(); }

int start_ranks(const scenario::Scenario& scenario, std::uint32_t ranks) {
  require_ranks_can(scenario, ranks);
  ranks::plugin();
  return ranks::start(ranks, own_arguments());
}

RankOfRun::RankOfRun(const scenario::Scenario& scenario, std::uint32_t ranks) {
  require_ranks_can(scenario, ranks);
  catch_stop_signals();
  communicator_ = ranks::plugin().communicator();
  if (communicator_->ranks() != ranks) {
    throw std::invalid_argument(ranks::wrong_number({communicator_->rank(), communicator_->ranks()}, ranks));
  }
  rank_.emplace(OneRank{*communicator_, {communicator_->rank(), ranks, division_of(scenario, *communicator_)}});
}

Outcome RankOfRun::simulate(const std::function<Outcome()>& work) const {
  int status = kInternalFault;
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    status = kBadInput;
    fmt::print(stderr, "weir: {}\n", error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "weir: internal fault: {}\n", error.what());
  }
  std::fflush(nullptr);
  communicator_->abort(status);
  std::terminate();  // not reached: GCC does not see that a virtual function does not return
}

std::vector<std::string> RankOfRun::costs(const scenario::Scenario& scenario) const {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds_of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  const double all = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  return communicator_->gather(
      fmt::format("rank {}: {} of {} devices, {:.3f} CPU s and {:.3f} in MPI, {:.3f} s in MPI, {:.0f} MB",
                  communicator_->rank(), std::ranges::count(rank_->division.rank_of, communicator_->rank()),
                  scenario.topology.devices.size(), all - communicator_->cpu_seconds(), communicator_->cpu_seconds(),
                  communicator_->waited(), static_cast<double>(usage.ru_maxrss) / 1024));
}

}  // namespace weir
