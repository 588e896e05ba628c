// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// timeseries.csv: sampled values, one row a sample. The first column is time in seconds, written exactly (a decimal
// fraction of picoseconds); then one column a probe. A header cell is the column's name where that ends in the unit
// ("s1.p2.c0.viq_depth_bytes"), else "name [unit]"; a column without a unit has its bare name.

#pragma once

#include <string>

#include "tb/report/results.h"

namespace weir::report {

// Throws std::invalid_argument where a column has another length than `times` or a value that is not finite, or where a
// name holds a comma, a quote, a bracket or a line end.
std::string timeseries_to_csv(const TimeSeries& series);

// `where` names the text in messages. Throws BadRunFile with the line number.
TimeSeries timeseries_from_csv(const std::string& text, const std::string& where);

// "0.00125": exact, without trailing zeros.
std::string exact_seconds(Time t);

}  // namespace weir::report
