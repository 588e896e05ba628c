// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/study/claims.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "tb/study/statistics.h"
#include "tb/text/words.h"

namespace weir::study {
namespace {

// Jobs by all that tells cells apart, the axes but those of seeds.
std::vector<std::vector<std::size_t>> cells_of(const Runs& runs, const sweep::Rule& rule) {
  std::map<std::vector<std::size_t>, std::vector<std::size_t>> cells;
  for (const std::size_t job : jobs_at(runs, rule, {})) {
    std::vector<std::size_t> values = runs.jobs[job].combination.values;
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
      values[axis] = runs.study.plan.axes[axis].seeds ? 0 : values[axis];
    }
    cells[values].push_back(job);
  }
  std::vector<std::vector<std::size_t>> all;
  for (const auto& [values, jobs] : cells) {
    all.push_back(jobs);
  }
  return all;
}

std::string name_of(const Runs& runs, std::size_t job, std::optional<std::size_t> window) {
  std::string name;
  for (std::size_t axis = 0; axis < runs.study.plan.axes.size(); ++axis) {
    const sweep::Axis& one = runs.study.plan.axes[axis];
    if (!one.seeds && one.values.size() > 1) {
      name += (name.empty() ? "" : ", ") + one.key + "=" + one.values[runs.jobs[job].combination.values[axis]].text;
    }
  }
  return name + (window ? (name.empty() ? "" : ", ") + runs.study.names.windows[*window].name : "");
}

struct Bound {
  const char* word;
  const std::optional<sweep::Scalar>& limit;
  bool (*holds)(double value, double limit);
};

// As the bound is written, so that both can be read side by side.
std::string value_text(double value, const sweep::Scalar& like) {
  if (std::isnan(value)) {
    return "nothing";
  }
  if (like.unit().empty()) {
    return fmt::format("{:.6g}", value);
  }
  const double each = like.kind == sweep::Scalar::Kind::kTime ? static_cast<double>(kPicosecondsPerSecond) : 1;
  return sweep::nearest(like.kind, value * each).text();
}

// What is wrong; empty: nothing.
std::string fault_of(const Held& held, const Scene& scene) {
  const double value = mean(evaluate(held.number, scene));
  const Bound bounds[] = {{"at least", held.minimum, [](double v, double limit) { return v >= limit; }},
                          {"at most", held.maximum, [](double v, double limit) { return v <= limit; }},
                          {"more than", held.above, [](double v, double limit) { return v > limit; }},
                          {"less than", held.below, [](double v, double limit) { return v < limit; }},
                          {"", held.equal, [](double v, double limit) { return v == limit; }}};
  for (const Bound& bound : bounds) {
    if (bound.limit && !bound.holds(value, bound.limit->value())) {
      return fmt::format("{} is {}; wanted {}{}{}", held.text, value_text(value, *bound.limit), bound.word,
                         *bound.word == '\0' ? "" : " ", bound.limit->text());
    }
  }
  return "";
}

// nullopt: the cell, or one that it asks for, was not drawn.
std::optional<std::vector<std::string>> faults_of(const Claim& claim, const std::optional<Scene>& scene) {
  std::vector<std::string> faults;
  try {
    for (std::size_t i = 0; scene && i < claim.holds.size(); ++i) {
      if (std::string fault = fault_of(claim.holds[i], *scene); !fault.empty()) {
        faults.push_back(std::move(fault));
      }
    }
  } catch (const NotDrawn&) {
    return std::nullopt;
  }
  return scene ? std::optional(std::move(faults)) : std::nullopt;
}

}  // namespace

std::vector<Judged> judge(const Runs& runs) {
  std::vector<Judged> all;
  for (const Claim& claim : runs.study.page.claims) {
    const auto cells = cells_of(runs, claim.where.rule);
    if (cells.empty()) {
      scenario::fail(runs.study.plan.document, claim.place, "page.claim.where", "no run of the plan is of it");
    }
    const bool by_window = std::ranges::any_of(claim.holds, [](const Held& held) { return held.number->by_window; });
    std::vector<std::optional<std::size_t>> windows{std::nullopt};
    if (by_window) {
      windows.assign(claim.where.windows.begin(), claim.where.windows.end());
    }
    Judged judged{.claim = &claim};
    for (const std::vector<std::size_t>& jobs : cells) {
      for (const std::optional<std::size_t>& window : windows) {
        const std::optional<std::vector<std::string>> faults = faults_of(claim, scene_of(runs, jobs, window));
        judged.cells += faults ? 1 : 0;
        for (const std::string& fault : faults.value_or(std::vector<std::string>())) {
          judged.broken.push_back(name_of(runs, jobs.front(), window) + ": " + fault);
        }
      }
    }
    all.push_back(std::move(judged));
  }
  return all;
}

}  // namespace weir::study
