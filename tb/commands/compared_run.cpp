// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "tb/commands/compared.h"
#include "tb/report/measured.h"
#include "tb/report/run_directory.h"
#include "tb/report/scopes.h"
#include "tb/report/summary.h"
#include "tb/report/version.h"
#include "tb/scenario/toml_text.h"

namespace weir {
namespace {

using report::Measure;
using scenario::Value;

bool is_list_of_tables(const Value& value) {
  return value.kind == Value::Kind::kArray && !value.elements.empty() &&
         std::all_of(value.elements.begin(), value.elements.end(),
                     [](const Value& element) { return element.kind == Value::Kind::kTable; });
}

template <class From>
void add_results(const From& from, const std::string& prefix, bool absent_is_zero, Listed<MeasuredResult>& all) {
  report::for_each_field<From>([&](const auto& field) {
    if constexpr (requires { report::number_of(field.of(from)); }) {
      if (!field.said.expect.empty()) {
        all.add(prefix + std::string(field.said.expect),
                {field.said.measure, report::number_of(field.of(from)), absent_is_zero});
      }
    }
  });
}

Listed<MeasuredResult> results_of(const report::Results& results) {
  Listed<MeasuredResult> all;
  add_results(results, "", false, all);
  for (const report::ExpectationResult& expectation : results.expectations) {
    all.add("held: " + expectation.text, {Measure::kBoolean, report::number_of(expectation.held)});
  }
  report::for_each_scope([&](const auto& scope) {
    for (const auto& one : results.*scope.all) {
      add_results(one, std::string(scope.word) + "." + report::joined(scope.names_of(one), ".") + ".",
                  scope.absent_is_zero, all);
    }
  });
  return all;
}

}  // namespace

void add_settings(const Value& table, const std::string& prefix, Listed<std::string>& settings) {
  for (const scenario::Member& member : table.members) {
    const std::string key = prefix + member.key;
    if (key == "origin") {
      continue;
    }
    if (is_list_of_tables(member.value)) {
      for (std::size_t i = 0; i < member.value.elements.size(); ++i) {
        const Value& element = member.value.elements[i];
        const Value* name = element.find("name");
        add_settings(element, key + (name != nullptr ? "." + name->text : "[" + std::to_string(i + 1) + "]") + ".",
                     settings);
      }
    } else if (member.value.kind == Value::Kind::kTable && !prefix.starts_with("expect.")) {
      add_settings(member.value, key + ".", settings);
    } else {
      settings.add(key, toml_text(member.value));
    }
  }
}

Compared compared_run(const std::filesystem::path& path) {
  const report::RunDirectory directory = report::RunDirectory::open(path);
  const std::string summary_path = directory.file("summary.json").string();
  const report::Results results = report::summary_from_json(report::read_file(summary_path), summary_path).results;
  const std::string resolved_path = directory.file("resolved.toml").string();
  const scenario::Document document = scenario::parse_document(report::read_file(resolved_path), resolved_path);
  Compared run;
  run.origin = {path, results.scenario, "weir " + results.version + ", commit " + results.commit,
                results.resolved_sha256};
  add_settings(document.root, "", run.settings);
  run.results = results_of(results);
  return run;
}

}  // namespace weir
