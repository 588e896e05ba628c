// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/expectation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "tb/report/measured.h"
#include "tb/report/scopes.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/quantity.h"

namespace weir::scenario {
namespace {

using report::joined;
using report::Names;
using report::Results;
using Measured = std::optional<double>;

template <class From>
void add_specs(std::vector<QuantitySpec>& specs, const std::string& scope) {
  report::for_each_field<From>([&](const auto& field) {
    const report::Said& said = field.said;
    if (!said.expect.empty()) {
      specs.push_back({scope + std::string(said.expect), said.measure, said.meaning, said.needs});
    }
  });
}

// The quantity of [expect] with this word. No value: it did not happen in this run, or was not measured.
template <class From>
Measured value_of(const From& from, std::string_view word) {
  Measured value;
  report::for_each_field<From>([&](const auto& field) {
    if constexpr (requires { report::number_of(field.of(from)); }) {
      if (field.said.expect == word) {
        value = report::number_of(field.of(from));
      }
    }
  });
  return value;
}

// How far a value lies inside the range; negative: outside. Not a value: as far outside as can be. `other`: the value
// of the quantity that it should be the same as.
double slack(const Expectation& expectation, const Measured& value, const Measured& other) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (!value || (!expectation.same_as.empty() && !other)) {
    return -kFar;
  }
  if (!expectation.same_as.empty()) {
    return expectation.within - std::abs(*value - *other - expectation.plus);
  }
  const double above = expectation.minimum ? *value - *expectation.minimum : kFar;
  const double below = expectation.maximum ? *expectation.maximum - *value : kFar;
  return std::min(above, below);
}

struct Judged {
  bool any = false;
  Measured value;
  double slack = 0;
  std::string name;

  void take(const Measured& one, double distance, const std::string& from) {
    if (!any || distance < slack) {
      *this = {true, one, distance, from};
    }
  }
};

bool all_match(const Names& patterns, const Names& names) {
  return std::ranges::equal(patterns, names,
                            [](const auto& pattern, const auto& name) { return matches(pattern, name); });
}

// Calls visit(value, {name, ...}, scope) for every result that the key means.
template <class Visit>
void for_each_meant(const ExpectationKey& key, const Results& results, const Visit& visit) {
  report::for_each_scope([&](const auto& scope) {
    if (scope.word != key.scope) {
      return;
    }
    bool any = false;
    for (const auto& one : results.*scope.all) {
      const Names names = scope.names_of(one);
      if (all_match(key.names, names)) {
        any = true;
        visit(value_of(one, key.quantity), names, scope.between);
      }
    }
    if (!any && scope.absent_is_zero) {
      visit(Measured(0.0), Names(), scope.between);
    }
  });
  if (key.scope.empty()) {
    visit(value_of(results, key.quantity), Names(), "");
  }
}

// The value of a key that means one result; none: nothing was measured.
Measured value_of_key(const std::string& key, const Results& results) {
  Measured value;
  if (!key.empty()) {
    for_each_meant(parse_expectation_key(key).value(), results,
                   [&](const Measured& one, const Names&, std::string_view) { value = one; });
  }
  return value;
}

// A value of the quantity, as [expect] writes it.
std::string text_of(const std::string& key, double value) {
  const auto whole = static_cast<std::int64_t>(std::llround(value));
  switch (find_quantity(key)->measure) {
    case Measure::kBoolean:
      return value != 0 ? "true" : "false";
    case Measure::kTime:
      return text::to_text(Time(std::llround(value * static_cast<double>(kPicosecondsPerSecond))));
    case Measure::kRate:
      return text::to_text(BitRate(whole));
    case Measure::kBytes:
      return text::to_text(Bytes(whole));
    case Measure::kRatio:
      return std::to_string(value);
    case Measure::kCount:
      break;
  }
  return std::to_string(whole);
}

Judged judge(const Expectation& expectation, const ExpectationKey& key, const Measured& other, const Results& results) {
  Judged judged;
  for_each_meant(key, results, [&](const Measured& value, const Names& names, std::string_view between) {
    judged.take(value, slack(expectation, value, other), joined(names, between));
  });
  return judged;
}

}  // namespace

std::span<const QuantitySpec> quantity_specs() {
  static const std::vector<QuantitySpec> specs = [] {
    std::vector<QuantitySpec> all;
    add_specs<Results>(all, "");
    report::for_each_scope([&]<class Of>(const report::Scope<Of>& scope) {
      std::string before = std::string(scope.word) + ".";
      for (std::size_t i = 0; i < scope.names; ++i) {
        before += "*.";
      }
      add_specs<Of>(all, before);
    });
    return all;
  }();
  return specs;
}

const QuantitySpec* find_quantity(std::string_view key) {
  const std::optional<ExpectationKey> parsed = parse_expectation_key(key);
  const auto found = std::ranges::find_if(quantity_specs(), [&](const QuantitySpec& spec) {
    const ExpectationKey known = parse_expectation_key(spec.key).value();
    return parsed && known.scope == parsed->scope && known.quantity == parsed->quantity;
  });
  return found == quantity_specs().end() ? nullptr : &*found;
}

std::optional<ExpectationKey> parse_expectation_key(std::string_view key) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    parts.emplace_back(key.substr(begin, end - begin));
    begin = end + 1;
  }
  ExpectationKey result;
  result.quantity = parts.back();
  bool known = parts.size() == 1;
  report::for_each_scope([&](const auto& scope) {
    if (parts[0] == scope.word && parts.size() == scope.names + 2) {
      result.scope = scope.word;
      known = true;
    }
  });
  if (!known) {
    return std::nullopt;
  }
  for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
    result.names.push_back(parts[i]);
  }
  return result;
}

bool matches(std::string_view pattern, std::string_view name) {
  // The usual two pointers: after a mismatch, let the last '*' take one letter more.
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches_within(std::string_view pattern, std::string_view path) {
  for (std::size_t length = path.size(); length > 0 && length != std::string_view::npos;
       length = path.rfind('.', length - 1)) {
    if (matches(pattern, path.substr(0, length))) {
      return true;
    }
  }
  return false;
}

std::vector<MeasuredValue> measured_values(const std::string& key, const Results& results) {
  const ExpectationKey parsed = parse_expectation_key(key).value();
  std::vector<MeasuredValue> values;
  for_each_meant(parsed, results, [&](const Measured& value, const Names& names, std::string_view) {
    values.push_back(
        {names.empty() ? key : joined({std::string(parsed.scope), joined(names, "."), parsed.quantity}, "."), value});
  });
  return values;
}

std::vector<report::ExpectationResult> evaluate(const std::vector<Expectation>& expectations, const Results& results) {
  std::vector<report::ExpectationResult> evaluated;
  for (const Expectation& expectation : expectations) {
    const ExpectationKey key = parse_expectation_key(expectation.key).value();
    const Measured other = value_of_key(expectation.same_as, results);
    const Judged judged = judge(expectation, key, other, results);
    report::ExpectationResult result;
    result.text = expectation.text;
    if (!expectation.same_as.empty()) {
      result.text += other ? ", which is " + text_of(expectation.same_as, *other) : ", which is not there";
    }
    if (expectation.key.find('*') != std::string::npos && !judged.name.empty()) {
      result.text += " (worst: " + judged.name + ")";
    }
    if (!results.partial) {
      result.held = judged.any && judged.slack >= 0;
    }
    result.value = judged.value;
    evaluated.push_back(std::move(result));
  }
  return evaluated;
}

}  // namespace weir::scenario
