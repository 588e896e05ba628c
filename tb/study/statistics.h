// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Statistics of several numbers: of the flows of a run, or of one value over runs with several seeds.

#pragma once

#include <span>

namespace weir::study {

// All except half_interval(): NaN for an empty list.
double mean(std::span<const double> numbers);
double median(std::span<const double> numbers);
double deviation(std::span<const double> numbers);  // of the whole population: the divisor is the count
// Jain's index of fairness: 1 if all are equal, 1/n if one has everything; 0 if all are 0.
double jain(std::span<const double> numbers);

// Half of the 95 % confidence interval of the mean for normally distributed numbers: Student's t with n - 1 degrees of
// freedom. 0 for fewer than two.
double half_interval(std::span<const double> numbers);

}  // namespace weir::study
