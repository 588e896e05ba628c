// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/wave_options.h"

#include <stdexcept>

#include "tb/commands/quantity_option.h"
#include "tb/text/quantity.h"

namespace weir {

void add_wave_options(CLI::App& command, WaveOptions& options) {
  command.add_option("--waves", options.format, "Waveforms: fst, vcd or off")
      ->check(CLI::IsMember({"fst", "vcd", "off"}))
      ->capture_default_str();
  command.add_option("--waves-from", options.from, "Record waveforms from this time on, e.g. 2ms");
  command.add_option("--waves-to", options.to, "Record waveforms to this time, e.g. 2500us");
  command
      .add_option("--waves-around", options.around,
                  "story: record waveforms around the events of the run's story, in a second, identical run")
      ->check(CLI::IsMember({"story"}))
      ->excludes("--waves-from")
      ->excludes("--waves-to");
  command
      .add_option("--probe", options.probes,
                  "Record only signals of this name or scope, e.g. s1, 's*.p0' or '*.viq_depth_c0'; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
}

namespace {

void require_waves(const WaveOptions& options) {
  const char* const given = options.from              ? "--waves-from"
                            : options.to              ? "--waves-to"
                            : !options.around.empty() ? "--waves-around"
                            : options.probes.empty()  ? nullptr
                                                      : "--probe";
  if (given != nullptr) {
    throw std::invalid_argument(std::string(given) + ": wanted --waves fst or --waves vcd beside it");
  }
}

}  // namespace

std::optional<WavesWanted> waves_wanted(const WaveOptions& options, const scenario::Scenario& scenario) {
  if (options.format == "off") {
    require_waves(options);
    return std::nullopt;
  }
  WavesWanted wanted{.format = options.format == "vcd" ? report::WaveFormat::kVcd : report::WaveFormat::kFst,
                     .probes = options.probes,
                     .by_second_run = !options.around.empty()};
  if (wanted.by_second_run && !scenario.measure.story) {
    throw std::invalid_argument("--waves-around story: wanted a run that keeps its story; " + scenario.file +
                                " has measure.story = false");
  }
  const Time end = scenario.duration;
  TraceWindow& window = wanted.windows.front();
  if (options.from) {
    window.from = time_option("--waves-from", *options.from);
    if (window.from >= end) {
      throw std::invalid_argument("--waves-from: wanted a time before the end of the run, " + text::to_text(end) +
                                  "; got " + *options.from);
    }
  }
  if (options.to) {
    window.until = time_option("--waves-to", *options.to);
    if (window.until <= window.from) {
      throw std::invalid_argument("--waves-to: wanted a time after --waves-from, " + text::to_text(window.from) +
                                  "; got " + *options.to);
    }
    if (window.until > end) {
      throw std::invalid_argument("--waves-to: wanted at most the end of the run, " + text::to_text(end) + "; got " +
                                  *options.to);
    }
  }
  return wanted;
}

}  // namespace weir
