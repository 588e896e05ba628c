// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/census_rows.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "tb/bounds/census.h"
#include "tb/scenario/expectation_key.h"
#include "tb/scenario/key_check.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

constexpr std::uint64_t kMostNetworks = 1'000'000;
constexpr std::string_view kByMostSwitches = "by_most_switches.";

// N and NAME of "census.N.NAME"; N is 0 where it is no number of networks.
std::pair<std::uint64_t, std::string_view> parts_of(std::string_view key) {
  key.remove_prefix(kCensus.size());
  const std::size_t dot = std::min(key.find('.'), key.size());
  std::uint64_t networks = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + dot, networks);
  const bool whole = error == std::errc() && end == key.data() + dot && networks <= kMostNetworks;
  return {whole ? networks : 0, key.substr(std::min(dot + 1, key.size()))};
}

std::vector<std::pair<std::string, std::size_t>> named(const bounds::CensusCounts& counts) {
  std::vector<std::pair<std::string, std::size_t>> all = {
      {"cyclic", counts.cyclic}, {"cut_off", counts.cut_off}, {"cyclic_and_cut_off", counts.both}};
  for (const auto& [switches, networks] : counts.of_most_switches) {
    all.emplace_back(std::string(kByMostSwitches) + std::to_string(switches), networks);
  }
  return all;
}

}  // namespace

std::vector<ResultRow> census_rows(const std::vector<Wanted>& wanted, const Job& job) {
  std::set<std::uint64_t> sizes;
  for (const Wanted& one : wanted) {
    if (is_census(one)) {
      sizes.insert(parts_of(one.key).first);
    }
  }
  std::vector<ResultRow> rows;
  for (const std::uint64_t size : sizes) {
    for (const auto& [name, count] : named(bounds::counts_of(bounds::census(job.scenario, job.overrides, size, 1)))) {
      const std::string key = std::string(kCensus) + std::to_string(size) + "." + name;
      if (std::ranges::any_of(wanted, [&](const Wanted& one) { return scenario::matches(one.key, key); })) {
        rows.push_back({key, static_cast<double>(count)});
      }
    }
  }
  return rows;
}

void check_census(const scenario::Document& plan, const Wanted& wanted) {
  const auto [networks, name] = parts_of(wanted.key);
  std::vector<std::string> known;
  for (const auto& [word, count] : named({})) {
    known.push_back(word);
  }
  const bool is_known = std::ranges::find(known, name) != known.end() || name.starts_with(kByMostSwitches);
  if (networks == 0 || !is_known || wanted.aggregate != Aggregate::kEach) {
    scenario::fail(plan, wanted.place, wanted.path,
                   "wanted census.N.NAME, N networks, 1 to 1000000, and NAME one of cyclic, cut_off, "
                   "cyclic_and_cut_off and by_most_switches.SWITCHES; got " +
                       text::in_quotes(wanted.text));
  }
}

}  // namespace weir::sweep
