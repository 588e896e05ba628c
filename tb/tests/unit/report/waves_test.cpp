// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/waves.h"

#include <csignal>
#include <fstapi.h>

#include <sys/resource.h>
#include <zlib.h>

#include "tb/report/run_directory.h"
#include "tb/report/wave_scopes.h"
#include "tb/tests/unit/switch_kit.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::report::waves_test {

using Kind = Probe::Kind;

const std::vector<Probe> kProbes = {
    {"s1", "p0", "viq_depth_c0", "B", Kind::kNumber, 20, {}},
    {"s1", "p0", "pause_c0", "", Kind::kState, 32, {"running", "being paused", "paused"}},
    {"s2", "", "busy", "", Kind::kBit, 1, {}},
    {"s1", "p0", "gate", "", Kind::kBit, 1, {}},
    {"s1", "", "cells", "", Kind::kNumber, 3, {}},
};

void write_example(WaveWriter& writer) {
  writer.declare(kProbes);
  writer.write(Time(0), 0, 0);
  writer.write(Time(0), 1, 0);
  writer.write(Time(10), 0, 750'000);
  writer.write(Time(10), 1, 2);
  writer.write(Time(10), 2, 1);
  writer.write(Time(25), 4, 0xff);
  writer.write(Time(25), 1, 3);
  writer.close(Time(40));
}

TEST(WaveScopes, GroupsByDeviceAndPort) {
  const std::vector<DeviceScope> scopes = wave_scopes(kProbes);
  ASSERT_EQ(scopes.size(), 2);
  EXPECT_EQ(scopes[0].device, "s1");
  ASSERT_EQ(scopes[0].ports.size(), 2);
  EXPECT_EQ(scopes[0].ports[0].port, "") << "what belongs to the device comes first";
  EXPECT_THAT(scopes[0].ports[0].signals, ElementsAre(4));
  EXPECT_THAT(scopes[0].ports[1].signals, ElementsAre(0, 1, 3));
}

TEST(WaveScopes, OfModulesAreNested) {
  std::string walked;
  const std::vector<Probe> probes = {{.device = "board.a.s1", .name = "x"},
                                     {.device = "board.a.s1", .port = "p0", .name = "y"},
                                     {.device = "board.a.s2", .port = "p0", .name = "z"},
                                     {.device = "board.s3", .name = "u"},
                                     {.device = "s1", .name = "v"}};
  walk_scopes(
      probes, [&](const std::string& scope) { walked += scope + "("; }, [&] { walked += ")"; },
      [&](std::size_t signal) { walked += probes[signal].name; });
  EXPECT_EQ(walked, "board(a(s1(xp0(y))s2(p0(z)))s3(u))s1(v)");
}

TEST(WaveScopes, GivesEachSignalItsWidth) {
  EXPECT_EQ(signal_range(kProbes[0]), "[19:0]");
  EXPECT_EQ(signal_range(kProbes[1]), "[1:0]") << "three states";
  EXPECT_EQ(signal_range(kProbes[2]), "");
  EXPECT_EQ(signal_width({.kind = Kind::kState, .states = {"off", "on"}}), 2);
  EXPECT_EQ(signal_width({.kind = Kind::kNumber, .width = 200}), 64);
  EXPECT_EQ(signal_width({.kind = Kind::kNumber, .width = 0}), 1);
}

TEST(Vcd, IsWhatTheStandardSays) {
  const TemporaryDirectory temporary;
  write_example(*make_vcd_writer(temporary.path() / "w.vcd"));
  const std::string text = read_file(temporary.path() / "w.vcd");
  EXPECT_THAT(text, HasSubstr("$timescale 1 ps $end\n"));
  EXPECT_THAT(text, HasSubstr("\n  s1.p0.viq_depth_c0 B $end\n")) << "units are in the comment";
  EXPECT_EQ(text.substr(text.find("$scope")),
            "$scope module s1 $end\n"
            "$var wire 3 % cells [2:0] $end\n"
            "$scope module p0 $end\n"
            "$var wire 20 ! viq_depth_c0 [19:0] $end\n"
            "$var string 1 \" pause_c0 $end\n"
            "$var wire 1 $ gate $end\n"
            "$upscope $end\n"
            "$upscope $end\n"
            "$scope module s2 $end\n"
            "$var wire 1 # busy $end\n"
            "$upscope $end\n"
            "$enddefinitions $end\n"
            "#0\nb0 !\nsrunning \"\n"
            "#10\nb10110111000110110000 !\nspaused \"\n1#\n"
            "#25\nb111 %\ns3 \"\n"
            "#40\n");
}

void write_gap(WaveWriter& writer) {
  writer.declare(kProbes);
  writer.write(Time(0), 0, 1);
  for (const std::size_t signal : {0, 1, 2}) {
    writer.write_unknown(Time(10), signal);
  }
  writer.write(Time(20), 0, 2);
  writer.close(Time(40));
}

TEST(Vcd, SaysWhatIsNotRecorded) {
  const TemporaryDirectory temporary;
  write_gap(*make_vcd_writer(temporary.path() / "w.vcd"));
  EXPECT_THAT(read_file(temporary.path() / "w.vcd"), HasSubstr("#0\nb1 !\n#10\nbx !\nsx \"\nx#\n#20\nb10 !\n#40\n"));
}

using Change = std::tuple<std::uint64_t, fstHandle, std::string>;

void keep_change(void* changes, std::uint64_t time, fstHandle signal, const unsigned char* value) {
  static_cast<std::vector<Change>*>(changes)->emplace_back(time, signal, reinterpret_cast<const char*>(value));
}

std::vector<Change> fst_changes(const std::filesystem::path& path, std::uint64_t& end) {
  std::vector<Change> changes;
  void* reader = fstReaderOpen(path.c_str());
  if (reader == nullptr) {
    return changes;
  }
  end = fstReaderGetEndTime(reader);
  fstReaderSetFacProcessMaskAll(reader);
  fstReaderIterBlocks(reader, &keep_change, &changes, nullptr);
  fstReaderClose(reader);
  return changes;
}

TEST(Fst, SaysWhatIsNotRecorded) {
  const TemporaryDirectory temporary;
  write_gap(*make_fst_writer(temporary.path() / "w.fst"));
  std::uint64_t end = 0;
  std::vector<std::string> values;
  for (const auto& [at, signal, value] : fst_changes(temporary.path() / "w.fst", end)) {
    if (at == 10) {
      values.push_back(value);
    }
  }
  EXPECT_THAT(values, testing::UnorderedElementsAre(std::string(20, 'x'), "xx", "x"));
}

TEST(Fst, HoldsTheChangesAndTheEnd) {
  const TemporaryDirectory temporary;
  write_example(*make_fst_writer(temporary.path() / "w.fst"));
  EXPECT_THAT(temporary.names(), ElementsAre("w.fst"));
  std::uint64_t end = 0;
  const std::vector<Change> changes = fst_changes(temporary.path() / "w.fst", end);
  EXPECT_EQ(end, 40);
  // Signals in the order of the scopes: cells, viq_depth_c0, pause_c0, gate, busy.
  EXPECT_THAT(changes, UnorderedElementsAre(Change(0, 2, "00000000000000000000"), Change(0, 3, "00"),
                                            Change(10, 2, "10110111000110110000"), Change(10, 3, "10"),
                                            Change(10, 5, "1"), Change(25, 1, "111"), Change(25, 3, "11")));
}

TEST(Fst, IsTheSameBytesForTheSameRun) {
  const TemporaryDirectory temporary;
  write_example(*make_fst_writer(temporary.path() / "a.fst"));
  write_example(*make_fst_writer(temporary.path() / "b.fst"));
  EXPECT_EQ(read_file(temporary.path() / "a.fst"), read_file(temporary.path() / "b.fst"));
}

TEST(Fst, FlushesAndStillHoldsEveryChange) {
  const TemporaryDirectory temporary;
  const auto writer = make_fst_writer(temporary.path() / "w.fst");
  writer->declare({kProbes[0]});
  constexpr int kChanges = 2'500'000;
  for (int change = 0; change < kChanges; ++change) {
    writer->write(Time(change), 0, static_cast<std::uint64_t>(change) & 0xfffff);
  }
  writer->close(Time(kChanges));
  std::uint64_t end = 0;
  EXPECT_EQ(fst_changes(temporary.path() / "w.fst", end).size(), kChanges);
}

// The file has the differences of times, compressed: a byte each, below 128.
TEST(Fst, CompressesItsTimesAtTheFastestLevel) {
  const TemporaryDirectory temporary;
  const auto writer = make_fst_writer(temporary.path() / "w.fst");
  writer->declare({kProbes[2]});
  writer->write(Time(0), 0, 0);
  std::string steps(1, '\0');
  std::int64_t now = 0;
  for (std::uint64_t change = 1; change < 5'000; ++change) {
    steps += static_cast<char>(1 + change * change % 89);
    now += steps.back();
    writer->write(Time(now), 0, change % 2);
  }
  writer->close(Time(now));
  const auto compressed = [&](int level) {
    uLongf bytes = compressBound(steps.size());
    std::string text(bytes, ' ');
    compress2(reinterpret_cast<Bytef*>(text.data()), &bytes, reinterpret_cast<const Bytef*>(steps.data()), steps.size(),
              level);
    return text.substr(0, bytes);
  };
  const std::string file = read_file(temporary.path() / "w.fst");
  EXPECT_THAT(file, HasSubstr(compressed(Z_BEST_SPEED)));
  EXPECT_THAT(file, Not(HasSubstr(compressed(Z_BEST_COMPRESSION))));
}

TEST(Fst, DisappearsWhenItWasNotClosed) {
  const TemporaryDirectory temporary;
  make_fst_writer(temporary.path() / "w.fst")->declare(kProbes);
  EXPECT_THAT(temporary.names(), IsEmpty());
}

TEST(Fst, SaysThatItCannotBeMade) { EXPECT_THROW(make_fst_writer("/nonexistent/w.fst"), OutputError); }

// Files of this process end at `bytes`, as they would on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &before_); }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
};

TEST(Fst, NamesTheFileWhenTheDiskIsFull) {
  for (const rlim_t bytes : {200, 4'000, 20'000}) {
    const TemporaryDirectory temporary;
    const FileSizeLimit limit(bytes);
    EXPECT_EQ(error_of<OutputError>([&] {
                const auto writer = make_fst_writer(temporary.path() / "w.fst");
                writer->declare(kProbes);
                std::uint64_t random = 1;
                for (int change = 0; change < 100'000; ++change) {
                  random = random * 6364136223846793005U + 1442695040888963407U;
                  writer->write(Time(change), 0, random >> 40);
                }
                writer->close(Time(100'000));
              }),
              (temporary.path() / "w.fst").string() + ": cannot write: No space left on device")
        << bytes;
    EXPECT_THAT(temporary.names(), IsEmpty());
  }
}

TEST(Vcd, NamesTheFileWhenTheDiskIsFull) {
  const TemporaryDirectory temporary;
  temporary.fill_disk_for("w.vcd");
  const auto writer = make_vcd_writer(temporary.path() / "w.vcd");
  EXPECT_THROW(write_example(*writer), OutputError);
  EXPECT_THAT(temporary.names(), IsEmpty());
}

}  // namespace weir::report::waves_test
