// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include "tb/study/functions.h"

namespace weir::study {
namespace {

// In double, without a wider type, which an emulated processor (valgrind) may not have: the tables that the library
// fills at the start of the program would end it there.
using InDouble = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double sum_of_squares(std::span<const double> numbers, double from) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0,
                         [&](double sum, double number) { return sum + (number - from) * (number - from); });
}

}  // namespace

double mean(std::span<const double> numbers) {
  return numbers.empty() ? kNone
                         : std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double median(std::span<const double> numbers) {
  if (numbers.empty()) {
    return kNone;
  }
  std::vector<double> sorted(numbers.begin(), numbers.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double deviation(std::span<const double> numbers) {
  return numbers.empty() ? kNone
                         : std::sqrt(sum_of_squares(numbers, mean(numbers)) / static_cast<double>(numbers.size()));
}

double jain(std::span<const double> numbers) {
  if (numbers.empty()) {
    return kNone;
  }
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  const double squares = sum_of_squares(numbers, 0);
  return squares == 0 ? 0 : sum * sum / static_cast<double>(numbers.size()) / squares;
}

double half_interval(std::span<const double> numbers) {
  if (numbers.size() < 2) {
    return 0;
  }
  constexpr double kTail = 0.025;  // on either side
  const auto count = static_cast<double>(numbers.size());
  const double variance = sum_of_squares(numbers, mean(numbers)) / (count - 1);
  const boost::math::students_t_distribution<double, InDouble> student(count - 1);
  return boost::math::quantile(boost::math::complement(student, kTail)) * std::sqrt(variance / count);
}

}  // namespace weir::study
