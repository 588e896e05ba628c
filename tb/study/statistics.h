// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What is said of several numbers: of the flows of a run, or of the same number of runs with several seeds.

#pragma once

#include <span>

namespace weir::study {

// All but half_interval: not a number of none.
double mean(std::span<const double> numbers);
double median(std::span<const double> numbers);
double deviation(std::span<const double> numbers);  // of these and no others: the divisor is their count
// Jain's index of fairness, 1 where all are the same, 1/n where one has all; 0 where all are 0.
double jain(std::span<const double> numbers);

// Half of the interval in which the mean lies with a probability of 95 %, if these are drawn from a normal
// distribution: Student's t with n - 1 degrees of freedom. 0 of fewer than two.
double half_interval(std::span<const double> numbers);

}  // namespace weir::study
