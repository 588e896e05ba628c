// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary.h"

#include <algorithm>

#include "tb/report/json_text.h"
#include "tb/report/read_run_file.h"

namespace weir::report {

namespace {

void add_summary(const Results& results, const NetworkDrawing& network, ObjectText& object) {
  object.add("schema", std::string(kSummarySchema));
  object.add_fields(results);
  object.add("network", network);
  object.end();
}

}  // namespace

std::string summary_to_json(const Results& results, const NetworkDrawing& network) {
  std::string text;
  ObjectText object(text);
  add_summary(results, network, object);
  text += '\n';
  return text;
}

void write_summary(const Results& results, const NetworkDrawing& network,
                   const std::function<void(std::string_view)>& write) {
  std::string text;
  ObjectText object(text, 0, &write);
  add_summary(results, network, object);
  text += '\n';
  write(text);
}

Summary summary_from_json(const std::string& text, const std::string& where) {
  Summary summary;
  read_run_file(text, where, "a summary of a run", kSummarySchema, [&](const Json& json) {
    read(json, summary.results);
    read(json.at("network"), summary.network);
  });
  return summary;
}

bool all_held(const Results& results) {
  return std::ranges::all_of(results.expectations, [](const ExpectationResult& one) { return one.held == true; });
}

}  // namespace weir::report
