// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/chip.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <stdexcept>
#include <string>

#include "tb/cost/chip_settings.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

// What `weir cost` says, by the names of results.
std::map<std::string, double> named_costs(const scenario::Scenario& scenario, const std::vector<std::string>& chip) {
  std::map<std::string, double> all;
  for (const auto& [path, value] : cost::quantities(scenario, chip)) {
    all.emplace(std::string(kCost) + path, value);
  }
  return all;
}

// "chip.ports=" of "chip.ports=64".
std::string_view key_of(std::string_view setting) { return setting.substr(0, setting.find('=') + 1); }

}  // namespace

std::vector<std::string> chip_of(std::vector<std::string>& sets) {
  std::vector<std::string> chip;
  for (const std::string& set : sets) {
    if (set.starts_with(cost::kChip)) {
      std::erase_if(chip, [&](const std::string& other) { return key_of(other) == key_of(set); });
      chip.push_back(set);
    }
  }
  std::erase_if(sets, [](const std::string& set) { return set.starts_with(cost::kChip); });
  return chip;
}

std::string text_of_chip(const std::vector<std::string>& chip) {
  std::string text;
  for (const std::string& set : chip) {
    text += "\n" + set;
  }
  return text;
}

std::vector<ResultRow> cost_rows(const std::vector<Wanted>& wanted, const scenario::Scenario& scenario,
                                 const std::vector<std::string>& chip) {
  std::vector<ResultRow> rows;
  if (std::ranges::none_of(wanted, is_cost)) {
    return rows;
  }
  for (const auto& [name, value] : named_costs(scenario, chip)) {
    if (std::ranges::any_of(wanted, [&](const Wanted& one) { return scenario::matches(one.key, name); })) {
      rows.push_back({name, value});
    }
  }
  return rows;
}

bool CostNames::has(const Wanted& wanted) {
  try {
    return std::ranges::any_of(known(), [&](const std::string& one) { return scenario::matches(wanted.key, one); });
  } catch (const std::invalid_argument&) {
    return false;
  }
}

void CostNames::check(const scenario::Document& plan, const Wanted& wanted) {
  const auto refuse = [&](const std::string& what) { scenario::fail(plan, wanted.place, wanted.path, what); };
  if (wanted.aggregate != Aggregate::kEach) {
    refuse("wanted a number of the cost without min, max, mean or sum; got " + text::in_quotes(wanted.text));
  }
  if (has(wanted)) {
    return;
  }
  try {
    refuse("the cost of the chip has no number " + text::in_quotes(wanted.key) +
           text::nearest_hint(wanted.key, known()) + " (weir cost SCENARIO --format json has all)");
  } catch (const std::invalid_argument& error) {
    refuse(error.what());
  }
}

const std::vector<std::string>& CostNames::known() {
  if (known_.empty()) {
    std::ranges::copy(named_costs(scenario_, chip_) | std::views::keys, std::back_inserter(known_));
  }
  return known_;
}

}  // namespace weir::sweep
