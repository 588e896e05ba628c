// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/bench/measured.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "tb/study/statistics.h"

namespace weir::bench {

namespace {

Sample sample_of(const Row& row, const std::string& file, const std::vector<std::string>& settings, const Load& load) {
  if (row.sweep)
    return sweep_of(file, settings);
  if (row.foreign)
    return foreign(file, settings);
  if (row.ranks > 1)
    return run_on_ranks(file, settings, row.ranks);
  if (!row.program.empty())
    return program(row.program);
  return run_of(load, file, joined(settings, row.on), row.waves);
}

Sample other_side_of(const Row& row, const std::string& file, const std::vector<std::string>& settings,
                     const Load& load) {
  if (row.sweep)
    return runs_alone(load, file, settings);
  if (row.ranks > 1)
    return run_on_ranks(file, settings, 1);
  return run_of(load, file, settings, false);
}

void run_and_compare(const Row& row, const std::string& file, const std::vector<std::string>& settings,
                     const Load& load, Measured& measured) {
  const Sample with = sample_of(row, file, settings, load);
  measured.per_cpu_second.push_back(with.per_cpu_second());
  measured.megabytes.push_back(with.peak_megabytes);
  if (row.has_other_side()) {
    const Sample without = other_side_of(row, file, settings, load);
    measured.against.push_back(without.per_cpu_second() / with.per_cpu_second());
  }
}

std::size_t ports_of(const scenario::Scenario& scenario) { return 2 * scenario.topology.cables.size(); }

}  // namespace

std::vector<double> Measured::ratios() const {
  std::vector<double> all;
  std::transform(per_cpu_second.begin(), per_cpu_second.end(), yardstick.begin(), std::back_inserter(all),
                 [](double speed, double of) { return speed / of; });
  return all;
}

double Measured::kilobytes_a_port() const {
  return ports == 0 ? 0
                    : (study::median(megabytes) - study::median(idle_megabytes)) * 1024 / static_cast<double>(ports);
}

Measured measure(const Row& row, const std::string& file, bool quantum, unsigned rounds, const Load& load) {
  Measured measured;
  measured.row = row.name;
  measured.quantum = quantum;
  std::vector<std::string> settings = {quantum ? "scenario.quantum=on" : "scenario.quantum=off"};
  settings = joined(settings, row.load);
  measured.ports = row.sweep || !row.program.empty() ? 0 : ports_of(load(file, settings));
  for (unsigned i = 0; i < rounds; ++i) {
    const Sample bare = yardstick();
    measured.yardstick.push_back(bare.per_cpu_second());
    measured.idle_megabytes.push_back(bare.peak_megabytes);
    run_and_compare(row, file, settings, load, measured);
  }
  return measured;
}

std::string table_head() {
  return fmt::format("{:<30} {:>7} {:>12} {:>14} {:>8} {:>10} {:>8} {:>16}\n", "row", "quantum", "M hops/CPU s",
                     "M notify/CPU s", "ratio", "memory MB", "KB/port", "CPU, x without");
}

// A sweep counts runs, in processes whose memory nobody sees: it has the last column alone. The ports of another
// program are not known.
std::string table_row(const Measured& measured) {
  std::string line = fmt::format("{:<30} {:>7}", measured.row, measured.quantum ? "on" : "off");
  const double megabytes = study::median(measured.megabytes);
  if (megabytes > 0) {
    line += fmt::format(" {:>12.2f} {:>14.2f} {:>8.2f} {:>10.0f}", study::median(measured.per_cpu_second) / 1e6,
                        study::median(measured.yardstick) / 1e6, study::median(measured.ratios()), megabytes);
  }
  if (measured.ports != 0) {
    line += fmt::format(" {:>8.1f}", measured.kilobytes_a_port());
  }
  if (!measured.against.empty()) {
    line = fmt::format(
        "{:<95}{:>17}", line,
        fmt::format("{:.2f} +- {:.2f}", study::mean(measured.against), study::half_interval(measured.against)));
  }
  return line + "\n";
}

std::vector<Change> changes(const std::vector<Measured>& earlier, const std::vector<Measured>& now) {
  std::vector<Change> all;
  for (const Measured& one : now) {
    const auto then = std::find_if(earlier.begin(), earlier.end(), [&](const Measured& other) {
      return other.row == one.row && other.quantum == one.quantum;
    });
    if (then == earlier.end()) {
      continue;
    }
    const auto relative = [](const std::vector<double>& numbers) {
      return study::half_interval(numbers) / study::mean(numbers);
    };
    const double speed = study::mean(one.ratios()) / study::mean(then->ratios());
    all.push_back({one.row, one.quantum, speed, speed * std::hypot(relative(one.ratios()), relative(then->ratios()))});
  }
  return all;
}

std::string text_of(const std::vector<Change>& changes, double tolerance) {
  std::string text = fmt::format("{:<30} {:>7} {:>20}\n", "row", "quantum", "speed, x earlier");
  for (const Change& one : changes) {
    text += fmt::format("{:<30} {:>7} {:>20}{}\n", one.row, one.quantum ? "on" : "off",
                        fmt::format("{:.3f} +- {:.3f}", one.speed, one.half), one.slower(tolerance) ? "  slower" : "");
  }
  return text;
}

}  // namespace weir::bench
