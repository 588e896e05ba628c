// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/rules.h"

#include <algorithm>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/sweep/plan_reader.h"
#include "tb/sweep/value_text.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

using scenario::Member;
using scenario::Value;

// [[where.allow]] and [[where.forbid]]: {AXIS = value, list of values, or {min, max, below, above}}.
class RuleLoader {
 public:
  explicit RuleLoader(const Plan& plan, std::string path = "") : plan_(plan), path_(std::move(path)) {}

  std::vector<Rule> load(const Value& where, const std::string& word) {
    std::vector<Rule> rules;
    const Value* list = where.find(word);
    path_ = "where." + word;
    if (list != nullptr && list->kind != Value::Kind::kArray) {
      scenario::fail(plan_.document, list->place, path_, "wanted [[" + path_ + "]]; got " + scenario::describe(*list));
    }
    for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
      const Value& table = list->elements[i];
      if (table.kind == Value::Kind::kTable && table.members.empty()) {
        scenario::fail(plan_.document, table.place, path_, "wanted a table of axes; got " + scenario::describe(table));
      }
      rules.push_back(load(table));
    }
    return rules;
  }

  Rule load(const Value& table) {
    if (table.kind != Value::Kind::kTable) {
      scenario::fail(plan_.document, table.place, path_, "wanted a table of axes; got " + scenario::describe(table));
    }
    Rule rule;
    gather(table, "", rule);
    return rule;
  }

 private:
  // A key without quotes is a table in a table.
  void gather(const Value& table, const std::string& prefix, Rule& rule) {
    for (const Member& member : table.members) {
      const std::string key = prefix + member.key;
      if (find_axis(key)) {
        rule.push_back(condition(key, member.value));
      } else if (member.value.kind == Value::Kind::kTable && !member.value.members.empty()) {
        gather(member.value, key + ".", rule);
      } else {
        fail_axis(member.key_place, path_ + "." + key, key);
      }
    }
  }

  Condition condition(const std::string& key, const Value& value) const {
    Condition made;
    made.axis = *find_axis(key);
    const Axis& axis = plan_.axes[made.axis];
    if (value.kind != Value::Kind::kTable) {
      for (const Value& one : value.kind == Value::Kind::kArray ? value.elements : std::vector{value}) {
        made.one_of.push_back(known_value(axis, key, one));
      }
      return made;
    }
    const PlanReader reader(plan_.document, path_ + "." + key, value, {"min", "max", "below", "above"});
    if (value.members.empty()) {
      reader.fail("min", "wanted min, max, below, above or some of them");
    }
    require_numbers(axis, value.place, key);
    for (const auto& [word, number] : {std::pair("min", &made.minimum), std::pair("max", &made.maximum)}) {
      if (reader.find(word) != nullptr) {
        const Scalar scalar = reader.scalar(word);
        if (scalar.unit() != axis.values.front().unit) {
          reader.fail(word, "wanted a value like those of the axis, " + text::in_quotes(axis.values.front().text));
        }
        *number = scalar.value();
      }
    }
    for (const auto& [word, other] : {std::pair("below", &made.below), std::pair("above", &made.above)}) {
      if (const Value* given = reader.find(word)) {
        *other = find_axis(reader.text(word));
        if (!*other) {
          fail_axis(given->place, path_ + "." + key + "." + word, reader.text(word));
        }
        require_numbers(plan_.axes[**other], given->place, key);
        if (plan_.axes[**other].values.front().unit != axis.values.front().unit) {
          reader.fail(word, "wanted an axis of the same dimension; got " + text::in_quotes(reader.text(word)));
        }
      }
    }
    return made;
  }

  std::string known_value(const Axis& axis, const std::string& key, const Value& value) const {
    const std::string text = text_of(value);
    std::vector<std::string> known;
    for (const AxisValue& one : axis.values) {
      if (one.text == text) {
        return text;
      }
      known.push_back(one.text);
    }
    scenario::fail(plan_.document, value.place, path_ + "." + key,
                   "the axis has no value " + text::in_quotes(text) + text::known_hint(text, known));
  }

  void require_numbers(const Axis& axis, const scenario::Place& place, const std::string& key) const {
    for (const AxisValue& value : axis.values) {
      if (!value.number || value.unit != axis.values.front().unit) {
        scenario::fail(
            plan_.document, place, path_ + "." + key,
            "wanted an axis of numbers of one dimension; " + axis.key + " has " + text::in_quotes(value.text));
      }
    }
  }

  std::optional<std::size_t> find_axis(const std::string& key) const {
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      if (plan_.axes[i].key == key) {
        return i;
      }
    }
    return std::nullopt;
  }

  [[noreturn]] void fail_axis(const scenario::Place& place, const std::string& path, const std::string& key) const {
    std::vector<std::string> known;
    for (const Axis& axis : plan_.axes) {
      known.push_back(axis.key);
    }
    scenario::fail(plan_.document, place, path,
                   "there is no axis " + text::in_quotes(key) + text::known_hint(key, known));
  }

  const Plan& plan_;
  std::string path_;
};

const AxisValue& value_at(const Plan& plan, const Combination& combination, std::size_t axis) {
  return plan.axes[axis].values[combination.values[axis]];
}

bool holds(const Plan& plan, const Combination& combination, const Condition& condition) {
  const AxisValue& value = value_at(plan, combination, condition.axis);
  if (!condition.one_of.empty() &&
      std::find(condition.one_of.begin(), condition.one_of.end(), value.text) == condition.one_of.end()) {
    return false;
  }
  return (!condition.minimum || *value.number >= *condition.minimum) &&
         (!condition.maximum || *value.number <= *condition.maximum) &&
         (!condition.below || *value.number < *value_at(plan, combination, *condition.below).number) &&
         (!condition.above || *value.number > *value_at(plan, combination, *condition.above).number);
}

}  // namespace

std::vector<Rule> load_rules(const Plan& plan, const Value& where, const std::string& word) {
  return RuleLoader(plan).load(where, word);
}

Rule load_rule(const Plan& plan, const Value& table, const std::string& path) {
  return RuleLoader(plan, path).load(table);
}

bool fits(const Plan& plan, const Combination& combination, const Rule& rule) {
  return std::all_of(rule.begin(), rule.end(),
                     [&](const Condition& condition) { return holds(plan, combination, condition); });
}

}  // namespace weir::sweep
