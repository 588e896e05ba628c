// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Merges the value changes that devices buffer, each in its own time, into one sequence: by time, then by device, then
// in the device's order. What does not change a signal's value is dropped. After each call the devices' buffers hold
// nothing older than the horizon, so that memory is bounded by what one quantum records.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "tb/report/run_directory.h"
#include "tb/report/waves.h"

namespace weir::report {

// Only changes with from <= time < until are written; the values at `from` are known from the changes before it.
struct TraceWindow {
  Time from = Time(0);
  Time until = kNever;
};

class TraceMerger {
 public:
  // Declares the probes of `devices` to the writer, in their order. Null entries are devices that are not traced.
  // Devices and writer outlive the merger.
  TraceMerger(const std::vector<Trace*>& devices, WaveWriter& writer, TraceWindow window = {});

  // Writes all records before `horizon`. Those of a device may be out of order (what takes effect later is recorded
  // when it is decided), but none may be older than the horizon of the call before: broken invariant otherwise.
  void merge_until(Time horizon);
  // Writes all that is left, up to and with `end`, and closes the writer.
  void finish(Time end);

  const std::vector<Probe>& probes() const { return probes_; }
  // Whether a signal has had two different values.
  const std::vector<bool>& changed() const { return changed_; }
  std::uint64_t changes_written() const { return changes_written_; }

 private:
  struct Cursor {
    Trace* trace = nullptr;
    std::size_t first_signal = 0;
    std::size_t position = 0;  // in the trace's records
  };

  void take(const Cursor& cursor, const TraceRecord& record);
  void open_window();

  WaveWriter& writer_;
  TraceWindow window_;
  std::vector<Cursor> cursors_;
  std::vector<Probe> probes_;
  std::vector<std::uint64_t> values_;
  std::vector<bool> known_;  // a value has been recorded
  std::vector<bool> changed_;
  Time merged_until_;
  bool window_open_ = false;
  std::uint64_t changes_written_ = 0;
};

// All that a run with waves needs: waves.fst (or waves.vcd) and waves.gtkw in the run's directory.
class WaveRecorder {
 public:
  // `beside` gets what the file gets, and outlives the recorder; null: nobody. Throws OutputError.
  WaveRecorder(const RunDirectory& directory, WaveFormat format, const std::vector<Trace*>& devices,
               TraceWindow window = {}, WaveWriter* beside = nullptr);

  // At the end of each quantum, with the time up to which all devices have run.
  void merge_until(Time horizon) { merger_.merge_until(horizon); }
  // At the end of the run. Without it no file appears.
  void finish(Time end);

  // Why there is no file of waves, once the disk is full, say: the run goes on without them. Empty: nothing is wrong.
  const std::string& fault() const { return fault_; }
  std::uint64_t changes_written() const { return merger_.changes_written(); }

 private:
  std::filesystem::path directory_;
  WaveFormat format_;
  std::string fault_;
  std::unique_ptr<WaveWriter> writer_;
  TraceMerger merger_;
};

}  // namespace weir::report
