// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a sweep found, for people and for other programs: one page that opens offline, CSV, JSON. Made of the store; a
// plan whose runs are not all done has the others in it as missing.

#pragma once

#include <string>
#include <vector>

#include "tb/scenario/expectation.h"
#include "tb/sweep/store.h"

namespace weir::sweep {

struct Gathered {
  const Plan& plan;
  const std::vector<Job>& jobs;
  std::vector<Known> known;  // by job, as is the next
  std::vector<std::vector<ResultRow>> results;
  std::vector<std::string> quantities;  // that any run has, in the order of the plan
};

Gathered gather(const Plan& plan, const std::vector<Job>& jobs, Store& store);

// What "mean flow.*.steady_rate" is of; null: no quantity.
const scenario::QuantitySpec* quantity_of(const std::string& result);

// "bit/s", "s", "B"; empty where it is a count.
std::string unit_of(const std::string& quantity);

std::string sweep_csv(const Gathered& gathered);   // a row a run, a column an axis and a quantity
std::string sweep_json(const Gathered& gathered);  // schema weir-sweep-report-1
std::string sweep_page(const Gathered& gathered);

}  // namespace weir::sweep
