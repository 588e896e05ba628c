// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A recording as a script, with idle inputs between its rows.

#pragma once

#include <stdexcept>
#include <string>

#include "tb/cosim/recorded.h"
#include "tb/cosim/runs.h"

namespace weir::cosim {

// Limit: more cycles would play for minutes, and for hours in an event-driven simulator.
inline constexpr std::uint64_t kMostRecordedCycles = 1'000'000'000;

template <class Kind>
Script<typename Kind::Inputs> script_of(const Recording& recording, const Recorded<Kind>& recorded) {
  if (recording.length > kMostRecordedCycles) {
    throw std::invalid_argument(recording.file + ": " + std::to_string(recording.length) + " cycles, wanted at most " +
                                std::to_string(kMostRecordedCycles) + " for vectors");
  }
  Script<typename Kind::Inputs> script{.name = "recorded", .exercises = "what " + recording.file + " holds"};
  auto rest_until = [&script, at = std::uint64_t{0}](std::uint64_t cycle) mutable {
    if (cycle > at) {
      script.add({}, cycle - at);
    }
    at = cycle + 1;
  };
  for (std::size_t n = 0; n < recording.rows(); ++n) {
    rest_until(recording.cycles[n]);
    script.add(recorded.inputs[n]);
  }
  rest_until(recording.length);
  return script;
}

}  // namespace weir::cosim
