// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The trace of one device: its value changes, buffered until the end of the quantum, when they are merged with those of
// the other devices in time order. A device that is not traced holds no Trace at all: tracing costs nothing when off.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir {

// The description of a probe, with which every reader (waveform, save file, report) can label it without knowing the
// block.
struct Probe {
  enum class Kind {
    kNumber,  // an unsigned number of `unit`, drawn as analog
    kState,   // one of `states`, shown by name
    kBit,
  };
  std::string device = {};  // "s1"
  std::string port = {};    // "p2"; empty: of the whole device
  std::string name = {};    // "viq_depth_c0"
  std::string unit = {};    // "B"; empty for states and bits
  Kind kind = Kind::kNumber;
  unsigned width = 32;                   // bits
  std::vector<std::string> states = {};  // names of the values 0, 1, ...
};

// Changes with from <= time < until; before them, the values at `from`.
struct TraceWindow {
  Time from{0};
  Time until = kNever;
  bool operator==(const TraceWindow&) const = default;
};

// Which signals of a device are traced, and when; the rest costs nothing.
struct TraceSelection {
  std::function<bool(const Probe&)> wanted = {};  // null: all signals
  // At least one, by time, with time between them, in which nothing is recorded.
  std::vector<TraceWindow> windows = {TraceWindow{}};

  bool takes(const Probe& probe) const { return !wanted || wanted(probe); }
};

struct TraceRecord {
  Time at;
  std::uint32_t probe;  // index into the device's probes
  std::uint64_t value;
};

class Trace {
 public:
  // Declares a probe, once, before the run. Its value before the first record is `initial`.
  std::uint32_t declare(Probe probe, std::uint64_t initial = 0) {
    probes_.push_back(std::move(probe));
    records_.push_back({Time(0), static_cast<std::uint32_t>(probes_.size() - 1), initial});
    return static_cast<std::uint32_t>(probes_.size() - 1);
  }

  void record(Time at, std::uint32_t probe, std::uint64_t value) { records_.push_back({at, probe, value}); }

  const std::vector<Probe>& probes() const { return probes_; }
  std::vector<TraceRecord>& records() { return records_; }

 private:
  std::vector<Probe> probes_;
  std::vector<TraceRecord> records_;  // in the order of the device's own time
};

}  // namespace weir
