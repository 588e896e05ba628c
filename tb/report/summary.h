// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// summary.json: the results of a run and the drawing of its network. Fields and their units: their descriptions beside
// the structs, of which its JSON Schema is made (summary_schema.h). The same results give the same
// bytes; numbers are written with as many digits as it takes to read them back exactly.

#pragma once

#include <string>

#include "tb/report/results.h"

namespace weir::report {

inline constexpr const char* kSummarySchema = "weir-summary-1";

struct Summary {
  Results results;
  NetworkDrawing network;
};

// Throws std::invalid_argument where a result is not finite.
std::string summary_to_json(const Results& results, const NetworkDrawing& network);

// `where` names the text in messages. Throws BadRunFile: no JSON, another schema, a field missing or of a wrong type.
Summary summary_from_json(const std::string& text, const std::string& where);

// The verdict: whether all expectations held (also when there are none). None of a run that ended early has.
bool all_held(const Results& results);

}  // namespace weir::report
