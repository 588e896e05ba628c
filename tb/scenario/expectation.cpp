// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/expectation.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "tb/report/measured.h"
#include "tb/scenario/expectation_key.h"

namespace weir::scenario {
namespace {

using report::BinResult;
using report::ClassResult;
using report::EventResult;
using report::FlowResult;
using report::LinkResult;
using report::QueueResult;
using report::Results;
using report::WorkloadResult;
using Measured = std::optional<double>;

template <class From>
void add_specs(std::vector<QuantitySpec>& specs, const char* scope) {
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

// How far a value lies inside the range; negative: outside. Not a value: as far outside as can be.
double slack(const Expectation& expectation, const Measured& value) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  if (!value) {
    return -kFar;
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

  void take(const Expectation& expectation, const Measured& other, const std::string& from) {
    const double distance = scenario::slack(expectation, other);
    if (!any || distance < slack) {
      *this = {true, other, distance, from};
    }
  }
};

// Of all results that the key means: visit(value, {name, ...}).
template <class Visit>
void for_each_meant(const ExpectationKey& key, const Results& results, const Visit& visit) {
  const auto visit_named = [&](const auto& all) {
    for (const auto& one : all) {
      if (matches(key.names[0], one.name)) {
        visit(value_of(one, key.quantity), {one.name});
      }
    }
  };
  if (key.scope == Scope::kRun) {
    visit(value_of(results, key.quantity), {});
  } else if (key.scope == Scope::kFlow) {
    visit_named(results.flows);
  } else if (key.scope == Scope::kEvent) {
    visit_named(results.events);
  } else if (key.scope == Scope::kWorkload) {
    visit_named(results.workloads);
  } else if (key.scope == Scope::kClass) {
    visit_named(results.classes);
  } else if (key.scope == Scope::kBin) {
    for (const BinResult& bin : results.bins) {
      if (matches(key.names[0], bin.workload) && matches(key.names[1], bin.name)) {
        visit(value_of(bin, key.quantity), {bin.workload, bin.name});
      }
    }
  } else if (key.scope == Scope::kLink) {
    for (const LinkResult& link : results.links) {
      if (matches(key.names[0], link.from) && matches(key.names[1], link.to)) {
        visit(value_of(link, key.quantity), {link.from, link.to});
      }
    }
  } else {
    for (const QueueResult& queue : results.queues) {
      const std::string port = "p" + std::to_string(queue.port);
      const std::string traffic_class = "c" + std::to_string(queue.traffic_class);
      if (matches(key.names[0], queue.device) && matches(key.names[1], port) && matches(key.names[2], traffic_class)) {
        visit(value_of(queue, key.quantity), {queue.device, port, traffic_class});
      }
    }
  }
}

std::string joined(const std::vector<std::string>& names, std::string_view between) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : std::string(between)) + name;
  }
  return text;
}

using Names = std::vector<std::string>;

// Of the names in a verdict.
std::string_view between(Scope scope) { return scope == Scope::kLink ? " to " : scope == Scope::kBin ? " bin " : "."; }

Judged judge(const Expectation& expectation, const ExpectationKey& key, const Results& results) {
  Judged judged;
  for_each_meant(key, results, [&](const Measured& value, const Names& names) {
    judged.take(expectation, value, joined(names, between(key.scope)));
  });
  if (!judged.any && key.scope == Scope::kQueue) {
    judged.take(expectation, 0.0, "");  // queues that saw nothing are not in the results
  }
  return judged;
}

}  // namespace

std::span<const QuantitySpec> quantity_specs() {
  static const std::vector<QuantitySpec> specs = [] {
    std::vector<QuantitySpec> all;
    add_specs<Results>(all, "");
    add_specs<FlowResult>(all, "flow.*.");
    add_specs<QueueResult>(all, "queue.*.*.*.");
    add_specs<EventResult>(all, "event.*.");
    add_specs<LinkResult>(all, "link.*.*.");
    add_specs<WorkloadResult>(all, "workload.*.");
    add_specs<BinResult>(all, "bin.*.*.");
    add_specs<ClassResult>(all, "class.*.");
    return all;
  }();
  return specs;
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
  if (parts.size() == 3 && parts[0] == "flow") {
    result.scope = Scope::kFlow;
  } else if (parts.size() == 3 && parts[0] == "event") {
    result.scope = Scope::kEvent;
  } else if (parts.size() == 3 && parts[0] == "workload") {
    result.scope = Scope::kWorkload;
  } else if (parts.size() == 3 && parts[0] == "class") {
    result.scope = Scope::kClass;
  } else if (parts.size() == 4 && parts[0] == "bin") {
    result.scope = Scope::kBin;
  } else if (parts.size() == 4 && parts[0] == "link") {
    result.scope = Scope::kLink;
  } else if (parts.size() == 5 && parts[0] == "queue") {
    result.scope = Scope::kQueue;
  } else if (parts.size() != 1) {
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

std::vector<MeasuredValue> measured_values(const std::string& key, const Results& results) {
  const ExpectationKey parsed = parse_expectation_key(key).value();
  const std::string scope = key.substr(0, key.find('.'));
  std::vector<MeasuredValue> values;
  for_each_meant(parsed, results, [&](const Measured& value, const Names& names) {
    values.push_back({names.empty() ? key : scope + "." + joined(names, ".") + "." + parsed.quantity, value});
  });
  if (values.empty() && parsed.scope == Scope::kQueue) {
    values.push_back({key, 0.0});
  }
  return values;
}

std::vector<report::ExpectationResult> evaluate(const std::vector<Expectation>& expectations, const Results& results) {
  std::vector<report::ExpectationResult> evaluated;
  for (const Expectation& expectation : expectations) {
    const ExpectationKey key = parse_expectation_key(expectation.key).value();
    const Judged judged = judge(expectation, key, results);
    report::ExpectationResult result;
    result.text = expectation.text;
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
