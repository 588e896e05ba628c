// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What [expect] may name, and how a run is judged by it. A key is a quantity of the whole run ("drops"), of a flow
// ("flow.f1.steady_rate"), of a queue ("queue.s1.p2.c0.viq_peak") an event ("event.e1.at") a
// link with faults ("link.s1.s2.lost"), a workload ("workload.web.slowdown_p99"), or those of its flows that are in a
// bin of sizes ("bin.web.1.slowdown_p99"); '*' for a name, a
// port or a class stands for all of them, and then each must hold.

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

// One of the described results that have a word in [expect].
struct QuantitySpec {
  std::string key;  // "drops", "flow.*.steady_rate", "queue.*.*.*.viq_peak"
  Measure measure;
  std::string_view meaning;
  report::Needs needs;
};

// Every quantity, in the order of the documents.
std::span<const QuantitySpec> quantity_specs();

// The one that a key means, with names or '*'; null: none.
const QuantitySpec* find_quantity(std::string_view key);

// Refuses a key of quantities as [expect] would, at `place`, where it is to stand in the table `path`. Throws
// ScenarioError.
void check_quantity(const Document& document, const Place& place, const std::string& path, const std::string& key,
                    const Scenario& scenario);

struct MeasuredValue {
  std::string key;              // with the names that its '*' stood for
  std::optional<double> value;  // nothing: it did not happen in this run, or was not measured
};

// The value of each result that `key` means. Queues that saw nothing are not in the results: where none of them is, one
// value of 0 under the key itself.
std::vector<MeasuredValue> measured_values(const std::string& key, const report::Results& results);

// One result for each expectation, in order. Where several flows or queues are meant, `value` is the worst of them and
// the text names it. Of a run that ended early nothing is judged; values are what was measured until then.
std::vector<report::ExpectationResult> evaluate(const std::vector<Expectation>& expectations,
                                                const report::Results& results);

}  // namespace weir::scenario
