// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/weir/comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "tb/report/human.h"
#include "tb/report/measured.h"
#include "tb/report/run_directory.h"
#include "tb/report/summary.h"
#include "tb/scenario/document.h"
#include "tb/scenario/toml_text.h"

namespace weir {
namespace {

using report::Measure;
using scenario::Value;

// Values in the order in which they were added, each by its key.
template <class T>
struct Listed {
  std::vector<std::string> keys;
  std::map<std::string, T> values;

  void add(const std::string& key, T value) {
    if (values.emplace(key, std::move(value)).second) {
      keys.push_back(key);
    }
  }
  const T* find(const std::string& key) const {
    const auto found = values.find(key);
    return found == values.end() ? nullptr : &found->second;
  }
};

using Settings = Listed<std::string>;

struct Measured {
  Measure measure = Measure::kCount;
  std::optional<double> value;
};
using Quantities = Listed<Measured>;

bool is_list_of_tables(const Value& value) {
  return value.kind == Value::Kind::kArray && !value.elements.empty() &&
         std::all_of(value.elements.begin(), value.elements.end(),
                     [](const Value& element) { return element.kind == Value::Kind::kTable; });
}

void flatten(const Value& table, const std::string& prefix, Settings& settings) {
  for (const scenario::Member& member : table.members) {
    const std::string key = prefix + member.key;
    if (key == "origin") {
      continue;
    }
    if (is_list_of_tables(member.value)) {
      for (std::size_t i = 0; i < member.value.elements.size(); ++i) {
        const Value& element = member.value.elements[i];
        const Value* name = element.find("name");
        flatten(element, key + (name != nullptr ? "." + name->text : "[" + std::to_string(i + 1) + "]") + ".",
                settings);
      }
    } else if (member.value.kind == Value::Kind::kTable && !prefix.starts_with("expect.")) {
      flatten(member.value, key + ".", settings);
    } else {
      settings.add(key, toml_text(member.value));
    }
  }
}

template <class From>
void add_results(const From& from, const std::string& prefix, Quantities& quantities) {
  report::for_each_field<From>([&](const auto& field) {
    if constexpr (requires { report::number_of(field.of(from)); }) {
      if (!field.said.expect.empty()) {
        quantities.add(prefix + std::string(field.said.expect),
                       {field.said.measure, report::number_of(field.of(from))});
      }
    }
  });
}

Quantities quantities_of(const report::Results& results) {
  Quantities all;
  add_results(results, "", all);
  for (const report::ExpectationResult& expectation : results.expectations) {
    all.add("held: " + expectation.text, {Measure::kBoolean, report::number_of(expectation.held)});
  }
  for (const auto& flow : results.flows) {
    add_results(flow, "flow." + flow.name + ".", all);
  }
  for (const auto& workload : results.workloads) {
    add_results(workload, "workload." + workload.name + ".", all);
  }
  for (const auto& bin : results.bins) {
    add_results(bin, "bin." + bin.workload + "." + bin.name + ".", all);
  }
  for (const auto& one : results.classes) {
    add_results(one, "class." + one.name + ".", all);
  }
  for (const auto& event : results.events) {
    add_results(event, "event." + event.name + ".", all);
  }
  for (const auto& link : results.links) {
    add_results(link, "link." + link.from + "." + link.to + ".", all);
  }
  for (const auto& queue : results.queues) {
    add_results(queue, "queue." + report::place_name(queue.device, queue.port, queue.traffic_class) + ".", all);
  }
  return all;
}

struct Loaded {
  ComparedRun run;
  Settings settings;
  Quantities quantities;
};

Loaded load(const std::filesystem::path& path) {
  const report::RunDirectory directory = report::RunDirectory::open(path);
  const std::string summary_path = directory.file("summary.json").string();
  const report::Results results = report::summary_from_json(report::read_file(summary_path), summary_path).results;
  const std::string resolved_path = directory.file("resolved.toml").string();
  const scenario::Document document = scenario::parse_document(report::read_file(resolved_path), resolved_path);
  Loaded loaded;
  loaded.run = {path, results.scenario, results.version, results.commit, results.resolved_sha256};
  flatten(document.root, "", loaded.settings);
  loaded.quantities = quantities_of(results);
  return loaded;
}

template <class T>
std::vector<std::string> keys_of_both(const Listed<T>& a, const Listed<T>& b) {
  std::vector<std::string> keys = a.keys;
  std::copy_if(b.keys.begin(), b.keys.end(), std::back_inserter(keys),
               [&](const std::string& key) { return a.find(key) == nullptr; });
  return keys;
}

// A queue that saw nothing is not in the results, and all of it is 0.
Side side_of(const Measured* measured, const std::string& key) {
  if (measured == nullptr) {
    return key.starts_with("queue.") ? Side{true, 0.0} : Side{};
  }
  return {true, measured->value};
}

bool within(const Side& a, const Side& b, Measure measure, const Tolerance& tolerance) {
  if (!a.value || !b.value || measure == Measure::kBoolean) {
    return a == b;
  }
  const double distance = std::abs(*a.value - *b.value);
  return distance <= tolerance.absolute.at(static_cast<std::size_t>(measure)) ||
         distance <= tolerance.relative * std::max(std::abs(*a.value), std::abs(*b.value));
}

}  // namespace

std::optional<double> ResultDifference::relative() const {
  if (!a.value || !b.value || *a.value == *b.value) {
    return std::nullopt;
  }
  return (*b.value - *a.value) / std::max(std::abs(*a.value), std::abs(*b.value));
}

Comparison compare(const std::filesystem::path& a, const std::filesystem::path& b, const Tolerance& tolerance) {
  const Loaded first = load(a);
  const Loaded second = load(b);
  Comparison comparison;
  comparison.a = first.run;
  comparison.b = second.run;
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
  const std::vector<std::string> results = keys_of_both(first.quantities, second.quantities);
  comparison.results_compared = results.size();
  for (const std::string& key : results) {
    const Measured* const of_a = first.quantities.find(key);
    const Measured* const of_b = second.quantities.find(key);
    const ResultDifference found{key, (of_a != nullptr ? of_a : of_b)->measure, side_of(of_a, key), side_of(of_b, key)};
    if (found.a == found.b) {
      continue;
    }
    if (within(found.a, found.b, found.measure, tolerance)) {
      ++comparison.within;
    } else {
      comparison.results.push_back(found);
    }
  }
  return comparison;
}

}  // namespace weir
