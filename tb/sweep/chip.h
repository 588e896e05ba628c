// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results that are not of the run but of its chip: what `weir cost` says, "cost.PATH" (tb/cost/quantities.h). Settings
// "chip.OPTION=VALUE" say which chip (tb/cost/chip_settings.h).

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/scenario.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

inline constexpr std::string_view kCost = "cost.";  // begins the names of such results

inline bool is_cost(const Wanted& wanted) { return wanted.key.starts_with(kCost); }

// Takes the settings of a chip out of `sets`, of each option the last one.
std::vector<std::string> chip_of(std::vector<std::string>& sets);

// What an id has of a chip.
std::string text_of_chip(const std::vector<std::string>& chip);

// One row for each number of the cost that is wanted, of `chip` or, where that is empty, of the scenario's. Throws
// std::invalid_argument where the ledger refuses the switch.
std::vector<ResultRow> cost_rows(const std::vector<Wanted>& wanted, const scenario::Scenario& scenario,
                                 const std::vector<std::string>& chip = {});

// The names of the numbers in the cost of `chip` or, where that is empty, of the scenario's, gathered once. Keeps
// references to both.
class CostNames {
 public:
  CostNames(const scenario::Scenario& scenario, const std::vector<std::string>& chip)
      : scenario_(scenario), chip_(chip) {}

  bool has(const Wanted& wanted);

  // Throws ScenarioError at the place in the plan if the cost has no such number, or the ledger refuses the switch.
  void check(const scenario::Document& plan, const Wanted& wanted);

 private:
  // Throws std::invalid_argument where the ledger refuses the switch.
  const std::vector<std::string>& known();

  const scenario::Scenario& scenario_;
  const std::vector<std::string>& chip_;
  std::vector<std::string> known_;
};

}  // namespace weir::sweep
