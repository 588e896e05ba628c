// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/study.h"

#include <utility>

#include "tb/scenario/file_text.h"
#include "tb/scenario/key_check.h"
#include "tb/study/page_reader.h"
#include "tb/text/words.h"

namespace weir::study {
namespace {

// A user's setting that an axis sets again would do nothing.
void add_sets(sweep::Plan& plan, const std::vector<std::string>& sets) {
  for (const std::string& set : sets) {
    const std::string key = set.substr(0, set.find('='));
    for (const sweep::Axis& axis : plan.axes) {
      for (const sweep::AxisValue& value : axis.values) {
        for (const std::string& of_axis : sweep::assignments(axis, value)) {
          if (of_axis.starts_with(key + "=")) {
            scenario::fail(plan.document, value.place, "axis." + axis.key,
                           "--set " + text::in_quotes(set) + " does nothing, because the axis sets " + key + " again");
          }
        }
      }
    }
    plan.sets.push_back(set);
  }
}

}  // namespace

Study parse_study(std::string_view text, const std::string& file, const std::vector<std::string>& sets) {
  Study study;
  study.plan = sweep::parse_plan(text, file);
  add_sets(study.plan, sets);
  const scenario::Value& root = study.plan.document.root;
  const scenario::Value* page = root.find("page");
  if (page == nullptr) {
    scenario::fail(study.plan.document, {}, "page", "is missing; wanted a table [page], or weir sweep run " + file);
  }
  PageReader reader(study);
  if (const scenario::Value* windows = root.find("windows")) {
    reader.windows(*windows);
  }
  if (const scenario::Value* figures = root.find("figures")) {
    reader.figures(*figures);
  }
  reader.page(*page);
  return study;
}

Study load_study(const std::string& file, const std::vector<std::string>& sets) {
  return parse_study(scenario::read_text_file(file, "a plan of a study"), file, sets);
}

}  // namespace weir::study
