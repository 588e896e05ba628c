// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/lockstep.h"

namespace weir::cosim {

namespace {

std::string last_values(const WaveScope& scope) {
  std::string text;
  for (std::size_t i = 0; i < scope.ports.size(); ++i) {
    text += (i == 0 ? "" : " ") + scope.ports[i].name + "=" + std::to_string(scope.values.back()[i]);
  }
  return text;
}

// An instance name such as "s1.p2.c3" as a file name.
std::string file_name_of(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == '/' || c == ' ' || c == '[' || c == ']'; }, '_');
  return name;
}

}  // namespace

void report_mismatch(LockstepRecord record, const LockstepOptions& options) {
  const std::uint64_t cycle = record.cycles.back();
  std::string differing;
  for (std::size_t i = 0; i < record.rtl.ports.size(); ++i) {
    if (record.reference.values.back()[i] != record.rtl.values.back()[i]) {
      differing += (differing.empty() ? "" : ", ") + record.rtl.ports[i].name;
    }
  }
  std::string text = "lock-step: " + options.instance_name + " (" + record.block + ") differs in " + differing +
                     " at cycle " + std::to_string(cycle) + "; inputs " + last_values(record.inputs) + "; reference " +
                     last_values(record.reference) + "; rtl " + last_values(record.rtl);
  std::filesystem::path file;
  if (!options.wave_folder.empty()) {
    CycleWaves waves{.top = record.block, .period = record.period, .cycles = std::move(record.cycles), .scopes = {}};
    waves.scopes = {std::move(record.inputs), std::move(record.reference), std::move(record.rtl)};
    file = options.wave_folder / ("lockstep_" + file_name_of(options.instance_name) + ".fst");
    try {
      std::filesystem::create_directories(options.wave_folder);
      waves.write(file);
      text += "; waves in " + file.string();
    } catch (const std::exception& error) {
      // The difference itself is reported first; a missing waveform is an addition.
      text += "; no waves: " + std::string(error.what());
      file.clear();
    }
  }
  throw LockstepMismatch(text, cycle, file);
}

}  // namespace weir::cosim
