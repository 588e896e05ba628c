// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/named.h"

#include <algorithm>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/text/words.h"

namespace weir::sweep {

using scenario::Value;

namespace {

[[noreturn]] void refuse_settings(const Plan& plan, const Value& value, const std::string& path) {
  scenario::fail(plan.document, value.place, path, "wanted a list of KEY=VALUE");
}

}  // namespace

void load_named(Plan& plan) {
  const Value* table = plan.document.root.find("named");
  if (table == nullptr) {
    return;
  }
  if (table->kind != Value::Kind::kTable) {
    scenario::fail(plan.document, table->place, "named", "wanted a table; got " + scenario::describe(*table));
  }
  for (const scenario::Member& member : table->members) {
    const std::string path = "named." + member.key;
    if (member.value.elements.empty()) {
      refuse_settings(plan, member.value, path);
    }
    plan.named.emplace_back(member.key, settings_in(plan, member.value, path));  // of the names above
  }
}

std::vector<std::string> with_named(const Plan& plan, const std::vector<std::string>& sets,
                                    const scenario::Place& place, const std::string& path) {
  std::vector<std::string> all;
  for (const std::string& set : sets) {
    if (!set.starts_with('@')) {
      all.push_back(set);
      continue;
    }
    std::vector<std::string> known;
    const std::vector<std::string>* found = nullptr;
    for (const auto& [name, settings] : plan.named) {
      known.push_back(name);
      found = name == set.substr(1) ? &settings : found;
    }
    if (found == nullptr) {
      scenario::fail(plan.document, place, path,
                     "[named] has no " + text::in_quotes(set.substr(1)) + text::known_hint(set.substr(1), known));
    }
    all.insert(all.end(), found->begin(), found->end());
  }
  return all;
}

std::vector<std::string> settings_in(const Plan& plan, const Value& value, const std::string& path) {
  std::vector<std::string> sets;
  for (const Value& set : value.elements) {
    sets.push_back(set.kind == Value::Kind::kText ? set.text : "");
  }
  sets = with_named(plan, sets, value.place, path);
  if (value.kind != Value::Kind::kArray ||
      std::ranges::any_of(sets, [](const std::string& set) { return set.find('=') == std::string::npos; })) {
    refuse_settings(plan, value, path);
  }
  return sets;
}

}  // namespace weir::sweep
