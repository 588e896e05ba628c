// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Schemes of flow control side by side: the same switch with each of them alone, the packet buffer that each needs, and
// whether it fits.

#pragma once

#include <string>
#include <vector>

#include "tb/cost/figures.h"
#include "tb/cost/report.h"

namespace weir::cost {

struct Comparison {
  std::vector<Report> reports;  // one a scheme, in the order asked for
};

// Throws std::invalid_argument for a mechanism that is no scheme of flow control with a buffer to compare, and as
// make_report.
Comparison compare(const SwitchRequest& request, const std::vector<std::string>& schemes);

// The headroom of the one scheme of a report.
const Headroom& headroom_of(const Report& report);

Table comparison_table(const Comparison& comparison);

std::string comparison_text(const Comparison& comparison, const report::ConsoleStyle& style = report::kUnbroken);
std::string comparison_csv(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);  // schemas.h
std::string comparison_page(const Comparison& comparison);

}  // namespace weir::cost
