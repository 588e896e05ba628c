// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/chip.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <stdexcept>
#include <string>

#include "tb/cost/quantities.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

// What `weir cost` says of the scenario's chip, by the names of results.
std::map<std::string, double> named_costs(const scenario::Scenario& scenario) {
  std::map<std::string, double> all;
  for (const auto& [path, value] : cost::quantities(scenario)) {
    all.emplace(std::string(kCost) + path, value);
  }
  return all;
}

}  // namespace

std::vector<ResultRow> cost_rows(const std::vector<Wanted>& wanted, const scenario::Scenario& scenario) {
  std::vector<ResultRow> rows;
  if (std::ranges::none_of(wanted, is_cost)) {
    return rows;
  }
  for (const auto& [name, value] : named_costs(scenario)) {
    if (std::ranges::any_of(wanted, [&](const Wanted& one) { return scenario::matches(one.key, name); })) {
      rows.push_back({name, value});
    }
  }
  return rows;
}

void check_cost(const scenario::Document& plan, const Wanted& wanted, const scenario::Scenario& scenario) {
  const auto refuse = [&](const std::string& what) { scenario::fail(plan, wanted.place, wanted.path, what); };
  if (wanted.aggregate != Aggregate::kEach) {
    refuse("wanted a number of the cost without min, max, mean or sum; got " + text::in_quotes(wanted.text));
  }
  try {
    std::vector<std::string> known;
    std::ranges::copy(named_costs(scenario) | std::views::keys, std::back_inserter(known));
    if (std::ranges::none_of(known, [&](const std::string& one) { return scenario::matches(wanted.key, one); })) {
      refuse("the cost of the chip has no number " + text::in_quotes(wanted.key) +
             text::nearest_hint(wanted.key, known) + " (weir cost SCENARIO --format json has all)");
    }
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
}

}  // namespace weir::sweep
