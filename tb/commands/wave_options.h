// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The options of `weir run` that say what goes into the waveform.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "tb/run/simulation.h"
#include "tb/scenario/scenario.h"

namespace weir {

struct WaveOptions {
  std::string format = "off";
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::string around;  // "story" or empty
  std::vector<std::string> probes;
};

void add_wave_options(CLI::App& command, WaveOptions& options);

// What is to be recorded of a scenario's run; nothing without --waves. Throws std::invalid_argument: a time that is
// none, a window that is empty or not within the run, an option without --waves, a story that is not kept.
std::optional<WavesWanted> waves_wanted(const WaveOptions& options, const scenario::Scenario& scenario);

}  // namespace weir
