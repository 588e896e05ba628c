// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/trace_merger.h"

#include "hw_model/base/invariant.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::trace_merger_test {

using Change = std::tuple<std::int64_t, std::size_t, std::uint64_t>;

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

class RecordingWriter : public WaveWriter {
 public:
  void declare(const std::vector<Probe>& probes) override { declared = probes.size(); }
  void write(Time at, std::size_t signal, std::uint64_t value) override {
    changes.emplace_back(at.count(), signal, value);
  }
  void write_unknown(Time at, std::size_t signal) override { changes.emplace_back(at.count(), signal, kUnknown); }
  void close(Time end) override { closed_at = end; }

  std::size_t declared = 0;
  std::vector<Change> changes;
  Time closed_at;
};

Probe number(const std::string& device, const std::string& name) { return {device, "p0", name, "B"}; }

TEST(TraceMerger, MergesByTimeThenDeviceThenOrder) {
  Trace a;
  Trace b;
  a.declare(number("a", "x"));
  b.declare(number("b", "x"));
  b.declare(number("b", "y"), 5);
  RecordingWriter writer;
  TraceMerger merger({&a, nullptr, &b}, writer);
  EXPECT_EQ(writer.declared, 3);
  b.record(Time(10), 1, 6);
  b.record(Time(10), 0, 7);
  b.record(Time(20), 0, 8);
  a.record(Time(10), 0, 1);
  a.record(Time(15), 0, 2);
  merger.merge_until(Time(100));
  EXPECT_THAT(writer.changes, ElementsAre(Change(0, 0, 0), Change(0, 1, 0), Change(0, 2, 5), Change(10, 0, 1),
                                          Change(10, 2, 6), Change(10, 1, 7), Change(15, 0, 2), Change(20, 1, 8)));
}

TEST(TraceMerger, DropsWhatDoesNotChangeAValue) {
  Trace a;
  a.declare(number("a", "x"), 3);
  RecordingWriter writer;
  TraceMerger merger({&a}, writer);
  for (int at = 1; at < 5; ++at) {
    a.record(Time(at), 0, 3);
  }
  merger.merge_until(Time(3));
  EXPECT_FALSE(merger.changed()[0]);
  a.record(Time(7), 0, 4);
  merger.finish(Time(9));
  EXPECT_THAT(writer.changes, ElementsAre(Change(0, 0, 3), Change(7, 0, 4)));
  EXPECT_TRUE(merger.changed()[0]);
  EXPECT_EQ(merger.changes_written(), 2);
  EXPECT_EQ(writer.closed_at, Time(9));
}

TEST(TraceMerger, KeepsBackWhatLiesBeyondTheHorizonAndNothingElse) {
  Trace a;
  a.declare(number("a", "x"));
  RecordingWriter writer;
  TraceMerger merger({&a}, writer);
  for (int at = 1; at <= 1000; ++at) {
    a.record(Time(at), 0, static_cast<std::uint64_t>(at));
  }
  merger.merge_until(Time(999));
  EXPECT_EQ(a.records().size(), 2);
  EXPECT_EQ(writer.changes.back(), Change(998, 0, 998));
  merger.finish(Time(1000));
  EXPECT_THAT(a.records(), IsEmpty());
  EXPECT_EQ(writer.changes.back(), Change(1000, 0, 1000));
}

TEST(TraceMerger, SortsWhatADeviceRecordsAheadOfTime) {
  Trace a;
  a.declare(number("a", "x"));
  a.declare(number("a", "y"));
  RecordingWriter writer;
  TraceMerger merger({&a}, writer);
  a.record(Time(30), 0, 1);
  a.record(Time(10), 1, 2);
  merger.merge_until(Time(20));
  a.record(Time(25), 1, 3);
  merger.finish(Time(40));
  EXPECT_THAT(writer.changes,
              ElementsAre(Change(0, 0, 0), Change(0, 1, 0), Change(10, 1, 2), Change(25, 1, 3), Change(30, 0, 1)));
}

TEST(TraceMerger, StopsAtARecordOlderThanWhatIsWritten) {
  Trace a;
  a.declare(number("a", "x"));
  RecordingWriter writer;
  TraceMerger merger({&a}, writer);
  merger.merge_until(Time(20));
  a.record(Time(19), 0, 1);
  EXPECT_THROW(merger.merge_until(Time(30)), InvariantBroken);
}

// A device of two signals.
Trace two_signals() {
  Trace a;
  a.declare(number("a", "x"), 1);
  a.declare(number("a", "y"), 2);
  return a;
}

TEST(TraceMerger, WritesAWindowThatBeginsWithTheValuesOfThatTime) {
  Trace a = two_signals();
  RecordingWriter writer;
  TraceMerger merger({&a}, writer, {.windows = {{Time(10), Time(30)}}});
  a.record(Time(5), 0, 7);
  a.record(Time(10), 1, 8);
  a.record(Time(29), 0, 9);
  a.record(Time(30), 1, 10);
  merger.finish(Time(100));
  EXPECT_THAT(writer.changes, ElementsAre(Change(10, 0, 7), Change(10, 1, 2), Change(10, 1, 8), Change(29, 0, 9)));
  EXPECT_EQ(writer.closed_at, Time(30));
}

TEST(TraceMerger, WritesAWindowInWhichNothingHappens) {
  Trace a;
  a.declare(number("a", "x"), 1);
  RecordingWriter writer;
  TraceMerger merger({&a}, writer, {.windows = {{Time(10), Time(30)}}});
  merger.finish(Time(20));
  EXPECT_THAT(writer.changes, ElementsAre(Change(10, 0, 1)));
  EXPECT_EQ(writer.closed_at, Time(20));
}

TEST(TraceMerger, WritesSelectedSignalsAndAllBeside) {
  Trace a = two_signals();
  RecordingWriter writer;
  RecordingWriter beside;
  TraceMerger merger(
      {&a}, writer, {.wanted = [](const Probe& probe) { return probe.name == "y"; }, .windows = {{Time(10), Time(20)}}},
      &beside);
  a.record(Time(5), 1, 7);
  a.record(Time(15), 0, 8);
  a.record(Time(15), 1, 9);
  a.record(Time(20), 1, 10);
  merger.finish(Time(30));
  ASSERT_EQ(merger.probes().size(), 1);
  EXPECT_EQ(merger.probes()[0].name, "y");
  EXPECT_THAT(writer.changes, ElementsAre(Change(10, 0, 7), Change(15, 0, 9)));
  EXPECT_EQ(writer.closed_at, Time(20));
  EXPECT_THAT(beside.changes, ElementsAre(Change(0, 0, 1), Change(0, 1, 2), Change(5, 1, 7), Change(15, 0, 8),
                                          Change(15, 1, 9), Change(20, 1, 10)));
  EXPECT_EQ(beside.closed_at, Time(30));
}

TEST(TraceMerger, CountsAsChangedWhatChangesInTheWindow) {
  Trace a = two_signals();
  RecordingWriter writer;
  TraceMerger merger({&a}, writer, {.windows = {{Time(10), Time(20)}}});
  a.record(Time(5), 0, 7);
  a.record(Time(15), 1, 8);
  merger.finish(Time(30));
  EXPECT_THAT(merger.changed(), ElementsAre(false, true));
}

TEST(TraceMerger, WritesWindowsBetweenWhichNothingIsKnown) {
  Trace a = two_signals();
  RecordingWriter writer;
  TraceMerger merger({&a}, writer, {.windows = {{Time(10), Time(20)}, {Time(30), Time(40)}, {Time(50), Time(60)}}});
  a.record(Time(15), 0, 7);
  a.record(Time(25), 1, 8);
  a.record(Time(55), 0, 9);
  merger.finish(Time(100));
  EXPECT_THAT(writer.changes,
              ElementsAre(Change(10, 0, 1), Change(10, 1, 2), Change(15, 0, 7), Change(20, 0, kUnknown),
                          Change(20, 1, kUnknown), Change(30, 0, 7), Change(30, 1, 8), Change(40, 0, kUnknown),
                          Change(40, 1, kUnknown), Change(50, 0, 7), Change(50, 1, 8), Change(55, 0, 9)));
  EXPECT_EQ(writer.closed_at, Time(60));
  // A value of another window is a change.
  EXPECT_THAT(merger.changed(), ElementsAre(true, true));
}

TEST(TraceMerger, EndsBetweenWindows) {
  Trace a = two_signals();
  RecordingWriter writer;
  TraceMerger merger({&a}, writer, {.windows = {{Time(0), Time(10)}, {Time(30), Time(40)}}});
  merger.finish(Time(20));
  EXPECT_THAT(writer.changes,
              ElementsAre(Change(0, 0, 1), Change(0, 1, 2), Change(10, 0, kUnknown), Change(10, 1, kUnknown)));
  EXPECT_EQ(writer.closed_at, Time(20));
}

TEST(WaveRecorder, LeavesWavesAndSaveFileOrNothing) {
  const TemporaryDirectory temporary;
  const RunDirectory run = RunDirectory::open(temporary.path());
  Trace a;
  a.declare(number("a", "x"));
  { const WaveRecorder abandoned(run, WaveFormat::kFst, {&a}); }
  EXPECT_THAT(temporary.names(), IsEmpty());
  WaveRecorder recorder(run, WaveFormat::kFst, {&a});
  a.record(Time(3), 0, 1);
  recorder.finish(Time(5));
  EXPECT_THAT(temporary.names(), ElementsAre("waves.fst", "waves.gtkw"));
}

}  // namespace weir::report::trace_merger_test
