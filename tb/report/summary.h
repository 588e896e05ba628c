// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// summary.json: the results of a run and the drawing of its network. Its fields, units and JSON Schema
// (summary_schema.h) come from the descriptions beside the structs. The same results give the same bytes; numbers have
// as many digits as needed to read them back exactly.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "tb/report/results.h"

namespace weir::report {

inline constexpr const char* kSummarySchema = "weir-summary-1";

struct Summary {
  Results results;
  NetworkDrawing network;
};

// Throws std::invalid_argument if a result is not finite.
std::string summary_to_json(const Results& results, const NetworkDrawing& network);
// The same text, in parts to `write`: of a large network it takes more memory than some ranks.
void write_summary(const Results& results, const NetworkDrawing& network,
                   const std::function<void(std::string_view)>& write);

// `where` names the text in messages. Throws BadRunFile: not JSON, another schema, a field missing or of a wrong type.
Summary summary_from_json(const std::string& text, const std::string& where);

// The verdict: whether all expectations held (true if there are none). Expectations of a run that ended early have not
// held.
bool all_held(const Results& results);

}  // namespace weir::report
