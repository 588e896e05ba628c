// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/trace_merger.h"

#include <algorithm>
#include <queue>
#include <utility>

#include "hw_model/base/invariant.h"
#include "tb/report/gtkw.h"
#include "tb/report/wave_scopes.h"

namespace weir::report {

TraceMerger::TraceMerger(const std::vector<Trace*>& devices, WaveWriter& writer, const TraceSelection& selection,
                         WaveWriter* beside)
    : writer_(writer), beside_(beside), windows_(selection.windows) {
  std::vector<Probe> all;
  for (Trace* trace : devices) {
    if (trace == nullptr) {
      continue;
    }
    cursors_.push_back({trace, all.size(), 0});
    all.insert(all.end(), trace->probes().begin(), trace->probes().end());
  }
  signals_.resize(all.size());
  for (std::size_t index = 0; index < all.size(); ++index) {
    if (selection.takes(all[index])) {
      signals_[index].selected = true;
      signals_[index].written = written_.size();
      written_.push_back(all[index]);
    }
  }
  changed_.resize(written_.size(), false);
  writer_.declare(written_);
  if (beside_ != nullptr) {
    beside_->declare(all);
  }
}

void TraceMerger::merge_until(Time horizon) {
  // (time of the next record, cursor): the smaller cursor first at equal times, so by device.
  using Next = std::pair<Time, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
  const auto has_next = [&](const Cursor& cursor) {
    const std::vector<TraceRecord>& records = cursor.trace->records();
    return cursor.position < records.size() && records[cursor.position].at < horizon;
  };
  for (std::size_t index = 0; index < cursors_.size(); ++index) {
    cursors_[index].position = 0;
    std::vector<TraceRecord>& records = cursors_[index].trace->records();
    const auto earlier = [](const TraceRecord& a, const TraceRecord& b) { return a.at < b.at; };
    if (!std::ranges::is_sorted(records, earlier)) {
      std::ranges::stable_sort(records, earlier);
    }
    if (has_next(cursors_[index])) {
      next.emplace(records.front().at, index);
    }
  }
  while (!next.empty()) {
    const std::size_t index = next.top().second;
    next.pop();
    Cursor& cursor = cursors_[index];
    const std::vector<TraceRecord>& records = cursor.trace->records();
    // An event makes several records, and the device's next one often comes before those of all others.
    do {
      take(cursor, records[cursor.position]);
      ++cursor.position;
    } while (has_next(cursor) && (next.empty() || Next(records[cursor.position].at, index) < next.top()));
    if (has_next(cursor)) {
      next.emplace(records[cursor.position].at, index);
    }
  }
  for (Cursor& cursor : cursors_) {
    std::vector<TraceRecord>& records = cursor.trace->records();
    records.erase(records.begin(), records.begin() + static_cast<std::ptrdiff_t>(cursor.position));
  }
  merged_until_ = std::max(merged_until_, horizon);
}

void TraceMerger::take(const Cursor& cursor, const TraceRecord& record) {
  const std::size_t index = cursor.first_signal + record.probe;
  if (record.at < merged_until_) {
    broken_invariant("a trace record is older than what is written", signal_path(cursor.trace->probes()[record.probe]),
                     "", record.at);
  }
  pass_windows(record.at);
  Signal& signal = signals_[index];
  if (signal.known && signal.value == record.value) {
    return;
  }
  signal.known = true;
  signal.value = record.value;
  if (beside_ != nullptr) {
    beside_->write(record.at, index, record.value);
  }
  if (signal.selected && window_open_) {
    write(record.at, signal);
  }
}

void TraceMerger::write(Time at, Signal& signal) {
  writer_.write(at, signal.written, signal.value);
  changed_[signal.written] = changed_[signal.written] || signal.shown.value_or(signal.value) != signal.value;
  signal.shown = signal.value;
  ++changes_written_;
}

void TraceMerger::pass_windows(Time now) {
  while (window_ < windows_.size()) {
    const TraceWindow& window = windows_[window_];
    if (!window_open_ && window.from <= now) {
      open_window(window.from);
    } else if (window_open_ && window.until <= now) {
      close_window(window.until);
    } else {
      return;
    }
  }
}

void TraceMerger::open_window(Time from) {
  window_open_ = true;
  for (Signal& signal : signals_) {
    if (signal.known && signal.selected) {
      write(from, signal);
    }
  }
}

void TraceMerger::close_window(Time until) {
  window_open_ = false;
  ++window_;
  for (std::size_t signal = 0; signal < written_.size() && window_ < windows_.size(); ++signal) {
    writer_.write_unknown(until, signal);
  }
}

void TraceMerger::finish(Time end) {
  merge_until(Time(end.count() + 1));
  pass_windows(end);
  writer_.close(std::min(end, windows_.back().until));
  if (beside_ != nullptr) {
    beside_->close(end);
  }
}

namespace {

// A file that is given up, and what it takes on the disk with it, at the first write that fails.
class WriterUntilFault final : public WaveWriter {
 public:
  WriterUntilFault(std::unique_ptr<WaveWriter> file, std::string& fault) : file_(std::move(file)), fault_(fault) {}
  void declare(const std::vector<Probe>& probes) override {
    attempt([&] { file_->declare(probes); });
  }
  void write(Time at, std::size_t signal, std::uint64_t value) override {
    attempt([&] { file_->write(at, signal, value); });
  }
  void write_unknown(Time at, std::size_t signal) override {
    attempt([&] { file_->write_unknown(at, signal); });
  }
  void close(Time end) override {
    attempt([&] { file_->close(end); });
  }

 private:
  template <typename Call>
  void attempt(const Call& call) {
    if (file_ == nullptr) {
      return;
    }
    try {
      call();
    } catch (const OutputError& error) {
      fault_ = error.what();
      file_.reset();
    }
  }

  std::unique_ptr<WaveWriter> file_;
  std::string& fault_;
};

std::unique_ptr<WaveWriter> make_writer(const std::filesystem::path& file, WaveFormat format, std::string& fault) {
  return std::make_unique<WriterUntilFault>(format == WaveFormat::kFst ? make_fst_writer(file) : make_vcd_writer(file),
                                            fault);
}

}  // namespace

WaveRecorder::WaveRecorder(const RunDirectory& directory, WaveFormat format, const std::vector<Trace*>& devices,
                           const TraceSelection& selection, WaveWriter* beside)
    : file_(directory.file(format == WaveFormat::kFst ? "waves.fst" : "waves.vcd")),
      writer_(make_writer(file_, format, fault_)),
      merger_(devices, *writer_, selection, beside) {}

void WaveRecorder::finish(Time end) {
  merger_.finish(end);
  end_ = end;
  show({});
}

void WaveRecorder::show(const WaveView& wanted) {
  if (!fault_.empty()) {
    return;
  }
  WaveView view = wanted;
  const Time last = std::min(view.to > Time(0) ? view.to : end_, merger_.windows().back().until);
  if (const Time first = std::max(view.from, merger_.windows().front().from); first < last) {
    view.from = first;
    view.to = last;
  }
  try {
    write_gtkwave_save_file(file_, merger_.probes(), merger_.changed(), end_, view);
  } catch (const OutputError& error) {
    fault_ = error.what();
  }
}

}  // namespace weir::report
