// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/summary.h"

#include <algorithm>

#include "tb/report/described_json.h"
#include "tb/report/json_text.h"
#include "tb/report/run_directory.h"

namespace weir::report {

std::string summary_to_json(const Results& results, const NetworkDrawing& network) {
  std::string text;
  ObjectText object(text);
  object.add("schema", std::string(kSummarySchema));
  object.add_fields(results);
  object.add("network", network);
  object.end();
  text += '\n';
  return text;
}

Summary summary_from_json(const std::string& text, const std::string& where) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object()) {
      throw BadRunFile(where + ": not a summary of a run: wanted an object");
    }
    const std::string schema = json.at("schema").get<std::string>();
    if (schema != kSummarySchema) {
      throw BadRunFile(where + ": schema is '" + schema + "'; wanted: '" + kSummarySchema + "'");
    }
    Summary summary;
    read(json, summary.results);
    read(json.at("network"), summary.network);
    return summary;
  } catch (const nlohmann::json::exception& error) {
    throw BadRunFile(where + ": not a summary of a run: " + said_by(error));
  }
}

bool all_held(const Results& results) {
  return std::ranges::all_of(results.expectations, [](const ExpectationResult& one) { return one.held == true; });
}

}  // namespace weir::report
