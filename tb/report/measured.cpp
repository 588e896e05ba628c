// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/measured.h"

#include <algorithm>
#include <cstdint>

#include "tb/report/human.h"
#include "tb/report/scopes.h"

namespace weir::report {

namespace {

template <Described T>
std::optional<Measure> measure_in(std::string_view word) {
  std::optional<Measure> found;
  for_each_field<T>([&](const auto& field) {
    if (!word.empty() && field.said.expect == word) {
      found = field.said.measure;
    }
  });
  return found;
}

// The measure of a key as [expect] writes it.
std::optional<Measure> measure_of(std::string_view key) {
  const std::size_t point = key.rfind('.');
  if (point == std::string_view::npos) {
    return measure_in<Results>(key);
  }
  const std::string_view word = key.substr(point + 1);
  std::optional<Measure> found;
  for_each_scope([&]<class Of>(const Scope<Of>& scope) {
    if (key.starts_with(scope.word) && key.substr(scope.word.size()).starts_with('.')) {
      found = measure_in<Of>(word);
    }
  });
  return found;
}

}  // namespace

std::string human(Measure measure, double value) {
  switch (measure) {
    case Measure::kBoolean:
      return value != 0 ? "true" : "false";
    case Measure::kTime:
      return human_seconds(value);
    case Measure::kRate:
      return human_rate(value);
    case Measure::kBytes:
      return human_bytes(value);
    case Measure::kRatio:
      return human_ratio(value);
    case Measure::kCount:
      break;
  }
  return human_count(static_cast<std::uint64_t>(value));
}

std::string human_measured(std::string_view text, double value) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (const auto measure = measure_of(text.substr(0, end))) {
      return human(*measure, value);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return human(Measure::kCount, value);
}

}  // namespace weir::report
