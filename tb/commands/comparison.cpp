// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "tb/commands/compared.h"
#include "tb/report/run_directory.h"

namespace weir {
namespace {

using report::Measure;

template <class T>
std::vector<std::string> keys_of_both(const Listed<T>& a, const Listed<T>& b) {
  std::vector<std::string> keys = a.keys;
  std::copy_if(b.keys.begin(), b.keys.end(), std::back_inserter(keys),
               [&](const std::string& key) { return a.find(key) == nullptr; });
  return keys;
}

// `other`: the same of the other side.
Side side_of(const MeasuredResult* measured, const MeasuredResult* other) {
  if (measured == nullptr) {
    return other->absent_is_zero ? Side{true, 0.0} : Side{};
  }
  return {true, measured->value};
}

bool is_sweep(const std::filesystem::path& path) {
  return path.extension() == ".toml" || path.extension() == ".sqlite";
}

Compared load(const std::filesystem::path& path) { return is_sweep(path) ? compared_sweep(path) : compared_run(path); }

bool within(const Side& a, const Side& b, Measure measure, const Tolerance& tolerance) {
  if (!a.value || !b.value || measure == Measure::kBoolean) {
    return a == b;
  }
  const double distance = std::abs(*a.value - *b.value);
  return distance <= tolerance.absolute.at(static_cast<std::size_t>(measure)) ||
         distance * tolerance.relative.denominator <= tolerance.relative.numerator * std::abs(*a.value);
}

void add_lone_runs(const Listed<std::size_t>& of, const Listed<std::size_t>& other, bool of_a,
                   std::vector<LoneRun>& lone) {
  for (const std::string& run : of.keys) {
    if (other.find(run) == nullptr) {
      lone.push_back({run, of_a, *of.find(run)});
    }
  }
}

void compare_results(const Compared& first, const Compared& second, Comparison& comparison) {
  add_lone_runs(first.runs, second.runs, true, comparison.lone);
  add_lone_runs(second.runs, first.runs, false, comparison.lone);
  for (const std::string& key : keys_of_both(first.results, second.results)) {
    const MeasuredResult* const of_a = first.results.find(key);
    const MeasuredResult* const of_b = second.results.find(key);
    const MeasuredResult& either = of_a != nullptr ? *of_a : *of_b;
    if ((first.runs.find(either.run) == nullptr) != (second.runs.find(either.run) == nullptr)) {
      continue;  // of a lone run
    }
    ++comparison.results_compared;
    const ResultDifference found{key, either.measure, side_of(of_a, of_b), side_of(of_b, of_a)};
    if (found.a == found.b) {
      continue;
    }
    if (within(found.a, found.b, found.measure, comparison.tolerance)) {
      ++comparison.within;
    } else {
      comparison.results.push_back(found);
    }
  }
}

}  // namespace

std::optional<double> ResultDifference::relative() const {
  if (!a.value || !b.value || *a.value == *b.value || *a.value == 0) {
    return std::nullopt;
  }
  return (*b.value - *a.value) / std::abs(*a.value);
}

Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, const Tolerance& tolerance) {
  if (is_sweep(a) != is_sweep(b)) {
    throw report::BadOutputDirectory((is_sweep(a) ? b : a).string() + ": wanted a sweep, its plan or its store, as " +
                                     (is_sweep(a) ? a : b).string() + " is one");
  }
  const Compared first = load(a);
  const Compared second = load(b);
  Comparison comparison;
  comparison.a = first.origin;
  comparison.b = second.origin;
  comparison.tolerance = tolerance;
  const auto text_of = [](const std::string* text) { return text == nullptr ? std::nullopt : std::optional(*text); };
  const std::vector<std::string> settings = keys_of_both(first.settings, second.settings);
  comparison.settings_compared = settings.size();
  for (const std::string& key : settings) {
    const SettingDifference found{key, text_of(first.settings.find(key)), text_of(second.settings.find(key))};
    if (found.a != found.b) {
      comparison.settings.push_back(found);
    }
  }
  compare_results(first, second, comparison);
  return comparison;
}

}  // namespace weir
