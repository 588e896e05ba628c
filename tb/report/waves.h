// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writers of waveform files: value changes of named signals over time, for a waveform viewer. FST is compact and knows
// the names of states; VCD is text for every viewer, with states as strings. Scopes are device and port.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"

namespace weir::report {

enum class WaveFormat { kFst, kVcd };

class WaveWriter {
 public:
  virtual ~WaveWriter() = default;
  WaveWriter() = default;
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;

  // Once, before the first write. Signal n of the writer is probes[n]; (device, port, name) is unique.
  virtual void declare(const std::vector<Probe>& probes) = 0;
  // Times do not decrease. A value wider than its signal is cut to its width.
  virtual void write(Time at, std::size_t signal, std::uint64_t value) = 0;
  // From `at` to its next write the signal is not recorded: its value is x.
  virtual void write_unknown(Time at, std::size_t signal) = 0;
  // Ends the waves at `end` and gives the file its final name. Without close() the file is removed. Throws OutputError.
  virtual void close(Time end) = 0;
};

// Throw OutputError.
std::unique_ptr<WaveWriter> make_fst_writer(const std::filesystem::path& file);
std::unique_ptr<WaveWriter> make_vcd_writer(const std::filesystem::path& file);

}  // namespace weir::report
