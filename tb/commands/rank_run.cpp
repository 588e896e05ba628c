// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/rank_run.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <span>
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
#include "tb/ranks/plugin.h"
#include "tb/ranks/start.h"
#include "tb/text/raw_bytes.h"

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

// The rank of each device, as rank 0 has them.
std::vector<std::uint32_t> division_of(const ranks::Parts& parts, ranks::Communicator& communicator) {
  std::vector<std::uint32_t> rank_of;
  text::append_all(communicator.broadcast(text::raw_of(std::span(parts.rank_of))), rank_of);
  return rank_of;
}

}  // namespace

bool is_rank(const RankOptions& options) { return options.given() && ranks::started().has_value(); }

std::optional<int> start_ranks(const scenario::Scenario& scenario, const RankOptions& options) {
  const std::uint32_t ranks = number_of_ranks(scenario, options);
  if (ranks == 1) {
    return std::nullopt;
  }
  ranks::plugin();
  return ranks::start(ranks, own_arguments());
}

RankOfRun::RankOfRun(const scenario::Scenario& scenario, const RankOptions& options) {
  catch_stop_signals();
  catch_signals_of_ranks();
  communicator_ = ranks::plugin().communicator();
  const ranks::Parts parts = tells() ? parts_for(scenario, options) : ranks::Parts();
  const auto ranks = static_cast<std::uint32_t>(std::stoul(communicator_->broadcast(std::to_string(parts.ranks))));
  if (communicator_->ranks() != ranks) {
    throw std::invalid_argument(ranks::wrong_number({communicator_->rank(), communicator_->ranks()}, ranks));
  }
  rank_.emplace(OneRank{*communicator_, {communicator_->rank(), ranks, division_of(parts, *communicator_)}});
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
