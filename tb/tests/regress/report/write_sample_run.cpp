// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// write_sample_run KIND DIR: writes a made-up run, with waves in both formats, to the new directory DIR. KIND: ring,
// deadlock, fat_tree, large.
// write_sample_run rewrite DIR: writes the report of DIR again.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "tb/report/console_table.h"
#include "tb/report/run_directory.h"
#include "tb/report/run_files.h"
#include "tb/report/run_log.h"
#include "tb/report/trace_merger.h"
#include "tb/tests/regress/report/sample_run.h"

namespace {

using namespace weir;
using namespace weir::report;

SampleRun sample(const std::string& kind) {
  if (kind == "fat_tree") {
    return sample_fat_tree(4);
  }
  if (kind == "large") {
    return sample_fat_tree(16);
  }
  return sample_ring(kind == "deadlock");
}

void write_waves(const RunDirectory& directory, const std::string& kind, WaveFormat format) {
  SampleRun run = sample(kind);
  std::vector<Trace*> traces;
  for (const auto& trace : run.traces) {
    traces.push_back(trace.get());
  }
  if (traces.empty()) {
    return;
  }
  WaveRecorder recorder(directory, format, traces);
  for (Time horizon; horizon < run.end; horizon += Time(1'000'000'000)) {
    recorder.merge_until(horizon);
  }
  recorder.finish(run.end);
  if (!recorder.fault().empty()) {
    throw weir::report::OutputError(recorder.fault());
  }
}

int write_run(const std::string& kind, const std::string& path) {
  const RunDirectory directory = RunDirectory::create(path);
  const SampleRun run = sample(kind);
  RunLog log(directory);
  log.info(Time(0), "a made-up run");
  write_waves(directory, kind, WaveFormat::kVcd);
  if (!run.traces.empty()) {
    std::filesystem::rename(directory.file("waves.gtkw"), directory.file("waves_vcd.gtkw"));
  }
  write_waves(directory, kind, WaveFormat::kFst);
  write_run_files(directory, run.results, run.series, run.network, run.story);
  log.info(run.end, "end");
  log.close();
  std::fputs(console_table(run.results, console_style(1)).c_str(), stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() != 2) {
    std::fputs("usage: write_sample_run ring|deadlock|fat_tree|large|rewrite DIR\n", stderr);
    return 2;
  }
  try {
    if (arguments[0] == "rewrite") {
      rewrite_report(arguments[1]);
      return 0;
    }
    return write_run(arguments[0], arguments[1]);
  } catch (const BadOutputDirectory& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
