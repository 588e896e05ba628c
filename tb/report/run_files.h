// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The files that a run leaves for its reader: summary.json, timeseries.csv and report.html.

#pragma once

#include <filesystem>

#include "tb/report/results.h"
#include "tb/report/run_directory.h"

namespace weir::report {

// Throws OutputError.
void write_run_files(const RunDirectory& directory, const Results& results, const TimeSeries& series,
                     const NetworkDrawing& network);

// Rewrites report.html from summary.json and timeseries.csv, with the same bytes as the run wrote. Throws
// BadOutputDirectory, BadRunFile, OutputError. Returns the path of the page.
std::filesystem::path rewrite_report(const std::filesystem::path& directory);

}  // namespace weir::report
