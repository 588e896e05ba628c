// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The findings of a sweep for people and programs: one page that opens offline, CSV, JSON. Made from the store; runs
// that are not done are listed as missing.

#pragma once

#include <string>
#include <vector>

#include "tb/scenario/expectation.h"
#include "tb/sweep/store.h"

namespace weir::sweep {

struct Gathered {
  const Plan& plan;
  const std::vector<Job>& jobs;
  std::vector<Known> known;  // by job, like `results`
  std::vector<std::vector<ResultRow>> results;
  std::vector<std::string> quantities;  // quantities of any run, in the order of the plan
};

Gathered gather(const Plan& plan, const std::vector<Job>& jobs, Store& store);

// The quantity of a result such as "mean flow.*.steady_rate"; null: none.
const scenario::QuantitySpec* quantity_of(const std::string& result);

// "bit/s", "s", "B"; empty: a count.
std::string unit_of(const std::string& quantity);

std::string sweep_csv(const Gathered& gathered);   // one row per run, one column per axis and quantity
std::string sweep_json(const Gathered& gathered);  // schema weir-sweep-report-1
std::string sweep_page(const Gathered& gathered);

}  // namespace weir::sweep
