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
    : writer_(writer), beside_(beside), from_(selection.from), until_(selection.until) {
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
  if (!window_open_ && record.at >= from_) {
    open_window();
  }
  Signal& signal = signals_[index];
  if (signal.known && signal.value == record.value) {
    return;
  }
  const bool is_change = signal.known;
  signal.known = true;
  signal.value = record.value;
  if (beside_ != nullptr) {
    beside_->write(record.at, index, record.value);
  }
  if (!signal.selected || !window_open_ || record.at >= until_) {
    return;
  }
  writer_.write(record.at, signal.written, record.value);
  changed_[signal.written] = changed_[signal.written] || is_change;
  ++changes_written_;
}

void TraceMerger::open_window() {
  window_open_ = true;
  for (const Signal& signal : signals_) {
    if (signal.known && signal.selected) {
      writer_.write(from_, signal.written, signal.value);
      ++changes_written_;
    }
  }
}

void TraceMerger::finish(Time end) {
  merge_until(Time(end.count() + 1));
  if (!window_open_ && from_ <= end) {
    open_window();
  }
  writer_.close(std::min(end, until_));
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

std::unique_ptr<WaveWriter> make_writer(const RunDirectory& directory, WaveFormat format, std::string& fault) {
  return std::make_unique<WriterUntilFault>(format == WaveFormat::kFst ? make_fst_writer(directory.file("waves.fst"))
                                                                       : make_vcd_writer(directory.file("waves.vcd")),
                                            fault);
}

}  // namespace

WaveRecorder::WaveRecorder(const RunDirectory& directory, WaveFormat format, const std::vector<Trace*>& devices,
                           const TraceSelection& selection, WaveWriter* beside)
    : directory_(directory.path()),
      format_(format),
      writer_(make_writer(directory, format, fault_)),
      merger_(devices, *writer_, selection, beside) {}

void WaveRecorder::finish(Time end) {
  merger_.finish(end);
  end_ = end;
  show({});
}

void WaveRecorder::show(const WaveView& view) {
  if (!fault_.empty()) {
    return;
  }
  const std::string name = format_ == WaveFormat::kFst ? "waves.fst" : "waves.vcd";
  try {
    OutputFile save_file(directory_ / "waves.gtkw");
    save_file.write(gtkwave_save_file(merger_.probes(), merger_.changed(), name, format_, end_, view));
    save_file.commit();
  } catch (const OutputError& error) {
    fault_ = error.what();
  }
}

}  // namespace weir::report
