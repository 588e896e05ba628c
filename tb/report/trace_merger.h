// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Merges the value changes that devices buffer, each in its local time, into one sequence: by time, then by device,
// then in the device's order. Records without a change of value are dropped. After each call the devices' buffers hold
// nothing older than the horizon, so that memory is bounded by one quantum's records.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"
#include "tb/report/run_directory.h"
#include "tb/report/wave_view.h"
#include "tb/report/waves.h"

namespace weir::report {

class TraceMerger {
 public:
  // Declares the selected probes of `devices` to the writer, in their order. Between two windows of the selection they
  // are unknown. Null entries are devices without tracing.
  // `beside` gets all signals over the whole time; null: none. Devices and writers must outlive the merger.
  TraceMerger(const std::vector<Trace*>& devices, WaveWriter& writer, const TraceSelection& selection = {},
              WaveWriter* beside = nullptr);

  // Writes all records before `horizon`. A device's records may be out of order (a later effect is recorded when it is
  // decided), but none may be older than the previous call's horizon: broken invariant.
  void merge_until(Time horizon);
  // Writes the remaining records up to and including `end`, and closes the writers.
  void finish(Time end);

  // The selected probes.
  const std::vector<Probe>& probes() const { return written_; }
  // [selected probe]: it has had at least two different values in the windows.
  const std::vector<bool>& changed() const { return changed_; }
  std::uint64_t changes_written() const { return changes_written_; }
  const std::vector<TraceWindow>& windows() const { return windows_; }

 private:
  struct Cursor {
    Trace* trace = nullptr;
    std::size_t first_signal = 0;
    std::size_t position = 0;  // in the trace's records
  };

  struct Signal {
    std::uint64_t value = 0;
    bool known = false;     // a value has been recorded
    bool selected = false;  // the writer has it as signal `written`
    std::size_t written = 0;
    std::optional<std::uint64_t> shown;  // the value written last
  };

  void take(const Cursor& cursor, const TraceRecord& record);
  void write(Time at, Signal& signal);
  // Opens and closes the windows that begin and end up to `now`.
  void pass_windows(Time now);
  void open_window(Time from);
  void close_window(Time until);

  WaveWriter& writer_;
  WaveWriter* beside_;
  std::vector<TraceWindow> windows_;
  std::size_t window_ = 0;  // the open one, or the next
  std::vector<Cursor> cursors_;
  std::vector<Signal> signals_;  // of all probes
  std::vector<Probe> written_;
  std::vector<bool> changed_;  // as written_
  Time merged_until_;
  bool window_open_ = false;
  std::uint64_t changes_written_ = 0;
};

// The waveform files of a run: waves.fst (or waves.vcd) and waves.gtkw in the run's directory.
class WaveRecorder {
 public:
  // As TraceMerger. Throws OutputError.
  WaveRecorder(const RunDirectory& directory, WaveFormat format, const std::vector<Trace*>& devices,
               const TraceSelection& selection = {}, WaveWriter* beside = nullptr);

  // Call at the end of each quantum, with the time up to which all devices have run.
  void merge_until(Time horizon) { merger_.merge_until(horizon); }
  // Call at the end of the run; otherwise no file appears.
  void finish(Time end);
  // Lets GTKWave open the finished waveform as the view says, within what is recorded.
  void show(const WaveView& wanted);

  // Why there is no waveform file (a full disk, say): the run goes on without waves. Empty: no fault.
  const std::string& fault() const { return fault_; }
  std::uint64_t changes_written() const { return merger_.changes_written(); }

 private:
  std::filesystem::path file_;
  std::string fault_;
  Time end_{0};
  std::unique_ptr<WaveWriter> writer_;
  TraceMerger merger_;
};

}  // namespace weir::report
