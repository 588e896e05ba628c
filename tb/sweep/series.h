// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Columns of the time series as results of a run: mean, minimum or maximum of their samples over a part of it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/report/results.h"
#include "tb/scenario/scenario.h"
#include "tb/sweep/record.h"

namespace weir::sweep {

inline constexpr std::string_view word_of(Over over) {
  return over == Over::kMean ? "mean" : over == Over::kMinimum ? "min" : "max";
}

// "flow.f1.delivered_bps[mean 20ms to 60ms]": what a column over a span is called in the store. Of a pattern, the
// pattern of such names.
std::string name_over(std::string_view column, const Span& span);

// A row for each column that a wanted series means and that has a sample in its span.
std::vector<ResultRow> series_rows(const std::vector<Wanted>& wanted, const report::TimeSeries& series);

// Throws ScenarioError at the place of the plan where a scenario has no such column, or no sample in the span.
void check_series(const scenario::Document& plan, const Wanted& wanted, const scenario::Scenario& scenario);

}  // namespace weir::sweep
