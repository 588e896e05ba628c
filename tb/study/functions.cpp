// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/functions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "tb/study/statistics.h"

namespace weir::study {
namespace {

using Numbers = std::vector<double>;

constexpr std::array<std::pair<std::string_view, double (*)(const Numbers&)>, 8> kOfLists = {
    {{"count", [](const Numbers& n) { return static_cast<double>(n.size()); }},
     {"jain", [](const Numbers& n) { return jain(n); }},
     {"max", [](const Numbers& n) { return n.empty() ? kNone : *std::max_element(n.begin(), n.end()); }},
     {"mean", [](const Numbers& n) { return mean(n); }},
     {"median", [](const Numbers& n) { return median(n); }},
     {"min", [](const Numbers& n) { return n.empty() ? kNone : *std::min_element(n.begin(), n.end()); }},
     {"sd", [](const Numbers& n) { return deviation(n); }},
     {"sum", [](const Numbers& n) { return std::accumulate(n.begin(), n.end(), 0.0); }}}};

}  // namespace

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const std::string_view name :
       {kAbsolute, kAt, kBefore, kBy, kCeiling, kLogarithm, kRuns, kSince, kSteps, kUntil, kValue, kWarned}) {
    names.emplace_back(name);
  }
  for (const auto& [name, of] : kOfLists) {
    names.emplace_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_function(std::string_view name) {
  const std::vector<std::string> names = function_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string functions_text() { return fmt::format("{}", fmt::join(function_names(), ", ")); }

// What exceeds a whole number by no more than rounding does is that number.
double of_number(std::string_view name, double number) {
  constexpr double kRounding = 1e-9;
  if (name == kCeiling) {
    return std::ceil(number - kRounding * std::abs(number));
  }
  return name == kAbsolute ? std::abs(number) : number > 0 ? std::log(number) : kNone;
}

double of_list(std::string_view name, const Numbers& numbers) {
  for (const auto& [word, of] : kOfLists) {
    if (word == name) {
      return of(numbers);
    }
  }
  return kNone;
}

}  // namespace weir::study
