// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parts of an expectation's key: "queue.s*.p0.c0.viq_peak" is scope queue, names {s*, p0, c0}, quantity viq_peak.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::scenario {

enum class Scope { kRun, kFlow, kQueue, kEvent, kLink, kWorkload, kBin, kClass };

struct ExpectationKey {
  Scope scope = Scope::kRun;
  std::vector<std::string> names;  // none, {flow}, {event}, {workload}, {workload, bin}, {class}, {from, to}, or
                                   // {device, p<port>, c<class>}; '*' stands for any letters
  std::string quantity;
};

// No value where `key` has not the form of a key; the quantity need not exist.
std::optional<ExpectationKey> parse_expectation_key(std::string_view key);

// Whether `name` is what `pattern` means: '*' stands for any letters, none as well.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace weir::scenario
