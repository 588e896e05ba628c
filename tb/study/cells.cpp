// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/cells.h"

#include <algorithm>
#include <map>
#include <set>

#include "tb/scenario/expectation_key.h"
#include "tb/sweep/rules.h"
#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::study {

void require_series(const Runs& runs) {
  if (std::ranges::any_of(runs.rows, [](const auto& rows) { return !rows.has_value(); })) {
    return;
  }
  for (const sweep::Wanted& wanted : runs.study.plan.results) {
    const auto means = [&](const auto& row) { return scenario::matches(wanted.text, row.first); };
    const bool one = wanted.text.find('*') == std::string::npos;
    if (wanted.span && std::ranges::none_of(runs.rows, [&](const auto& rows) {
          return one ? rows->contains(wanted.text) : std::ranges::any_of(*rows, means);
        })) {
      scenario::fail(runs.study.plan.document, wanted.place, wanted.path,
                     "no run has " + text::in_quotes(wanted.key) + " in its time series");
    }
  }
}

std::vector<bool> draw_tenth(const Study& study, const std::vector<sweep::Job>& jobs) {
  constexpr std::size_t kPart = 10;
  const sweep::Plan& plan = study.plan;
  const auto cell_of = [&](const sweep::Job& job) {
    std::string cell = plan.name;
    for (std::size_t i = 0; i < plan.axes.size(); ++i) {
      cell += plan.axes[i].seeds || study.asked.contains(i)
                  ? ""
                  : "\n" + plan.axes[i].values[job.combination.values[i]].text;
    }
    return text::sha256_of(cell);
  };
  const auto may_be_drawn = [&](const sweep::Job& job) {
    return sweep::fits(plan, job.combination, study.page.tenth_of);
  };
  std::set<std::string> cells;
  for (const sweep::Job& job : jobs) {
    if (may_be_drawn(job)) {
      cells.insert(cell_of(job));
    }
  }
  if (cells.empty()) {
    scenario::fail(plan.document, plan.document.root.find("page")->place, "page.tenth_of", "wanted what a run fits");
  }
  const auto end = std::next(cells.begin(), static_cast<std::ptrdiff_t>((cells.size() + kPart - 1) / kPart));
  const std::set<std::string> drawn(cells.begin(), end);
  std::vector<bool> all;
  for (const sweep::Job& job : jobs) {
    all.push_back(may_be_drawn(job) && drawn.contains(cell_of(job)));
  }
  return all;
}

std::size_t size_of(const Study& study, const Table& table, const Dimension& dimension) {
  return dimension.kind == Dimension::Kind::kAxis     ? study.plan.axes[dimension.index].values.size()
         : dimension.kind == Dimension::Kind::kWindow ? table.where.windows.size()
         : dimension.kind == Dimension::Kind::kList   ? study.page.lists[dimension.index].words.size()
                                                      : table.cells.size();
}

std::string label_of(const Study& study, const Table& table, const Dimension& dimension, std::size_t place) {
  if (dimension.kind == Dimension::Kind::kList) {
    return study.page.lists[dimension.index].words[place].second;
  }
  const std::string name =
      dimension.kind == Dimension::Kind::kAxis     ? study.plan.axes[dimension.index].values[place].text
      : dimension.kind == Dimension::Kind::kWindow ? study.names.windows[table.where.windows[place]].name
                                                   : table.cells[place].label;
  const auto label = table.labels.find(name);
  return label == table.labels.end() ? name : label->second;
}

std::vector<Places> places_of(const Study& study, const Table& table, const std::vector<Dimension>& dimensions) {
  std::vector<Places> all{{}};
  for (const Dimension& dimension : dimensions) {
    std::vector<Places> next;
    for (const Places& before : all) {
      for (std::size_t place = 0; place < size_of(study, table, dimension); ++place) {
        next.push_back(before);
        next.back().emplace_back(dimension, place);
      }
    }
    all = std::move(next);
  }
  return all;
}

std::vector<std::size_t> jobs_at(const Runs& runs, const sweep::Rule& rule, const Places& places) {
  std::vector<std::size_t> jobs;
  for (std::size_t i = 0; i < runs.jobs.size(); ++i) {
    const sweep::Combination& combination = runs.jobs[i].combination;
    const bool there = std::ranges::all_of(places, [&](const auto& place) {
      return place.first.kind != Dimension::Kind::kAxis || combination.values[place.first.index] == place.second;
    });
    if (there && sweep::fits(runs.study.plan, combination, rule)) {
      jobs.push_back(i);
    }
  }
  return jobs;
}

void require_one_cell(const Runs& runs, const std::vector<std::size_t>& jobs, const scenario::Place& place,
                      const std::string& path) {
  const sweep::Plan& plan = runs.study.plan;
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
    for (const std::size_t job : jobs) {
      const std::size_t value = runs.jobs[job].combination.values[axis];
      const std::size_t first = runs.jobs[jobs.front()].combination.values[axis];
      if (!plan.axes[axis].seeds && value != first) {
        scenario::fail(plan.document, place, path,
                       "wanted " + plan.axes[axis].key +
                           " in rows or columns, or one value of it in where; a cell has " +
                           text::in_quotes(plan.axes[axis].values[first].text) + " and " +
                           text::in_quotes(plan.axes[axis].values[value].text));
      }
    }
  }
}

namespace {

const Rows* run_at(const Runs& runs, const std::vector<std::size_t>& values) {
  const auto other = std::ranges::find(
      runs.jobs, values, [](const sweep::Job& one) -> const auto& { return one.combination.values; });
  if (other == runs.jobs.end()) {
    return nullptr;
  }
  const std::optional<Rows>& rows = runs.rows[static_cast<std::size_t>(other - runs.jobs.begin())];
  if (!rows) {
    throw NotDrawn();
  }
  return &*rows;
}

}  // namespace

std::optional<Scene> scene_of(const Runs& runs, const std::vector<std::size_t>& jobs,
                              std::optional<std::size_t> window) {
  Scene scene{.runs = {}, .windows = &runs.study.names.windows, .window = window};
  scene.run_at = [&runs](const std::vector<std::size_t>& place) { return run_at(runs, place); };
  for (const std::size_t job : jobs) {
    scene.places.push_back(runs.jobs[job].combination.values);
    if (!runs.rows[job]) {
      return std::nullopt;
    }
    scene.runs.push_back(&*runs.rows[job]);
  }
  return scene;
}

}  // namespace weir::study
