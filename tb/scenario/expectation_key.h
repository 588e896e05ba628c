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

// Whether `path` or a scope above it matches: above "s1.p0.viq_depth_c0" are "s1.p0" and "s1".
bool matches_within(std::string_view pattern, std::string_view path);

}  // namespace weir::scenario
