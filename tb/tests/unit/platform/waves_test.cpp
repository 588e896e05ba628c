// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// weir::Waves and weir::Capture: what is in the files, when they appear, and in how much memory they are written.

#include "tb/platform/weir/waves.h"

#include <fstream>
#include <sstream>

#include "hw_model/asic/switch_asic.h"
#include "tb/tests/unit/platform/star_bench.h"
#include "tb/tests/unit/temporary_directory.h"

namespace weir::waves_test {

using star_bench::kStar;
using star_bench::report_of;
using star_bench::Sink;

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

// h1 sends to h2 and, once a switch has ended, nothing.
struct Board : sc_core::sc_module {
  explicit Board(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    h1.connect(*s1, 0);
    h2.connect(*s1, 1);
  }
  asic::SwitchAsic& chip() { return dynamic_cast<asic::SwitchAsic&>(*sc_core::sc_find_object("board.s1.s1")); }
  void burst(unsigned frames) {
    for (unsigned i = 0; i < frames; ++i) {
      h1.send();
      run(200_ns);
    }
  }
  std::unique_ptr<Switch> s1 =
      std::make_unique<Switch>("s1", from_text(kStar).set("switch.forwarding.tables", "bridged"));
  Sink h1{"h1"}, h2{"h2"};
};

TEST(Waves, HasTheSignalsBelowTheModulesName) {
  const TemporaryDirectory folder;
  Board board("board");
  Waves waves(folder.path() / "w.vcd", {board.s1.get()});
  board.burst(10);
  run(10_us);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "w.vcd")) << "before it is complete";
  waves.close();
  const std::string text = content(folder.path() / "w.vcd");
  EXPECT_THAT(text, AllOf(HasSubstr("$scope module board $end\n$scope module s1 $end\n$scope module p0 $end"),
                          HasSubstr("viq_depth_c0"), HasSubstr("\nssending "), HasSubstr("\n#12000000\n")));
  EXPECT_THAT(content(folder.path() / "w.gtkw"), HasSubstr("[dumpfile] \"w.vcd\"\n[savefile] \"w.gtkw\""));
  EXPECT_EQ(files_in(folder.path()), 2U);
}

TEST(Waves, IsAnFstFileByItsName) {
  const TemporaryDirectory folder;
  Board board("board");
  {
    const Waves waves(folder.path() / "w.fst", {board.s1.get()});
    board.burst(10);
  }
  EXPECT_GT(std::filesystem::file_size(folder.path() / "w.fst"), 300U);
  EXPECT_EQ(files_in(folder.path()), 2U) << "waves and their view";
}

TEST(Waves, IsCompleteWhenTheSwitchEndsAndWhenTheSimulationStops) {
  const TemporaryDirectory folder;
  Board board("board");
  Waves waves(folder.path() / "w.vcd", {board.s1.get()});
  const Capture capture(folder.path() / "c.pcapng", {board.s1.get()});
  board.burst(2);
  sc_core::sc_stop();
  EXPECT_EQ(files_in(folder.path()), 3U);
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "w.vcd"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "c.pcapng"));
  board.s1.reset();
  waves.close();
}

TEST(Waves, IsCompleteWhenTheSwitchEndsFirst) {
  const TemporaryDirectory folder;
  Board board("board");
  const Waves waves(folder.path() / "w.vcd", {board.s1.get()});
  const Capture capture(folder.path() / "c.pcapng", {board.s1.get()});
  board.burst(2);
  board.s1.reset();
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "w.vcd"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "c.pcapng"));
}

// Changes of a quantum at most; 2,000 frames make more than 10,000 changes.
TEST(Waves, NeedsNoMoreMemoryForMoreFramesEvenWhenClosed) {
  const TemporaryDirectory folder;
  Board board("board");
  Waves waves(folder.path() / "w.vcd", {board.s1.get()});
  std::size_t most = 0;
  for (int i = 0; i < 20; ++i) {
    board.burst(100);
    most = std::max(most, board.chip().trace()->records().size());
    if (i == 10)
      waves.close();
  }
  EXPECT_EQ(board.h2.frames, 1985U) << "the last ones are on their way";
  EXPECT_LT(most, 200U);
  EXPECT_GT(content(folder.path() / "w.vcd").size(), 50'000U);
}

// A simulation that has come to rest ends, though it is watched.
TEST(Waves, WakesNobody) {
  const TemporaryDirectory folder;
  Board board("board");
  const Waves waves(folder.path() / "w.vcd", {board.s1.get()});
  const Capture capture(folder.path() / "c.pcapng", {board.s1.get()});
  board.burst(1);
  sc_core::sc_start();
  EXPECT_LT(sc_core::sc_time_stamp(), sc_core::sc_time(1, sc_core::SC_MS));
}

TEST(Waves, RefusesWhatCannotBe) {
  const TemporaryDirectory folder;
  Board board("board");
  Switch* const s1 = board.s1.get();
  const std::string name = folder.path() / "w.fst";
  const auto made = [](const std::string& file, const std::vector<Switch*>& switches) {
    return report_of([&] { const Waves waves(file, switches); });
  };
  EXPECT_EQ(made("w.txt", {s1}), "weir/settings: weir::Waves: \"w.txt\": wanted a name that ends in .fst or .vcd");
  EXPECT_THAT(made("/absent/w.fst", {s1}), StartsWith("weir/settings: weir::Waves: /absent/w.fst: cannot write"));
  EXPECT_EQ(made(name, {}), "weir/settings: weir::Waves: there is no switch in the list");
  EXPECT_EQ(made(name, {nullptr}), "weir/settings: weir::Waves: there is a null pointer among the switches");
  EXPECT_EQ(made(name, {s1, s1}), "weir/settings: weir::Waves: board.s1 is there twice");
  EXPECT_EQ(made(name, {s1}), "");
  EXPECT_EQ(made(name, {s1}), "weir/settings: weir::Waves: board.s1 has waves already");
  run(1_us);
  EXPECT_THAT(made(name, {s1}), HasSubstr("the simulation has begun"));
}

TEST(Capture, HasWhatEntersAndLeavesThePortsOfAPattern) {
  const TemporaryDirectory folder;
  Board board("board");
  Capture capture(folder.path() / "c.pcapng", {board.s1.get()}, {"board.s1.p1", "*.p0"});
  board.burst(3);
  run(10_us);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "c.pcapng"));
  capture.close();
  const std::string bytes = content(folder.path() / "c.pcapng");
  std::size_t packets = 0;
  for (std::size_t at = 0; at < bytes.size(); at += *reinterpret_cast<const std::uint32_t*>(&bytes[at + 4]))
    packets += bytes[at] == 6 ? 1 : 0;  // enhanced packet blocks
  EXPECT_EQ(packets, 6U);
  EXPECT_THAT(bytes, AllOf(HasSubstr("board.s1.p0"), HasSubstr("board.s1.p1"), Not(HasSubstr("board.s1.p2"))));
}

TEST(Capture, HasOrderedSetsOfACableBetweenSwitches) {
  const TemporaryDirectory folder;
  const std::string two =
      kStar.substr(0, kStar.find("[topology]")) +
      "[topology]\nkind = \"dumbbell\"\nleft = 1\nright = 1\n[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n" +
      "[link.llr]\nwanted = true\nhosts = false\n";
  auto s1 = std::make_unique<Switch>("s1", from_text(two));
  auto s2 = std::make_unique<Switch>("s2", from_text(two));
  s1->tx[1].bind(s2->rx[1]);
  s2->tx[1].bind(s1->rx[1]);
  const Capture capture(folder.path() / "c.pcapng", {s1.get()});
  run(10_us);
  s2.reset();  // whose port the capture asks
  EXPECT_THAT(content(folder.path() / "c.pcapng"), HasSubstr("s1.p1.link"));
}

TEST(Capture, RefusesWhatCannotBe) {
  const TemporaryDirectory folder;
  Board board("board");
  Switch* const s1 = board.s1.get();
  const std::string name = folder.path() / "c.pcapng";
  const auto made = [&](const std::vector<std::string>& ports) {
    return report_of([&] { const Capture capture(name, {s1}, ports); });
  };
  EXPECT_THAT(made({"board.s1.p3"}), StartsWith("weir/settings: weir::Capture: board.s1.p3: there is no such port"));
  EXPECT_EQ(made({}), "weir/settings: weir::Capture: there is no pattern of ports in the list");
  EXPECT_EQ(made({"*"}), "");
  const Capture first(folder.path() / "a.pcapng", {s1}, {"*.p1"});
  EXPECT_EQ(made({"*"}), "weir/settings: weir::Capture: board.s1.p1 has a capture already");
  EXPECT_EQ(made({"*.p2"}), "");
  EXPECT_THAT(report_of([&] { const Capture capture("/absent/c", {s1}, {"*.p2"}); }), HasSubstr("/absent/c: "));
}

}  // namespace weir::waves_test
