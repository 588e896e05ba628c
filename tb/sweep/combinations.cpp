// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/combinations.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tb/cost/chip_settings.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/scenario_error.h"
#include "tb/scenario/toml_text.h"
#include "tb/sweep/census_rows.h"
#include "tb/sweep/chip.h"
#include "tb/sweep/rules.h"
#include "tb/sweep/series.h"
#include "tb/text/sha256.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

// Axes that turn together, by index.
std::vector<std::vector<std::size_t>> wheels_of(const Plan& plan) {
  std::vector<std::vector<std::size_t>> wheels;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const auto same = std::find_if(wheels.begin(), wheels.end(), [&](const auto& wheel) {
      return !plan.axes[i].zip.empty() && plan.axes[wheel.front()].zip == plan.axes[i].zip;
    });
    if (same != wheels.end()) {
      same->push_back(i);
    } else {
      wheels.push_back({i});
    }
  }
  return wheels;
}

const AxisValue& value_of(const Plan& plan, const Combination& combination, std::size_t axis) {
  return plan.axes[axis].values[combination.values[axis]];
}

bool fits_any(const Plan& plan, const Combination& combination, const std::vector<Rule>& rules) {
  return std::any_of(rules.begin(), rules.end(), [&](const Rule& rule) { return fits(plan, combination, rule); });
}

Job job_of(const Plan& plan, const Combination& combination) {
  Job job;
  job.combination = combination;
  job.scenario = plan.scenarios.front();
  job.overrides.sets = plan.sets;
  job.overrides.until = plan.until;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    if (plan.axes[i].key == kScenarioAxis) {
      job.scenario = plan.scenarios[combination.values[i]];
    } else {
      const std::vector<std::string> sets = assignments(plan.axes[i], value_of(plan, combination, i));
      job.overrides.sets.insert(job.overrides.sets.end(), sets.begin(), sets.end());
    }
  }
  job.run = plan.run;
  job.chip = chip_of(job.overrides.sets);
  return job;
}

// The axis whose value the loader names in its message, or the base scenario.
[[noreturn]] void refuse(const Plan& plan, const Job& job, const std::string& message) {
  scenario::Place place = plan.document.root.find("sweep")->place;
  std::string key = "sweep";
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const AxisValue& value = value_of(plan, job.combination, i);
    for (const std::string& set : assignments(plan.axes[i], value)) {
      if (message.starts_with("--set " + text::one_line(set) + ":")) {
        place = value.place;
        key = "axis." + plan.axes[i].key;
      }
    }
  }
  const std::string which = describe(plan, job.combination);
  scenario::fail(plan.document, place, key,
                 "run " + std::to_string(job.combination.number) + (which.empty() ? "" : " (" + which + ")") +
                     " is refused: " + message);
}

}  // namespace

std::vector<Combination> combine(const Plan& plan) {
  const std::vector<std::vector<std::size_t>> wheels = wheels_of(plan);
  double all = 1;
  for (const auto& wheel : wheels) {
    all *= static_cast<double>(plan.axes[wheel.front()].values.size());
  }
  if (all > static_cast<double>(kMostRuns)) {
    scenario::fail(plan.document, plan.axes.front().place, "axis",
                   "wanted at most " + std::to_string(kMostRuns) + " combinations");
  }
  std::vector<Combination> combinations;
  std::vector<std::size_t> turned(wheels.size());
  for (auto left = static_cast<std::size_t>(all); left > 0; --left) {
    Combination combination{combinations.size() + 1, std::vector<std::size_t>(plan.axes.size())};
    for (std::size_t w = 0; w < wheels.size(); ++w) {
      for (const std::size_t axis : wheels[w]) {
        combination.values[axis] = turned[w];
      }
    }
    if ((plan.allow.empty() || fits_any(plan, combination, plan.allow)) && !fits_any(plan, combination, plan.forbid)) {
      combinations.push_back(std::move(combination));
    }
    for (std::size_t w = wheels.size(); w-- > 0;) {
      if (++turned[w] < plan.axes[wheels[w].front()].values.size()) {
        break;
      }
      turned[w] = 0;
    }
  }
  if (combinations.empty()) {
    scenario::fail(plan.document, plan.document.root.find("where")->place, "where", "no combination is left");
  }
  return combinations;
}

std::string describe(const Plan& plan, const Combination& combination) {
  std::string text;
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    text += (i == 0 ? "" : ", ") + plan.axes[i].key + "=" + value_of(plan, combination, i).text;
  }
  return text;
}

std::vector<Job> planned_jobs(const Plan& plan) {
  std::vector<Job> jobs;
  for (const Combination& combination : combine(plan)) {
    jobs.push_back(job_of(plan, combination));
  }
  return jobs;
}

std::string fingerprint_of(const Plan& plan, const std::vector<Job>& jobs, const std::string& program) {
  std::string text = program + "\n" + scenario::toml_text(plan.document.root);
  for (const Job& job : jobs) {
    text += "\n" + std::to_string(job.combination.number) + " " + command_of(job);
  }
  return text::sha256_of(text);
}

namespace {

// Whether some run has each quantity that the plan wants. Of those that have it not, nothing or 0 is stored.
class WantedCheck {
 public:
  explicit WantedCheck(const Plan& plan) : plan_(plan), missing_(plan.results.size()), found_(plan.results.size()) {}

  void look_at(const scenario::Scenario& scenario, const std::vector<std::string>& chip) {
    CostNames costs(scenario, chip);
    for (std::size_t i = 0; i < plan_.results.size(); ++i) {
      const Wanted& wanted = plan_.results[i];
      if (found_[i] || (missing_[i] && is_cost(wanted) && !costs.has(wanted))) {
        continue;
      }
      try {
        refuse_unless_run(wanted);
        is_cost(wanted)     ? costs.check(plan_.document, wanted)
        : is_census(wanted) ? check_census(plan_.document, wanted)
        : wanted.span       ? check_series(plan_.document, wanted, scenario)
                            : scenario::check_quantity(plan_.document, wanted.place, wanted.path, wanted.key, scenario);
        found_[i] = true;
      } catch (const scenario::ScenarioError&) {
        missing_[i] = missing_[i] ? missing_[i] : std::current_exception();
      }
    }
  }

  // Where nothing is run there are costs and counts of networks, and nothing else.
  void refuse_unless_run(const Wanted& wanted) const {
    if (!plan_.run && !is_cost(wanted) && !is_census(wanted)) {
      scenario::fail(plan_.document, wanted.place, wanted.path,
                     "wanted cost.PATH or census.N.NAME, because sweep.run = false runs nothing; got " +
                         text::in_quotes(wanted.text));
    }
  }

  // Throws the ScenarioError of the first run for the first quantity that none has.
  void conclude() const {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (!found_[i] && missing_[i]) {
        std::rethrow_exception(missing_[i]);
      }
    }
  }

 private:
  const Plan& plan_;
  std::vector<std::exception_ptr> missing_;
  std::vector<bool> found_;
};

}  // namespace

std::vector<Job> checked_jobs(const Plan& plan, const std::string& program, const Check& check) {
  std::vector<Job> jobs = planned_jobs(plan);
  WantedCheck wanted(plan);
  for (Job& job : jobs) {
    try {
      const scenario::Scenario scenario = check(job.scenario, job.overrides);
      job.resolved_sha256 = scenario.resolved.sha256;
      job.files = {job.scenario};
      for (const scenario::ResolvedFile& file : scenario.resolved.files) {
        job.files.push_back(file.path);
      }
      cost::check_settings(scenario, job.chip);
      wanted.look_at(scenario, job.chip);
    } catch (const scenario::ScenarioError& error) {
      refuse(plan, job, error.what());
    } catch (const std::invalid_argument& error) {  // of the chip
      refuse(plan, job, error.what());
    }
    job.id =
        text::sha256_of(program + "\n" + job.resolved_sha256 + text_of_chip(job.chip) + (job.run ? "" : "\nchecked"));
  }
  wanted.conclude();
  return jobs;
}

std::string command_of(const Job& job) {
  std::string scenario = text::shell_word(job.scenario);
  for (const std::string& set : job.overrides.sets) {
    scenario += " --set " + text::shell_word(set);
  }
  return (job.run ? "weir run " : "weir check ") + scenario +
         (job.overrides.until ? " --until " + text::shell_word(*job.overrides.until) : "") +
         (job.chip.empty() ? "" : " && " + cost::cost_command_of(job.chip, scenario));
}

}  // namespace weir::sweep
