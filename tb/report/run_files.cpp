// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/run_files.h"

#include "tb/report/html.h"
#include "tb/report/summary.h"
#include "tb/report/timeseries.h"

namespace weir::report {

void write_run_files(const RunDirectory& directory, const Results& results, const TimeSeries& series,
                     const NetworkDrawing& network, const std::optional<Story>& story) {
  // The summary comes first: it is small, and fits a disk that is nearly full.
  OutputFile summary(directory.file("summary.json"));
  write_summary(results, network, [&summary](std::string_view text) { summary.write(text); });
  summary.commit();
  if (story) {
    directory.write_file("story.json", story_to_json(*story));
  }
  directory.write_file("timeseries.csv", timeseries_to_csv(series));
  directory.write_file("report.html", render_report(results, series, network, story));
}

namespace {

std::optional<Story> story_of(const RunDirectory& run) {
  const std::filesystem::path path = run.file("story.json");
  return std::filesystem::exists(path) ? std::optional(story_from_json(read_file(path), path.string())) : std::nullopt;
}

}  // namespace

std::optional<Story> read_story(const std::filesystem::path& directory) {
  return story_of(RunDirectory::open(directory));
}

std::filesystem::path rewrite_report(const std::filesystem::path& directory) {
  const RunDirectory run = RunDirectory::open(directory);
  const std::filesystem::path summary_path = run.file("summary.json");
  const std::filesystem::path series_path = run.file("timeseries.csv");
  const Summary summary = summary_from_json(read_file(summary_path), summary_path.string());
  const TimeSeries series = timeseries_from_csv(read_file(series_path), series_path.string());
  run.write_file("report.html", render_report(summary.results, series, summary.network, story_of(run)));
  return run.file("report.html");
}

}  // namespace weir::report
