// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// report.html: one page with all measurements of a run and everything that the page needs (script, style, data), so
// that it opens without a network. The same input gives the same bytes.

#pragma once

#include <optional>
#include <string>

#include "tb/report/results.h"
#include "tb/report/story.h"

namespace weir::report {

std::string render_report(const Results& results, const TimeSeries& series, const NetworkDrawing& network,
                          const std::optional<Story>& story = {});

}  // namespace weir::report
