// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Results from columns of the time series: mean, minimum or maximum of the samples in a part of the run.

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

// The stored name of a column over a span, "flow.f1.delivered_bps[mean 20ms to 60ms]"; for a pattern of columns, a
// pattern of such names.
std::string name_over(std::string_view column, const Span& span);

// One row for each column that matches a wanted series and has a sample in its span.
std::vector<ResultRow> series_rows(const std::vector<Wanted>& wanted, const report::TimeSeries& series);

// Throws ScenarioError at the place in the plan if a scenario has no such column, or no sample in the span.
void check_series(const scenario::Document& plan, const Wanted& wanted, const scenario::Scenario& scenario);

}  // namespace weir::sweep
