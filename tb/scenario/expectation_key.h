// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parts of a quantity's key: "queue.s*.p0.c0.viq_peak" has scope queue, names {s*, p0, c0}, quantity viq_peak.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::scenario {

struct ExpectationKey {
  std::string_view scope;          // word of one of report::kScopes; empty: the run
  std::vector<std::string> names;  // as many as the scope has; '*' stands for any letters
  std::string quantity;
};

// nullopt: `key` does not have the form of a key; the quantity need not exist.
std::optional<ExpectationKey> parse_expectation_key(std::string_view key);

// Whether `name` matches `pattern`: '*' stands for any letters, including none.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace weir::scenario
