// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The files that a run leaves for its reader: summary.json, story.json, timeseries.csv and report.html.

#pragma once

#include <filesystem>
#include <optional>

#include "tb/report/results.h"
#include "tb/report/run_directory.h"
#include "tb/report/story.h"

namespace weir::report {

// Without a story there is no story.json. Throws OutputError.
void write_run_files(const RunDirectory& directory, const Results& results, const TimeSeries& series,
                     const NetworkDrawing& network, const std::optional<Story>& story = {});

// The story of a run directory; nothing: the run kept none. Throws BadOutputDirectory, BadRunFile.
std::optional<Story> read_story(const std::filesystem::path& directory);

// Rewrites report.html from summary.json, story.json and timeseries.csv, with the same bytes as the run wrote. Throws
// BadOutputDirectory, BadRunFile, OutputError. Returns the path of the page.
std::filesystem::path rewrite_report(const std::filesystem::path& directory);

}  // namespace weir::report
