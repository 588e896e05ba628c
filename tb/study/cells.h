// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a study, and the selection of runs for each cell of a table or claim.

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/study/study.h"
#include "tb/sweep/combinations.h"

namespace weir::study {

struct Runs {
  const Study& study;
  const std::vector<sweep::Job>& jobs;
  std::vector<std::optional<Rows>> rows;  // by job; nullopt: not drawn
};

// Throws ScenarioError at the place in the plan that wants a column of the time series that no run has; does nothing if
// some runs were not drawn.
void require_series(const Runs& runs);

// For each job: whether it belongs to the drawn tenth of the cells that page.tenth_of fits (at least one cell; a cell
// is all seeds of a combination, together with the cells that at() asks for). The same for the same plan. Throws
// ScenarioError where page.tenth_of fits no run.
std::vector<bool> draw_tenth(const Study& study, const std::vector<sweep::Job>& jobs);

// A position in each of several dimensions, by index.
using Places = std::vector<std::pair<Dimension, std::size_t>>;

// The number of positions of a dimension, and the label of one.
std::size_t size_of(const Study& study, const Table& table, const Dimension& dimension);
std::string label_of(const Study& study, const Table& table, const Dimension& dimension, std::size_t place);

// All positions in several dimensions, the last dimension turning fastest.
std::vector<Places> places_of(const Study& study, const Table& table, const std::vector<Dimension>& dimensions);

// The jobs that fit the rule and the positions on axes.
std::vector<std::size_t> jobs_at(const Runs& runs, const sweep::Rule& rule, const Places& places);

// Throws ScenarioError at `place` if the jobs differ in more than their seeds.
void require_one_cell(const Runs& runs, const std::vector<std::size_t>& jobs, const scenario::Place& place,
                      const std::string& path);

// nullopt: one of the jobs was not drawn.
std::optional<Scene> scene_of(const Runs& runs, const std::vector<std::size_t>& jobs,
                              std::optional<std::size_t> window);

}  // namespace weir::study
