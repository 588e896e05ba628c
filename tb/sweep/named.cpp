// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/named.h"

#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/text/words.h"

namespace weir::sweep {

using scenario::Value;

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
    std::vector<std::string> sets;
    for (const Value& set : member.value.elements) {
      sets.push_back(set.kind == Value::Kind::kText ? set.text : "");
    }
    sets = with_named(plan, sets, member.value.place, path);  // of the names above
    for (const std::string& set : sets) {
      if (set.find('=') == std::string::npos) {
        sets.clear();
        break;
      }
    }
    if (sets.empty()) {
      scenario::fail(plan.document, member.value.place, path, "wanted a list of KEY=VALUE");
    }
    plan.named.emplace_back(member.key, std::move(sets));
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
                     "[named] has no " + text::in_quotes(set.substr(1)) + text::nearest_hint(set.substr(1), known));
    }
    all.insert(all.end(), found->begin(), found->end());
  }
  return all;
}

}  // namespace weir::sweep
