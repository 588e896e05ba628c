// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// timeseries.csv: sampled values, one row per sample. The first column is time in seconds, written exactly (a decimal
// fraction with picoseconds); then one column per probe. A header cell is the column's name if that ends in the unit
// ("s1.p2.c0.viq_depth_bytes"), else "name [unit]"; a column without a unit has its bare name.

#pragma once

#include <string>

#include "tb/report/results.h"

namespace weir::report {

// Throws std::invalid_argument if a column differs in length from `times`, has a value that is not finite, or has a
// name with a comma, quote, bracket or line end.
std::string timeseries_to_csv(const TimeSeries& series);

// `where` names the text in messages. Throws BadRunFile with the line number.
TimeSeries timeseries_from_csv(const std::string& text, const std::string& where);

// Removes the samples after `end`.
void cut_after(TimeSeries& series, Time end);

// Exact seconds without trailing zeros, "0.00125".
std::string exact_seconds(Time t);

}  // namespace weir::report
