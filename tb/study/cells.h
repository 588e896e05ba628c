// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The runs of a study, and which of them a cell of a table or of a claim is made of.

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
  std::vector<std::optional<Rows>> rows;  // by job; nothing: the job was not drawn
};

// Throws ScenarioError at the place of the plan that wants a column of the time series that no run has; nothing where
// some runs were not drawn.
void require_series(const Runs& runs);

// Of the jobs, whether each is one of a drawn tenth of the cells, at least one: a cell is all seeds of a combination.
// The same for the same plan.
std::vector<bool> draw_tenth(const sweep::Plan& plan, const std::vector<sweep::Job>& jobs);

// One place of each dimension, by its index.
using Places = std::vector<std::pair<Dimension, std::size_t>>;

// How many places a dimension has, and what one of them is called.
std::size_t size_of(const Study& study, const Table& table, const Dimension& dimension);
std::string label_of(const Study& study, const Table& table, const Dimension& dimension, std::size_t place);

// All places of several dimensions, the last of them turning fastest.
std::vector<Places> places_of(const Study& study, const Table& table, const std::vector<Dimension>& dimensions);

// Jobs of the rule that stand at the places of axes.
std::vector<std::size_t> jobs_at(const Runs& runs, const sweep::Rule& rule, const Places& places);

// Throws ScenarioError at `place` where the jobs differ in more than their seeds.
void require_one_cell(const Runs& runs, const std::vector<std::size_t>& jobs, const scenario::Place& place,
                      const std::string& path);

// Nothing where one of the jobs was not drawn.
std::optional<Scene> scene_of(const Runs& runs, const std::vector<std::size_t>& jobs,
                              std::optional<std::size_t> window);

}  // namespace weir::study
