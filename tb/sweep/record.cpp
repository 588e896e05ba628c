// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/record.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include "tb/scenario/expectation.h"
#include "tb/sweep/census_rows.h"
#include "tb/sweep/chip.h"

namespace weir::sweep {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::optional<double> number(const Json& value) {
  return value.is_null() ? std::nullopt : std::optional(value.get<double>());
}

double aggregated(Aggregate aggregate, const std::vector<double>& values) {
  switch (aggregate) {
    case Aggregate::kMinimum:
      return *std::min_element(values.begin(), values.end());
    case Aggregate::kMaximum:
      return *std::max_element(values.begin(), values.end());
    default:
      break;
  }
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return aggregate == Aggregate::kSum ? sum : sum / static_cast<double>(values.size());
}

}  // namespace

std::vector<ResultRow> result_rows(const std::vector<Wanted>& wanted, const report::Results& results) {
  std::vector<ResultRow> rows;
  for (const Wanted& one : wanted) {
    if (one.span || is_cost(one) || is_census(one)) {
      continue;  // series_rows, cost_rows, census_rows
    }
    std::vector<double> values;
    for (const scenario::MeasuredValue& measured : scenario::measured_values(one.key, results)) {
      if (one.aggregate == Aggregate::kEach) {
        rows.push_back({measured.key, measured.value});
      } else if (measured.value) {
        values.push_back(*measured.value);
      }
    }
    if (one.aggregate != Aggregate::kEach) {
      rows.push_back({one.text, values.empty() ? std::nullopt : std::optional(aggregated(one.aggregate, values))});
    }
  }
  return rows;
}

std::string to_json(const Record& record) {
  Json json = {{"done", record.done},
               {"message", record.message},
               {"log", record.log},
               {"held", record.held},
               {"simulated_seconds", record.simulated_seconds},
               {"wall_seconds", record.wall_seconds},
               {"cpu_seconds", record.cpu_seconds},
               {"memory_bytes", record.memory_bytes},
               {"directory", record.directory},
               {"host", record.host},
               {"process", record.process},
               {"results", Json::array()},
               {"expectations", Json::array()},
               {"warnings", record.warnings}};
  for (const ResultRow& row : record.results) {
    json["results"].push_back({row.quantity, number(row.value)});
  }
  for (const report::ExpectationResult& one : record.expectations) {
    json["expectations"].push_back({one.text, one.held ? Json(*one.held) : Json(nullptr), number(one.value)});
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<Record> record_from_json(std::string_view text) {
  try {
    const Json json = Json::parse(text);
    Record record;
    record.done = json.at("done");
    record.message = json.at("message");
    record.log = json.at("log");
    record.held = json.at("held");
    record.simulated_seconds = json.at("simulated_seconds");
    record.wall_seconds = json.at("wall_seconds");
    record.cpu_seconds = json.at("cpu_seconds");
    record.memory_bytes = json.at("memory_bytes");
    record.directory = json.at("directory");
    record.host = json.at("host");
    record.process = json.at("process");
    for (const Json& row : json.at("results")) {
      record.results.push_back({row.at(0), number(row.at(1))});
    }
    for (const Json& one : json.at("expectations")) {
      record.expectations.push_back(
          {one.at(0), one.at(1).is_null() ? std::nullopt : std::optional(one.at(1).get<bool>()), number(one.at(2))});
    }
    record.warnings = json.at("warnings").get<std::vector<std::string>>();
    return record;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

}  // namespace weir::sweep
