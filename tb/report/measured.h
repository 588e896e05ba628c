// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The values of described results as numbers and as text for people.

#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/report/field.h"
#include "tb/report/results.h"

namespace weir::report {

// nullopt: the event did not happen, or the value was not measured.
template <class T>
requires std::integral<T> || std::floating_point<T> std::optional<double> number_of(T value) {
  return static_cast<double>(value);
}

template <class T>
std::optional<double> number_of(const std::optional<T>& value) {
  return value ? number_of(*value) : std::nullopt;
}

inline std::optional<double> number_of(const Counts& counts) { return static_cast<double>(total(counts)); }

inline std::optional<double> number_of(const std::vector<std::string>& texts) {
  return static_cast<double>(texts.size());
}

inline std::optional<double> number_of(const std::vector<Detection>& detections) {
  return static_cast<double>(detections.size());
}

// These have no number of their own, but counts inside.
std::optional<double> number_of(const std::optional<ScoreResult>&) = delete;
std::optional<double> number_of(const std::optional<StandingHold>&) = delete;

inline std::optional<double> number_of(const std::optional<Deadlock>& deadlock) { return deadlock ? 1 : 0; }

// "745.5 KB", "4.998 Gbps", "12.5 us", "1,234", "true".
std::string human(Measure measure, double value);

// An expectation's value in the unit of its quantity; `text`: the expectation, such as "flow.f1.steady_rate = 5Gbps".
std::string human_measured(std::string_view text, double value);

}  // namespace weir::report
