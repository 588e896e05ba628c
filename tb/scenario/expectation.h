// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The quantities of [expect], and the judgement of a run by them. A key names a quantity of the whole run ("drops"), a
// flow ("flow.f1.steady_rate"), a queue ("queue.s1.p2.c0.viq_peak"), an event ("event.e1.at"), a link with faults
// ("link.s1.s2.lost"), a workload ("workload.web.slowdown_p99"), or a workload's flows in a bin of sizes
// ("bin.web.1.slowdown_p99"). '*' for a name, port or class stands for all, each of which must then hold.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/results.h"
#include "tb/scenario/document.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

using report::Measure;

// A described result with a word in [expect].
struct QuantitySpec {
  std::string key;  // "drops", "flow.*.steady_rate", "queue.*.*.*.viq_peak"
  Measure measure;
  std::string_view meaning;
  report::Needs needs;
};

// All quantities, in the order of the documents.
std::span<const QuantitySpec> quantity_specs();

// The quantity of a key with names or '*'; null: none.
const QuantitySpec* find_quantity(std::string_view key);

// Refuses a key of quantities at `place`, in the table `path`, by the rules of [expect]. Throws ScenarioError.
void check_quantity(const Document& document, const Place& place, const std::string& path, const std::string& key,
                    const Scenario& scenario);

struct MeasuredValue {
  std::string key;              // with names in place of '*'
  std::optional<double> value;  // nullopt: the event did not happen, or nothing was measured
};

// The values of all results that `key` matches. Queues without traffic are not in the results: if none matches, the
// value is one 0 under the key itself.
std::vector<MeasuredValue> measured_values(const std::string& key, const report::Results& results);

// One result per expectation, in order. If a key matches several flows or queues, `value` is the worst and the text
// names its flow or queue. After a run that ended early nothing is judged; values are those measured so far.
std::vector<report::ExpectationResult> evaluate(const std::vector<Expectation>& expectations,
                                                const report::Results& results);

}  // namespace weir::scenario
