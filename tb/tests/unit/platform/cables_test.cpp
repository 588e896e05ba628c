// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The far ends of cables: bytes, and XGMII. What a MAC in RTL does with the pins is in tb/tests/platform/pins.

#include "tb/platform/weir/tap.h"
#include "tb/platform/weir/xgmii.h"
#include "tb/tests/unit/platform/cable_bench.h"

namespace weir::cables_test {

using cable_bench::End;
using cable_bench::frame_to;
using cable_bench::frames_to;
using cable_bench::kFrames;
using cable_bench::star;
using cable_bench::sum_of;
using cable_bench::warnings;
using star_bench::report_of;

sc_core::sc_time ns(double value) { return {value, sc_core::SC_NS}; }

TEST(Cables, FramesComeAtTheirTimes) {
  Switch s1("s1", star("false"));
  End h1("h1", s1, 0);
  End h2("h2", s1, 1);
  End h3("h3", s1, 2, Cable::Bit::kFirst);
  run(0_us);
  EXPECT_EQ(h1.cable.rate(), 10'000'000'000U);
  EXPECT_EQ(h1.cable.delay(), ns(1000));
  EXPECT_FALSE(h1.cable.has_gaps());
  EXPECT_EQ(h1.cable.wire_time(1246), ns(1000));
  EXPECT_EQ(h1.cable.send(frame_to(1, 1246, 7)), ns(1000));
  EXPECT_EQ(h1.cable.send(frame_to(2, 20, 9)), ns(1051.2)) << "behind the first, padded";
  EXPECT_EQ(h1.cable.free_at(), ns(1051.2));
  run(20_us);
  ASSERT_EQ(h2.frames.size(), 1U);
  EXPECT_EQ(h2.frames.front(), frame_to(1, 1246, 7));
  EXPECT_EQ(h2.times.front(), ns(4000)) << "time on the wire and delay, twice";
  ASSERT_EQ(h3.frames.size(), 1U);
  EXPECT_EQ(h3.frames.front().size(), 60U);
  EXPECT_EQ(h3.times.front(), ns(1051.2 + 1000 + 1000)) << "its first bit";
}

TEST(Cables, WhatIsRelayedHasItsOwnFcs) {
  Switch s1("s1", star());
  End h1("h1", s1, 0);
  End h2("h2", s1, 1);
  run(5_us);
  Frame good = frame_to(1, 100, 7);
  for (int i = 0; i < 4; ++i)
    good.push_back(static_cast<std::uint8_t>(fcs_of(frame_to(1, 100, 7)) >> (8 * i)));
  Frame bad = good;
  bad[50] ^= 1U;
  EXPECT_EQ(h1.cable.relay(good, ns(4990)), ns(5089.2)) << "124 bytes since then";
  EXPECT_EQ(h1.cable.relay(bad, ns(4000)), ns(5188.4)) << "a wire carries one frame at a time";
  run(20_us);
  EXPECT_THAT(h2.frames, ElementsAre(frame_to(1, 100, 7)));
  EXPECT_EQ(sum_of(s1, "dropped_bad_fcs"), 1U);
  EXPECT_EQ(warnings(), 0);
  h1.cable.send(Frame(70'000));
  h1.cable.send(Frame(70'000));
  EXPECT_EQ(h1.cable.refused(), 2U);
  EXPECT_EQ(warnings(), 1);
}

TEST(Cables, AreRefusedAtWrongPorts) {
  Switch s1("s1", star());
  const auto take = [](Frame&&) {};
  EXPECT_EQ(report_of([&] { const Cable cable("cable", s1, 3, take); }),
            "weir/settings: cable: port 3: the switch has 3 ports, from 0");
  EXPECT_THAT(report_of([&] { const Tap tap("tap", s1, 0, "a_name_of_16_let"); }),
              HasSubstr("a device of Linux has a name of 1 to 15 letters; got \"a_name_of_16_let\""));
}

// A byte of XGMII, and whether it is a character of control.
using Character = std::pair<std::uint8_t, bool>;
using Characters = std::vector<Character>;

constexpr Character kIdle{0x07, true};
constexpr Character kStart{0xfb, true};
constexpr Character kError{0xfe, true};

Characters characters_of(const Frame& frame) {
  Characters all{kStart};
  all.insert(all.end(), 6, {0x55, false});
  all.emplace_back(0xd5, false);
  for (const std::uint8_t byte : frame)
    all.emplace_back(byte, false);
  for (int i = 0; i < 4; ++i)
    all.emplace_back(static_cast<std::uint8_t>(fcs_of(frame) >> (8 * i)), false);
  all.emplace_back(0xfd, true);
  return all;
}

// A device at port 0 that plays characters and keeps those that it gets; hosts at the other ports.
class XgmiiBench : public testing::Test, public sc_core::sc_module {
 public:
  explicit XgmiiBench(double period = 6.4)
      : sc_core::sc_module(sc_core::sc_module_name("bench")), clk("clk", period, sc_core::SC_NS) {
    xgmii.clk(clk);
    xgmii.rxd(rxd);
    xgmii.rxc(rxc);
    xgmii.txd(txd);
    xgmii.txc(txc);
    txc = 0xff;
    SC_HAS_PROCESS(XgmiiBench);
    SC_METHOD(edge);
    sensitive << clk.posedge_event();
    dont_initialize();
  }
  void TestBody() override {}

  void edge() {
    std::uint64_t data = 0;
    std::uint32_t control = 0;
    for (unsigned lane = 0; lane < 8; ++lane, ++at) {
      const Character one = at < played.size() ? played[at] : kIdle;
      data |= std::uint64_t{one.first} << (8 * lane);
      control |= (one.second ? 1U : 0U) << lane;
      heard.emplace_back(static_cast<std::uint8_t>(rxd.read() >> (8 * lane)), (rxc.read() >> lane & 1U) != 0);
    }
    txd = data;
    txc = control;
  }
  void play(Characters more, std::size_t idles = 12) {
    played.insert(played.end(), more.begin(), more.end());
    played.insert(played.end(), idles, kIdle);
  }

  Switch s1{"s1", star()};
  sc_core::sc_clock clk;
  Xgmii xgmii{"xgmii", s1, 0};
  End h2{"h2", s1, 1};
  End h3{"h3", s1, 2};
  sc_core::sc_signal<std::uint64_t> rxd{"rxd"};
  sc_core::sc_signal<std::uint64_t> txd{"txd"};
  sc_core::sc_signal<std::uint32_t> rxc{"rxc"};
  sc_core::sc_signal<std::uint32_t> txc{"txc"};
  Characters played;
  std::size_t at = 0;
  Characters heard;
};

TEST_F(XgmiiBench, FramesStartInByteZeroOrFour) {
  const Frame frame = frame_to(1, 61, 3);
  play(characters_of(frame), 10);  // 74 characters and 10: the next starts in byte 4
  play(characters_of(frame));
  run(20_us);
  EXPECT_THAT(h2.frames, ElementsAre(frame, frame));
  EXPECT_EQ(xgmii.frames_from(), 2U);
  EXPECT_EQ(xgmii.broken(), 0U);
}

TEST_F(XgmiiBench, WhatIsBrokenOnThePinsHasAWrongFcs) {
  const Frame frame = frame_to(1, 61, 3);
  Characters broken = characters_of(frame);
  broken[30] = kError;
  play(broken, 10);
  broken = characters_of(frame);
  broken[7] = {0x55, false};  // no delimiter
  play(broken, 10);
  broken = characters_of(frame);
  broken.back() = kIdle;  // no terminate
  play(broken, 10);
  play(characters_of(frame), 10);
  run(20_us);
  EXPECT_THAT(h2.frames, ElementsAre(frame));
  EXPECT_EQ(xgmii.broken(), 3U);
  EXPECT_EQ(sum_of(s1, "dropped_bad_fcs"), 3U);
}

TEST_F(XgmiiBench, AFrameThatHasNoEndIsLost) {
  const Frame frame = frame_to(1, 61, 3);
  Characters cut = characters_of(frame);
  cut.resize(40);
  play(cut, 0);
  play(characters_of(frame));
  run(20_us);
  EXPECT_THAT(h2.frames, ElementsAre(frame));
  EXPECT_EQ(xgmii.broken(), 1U);
  EXPECT_EQ(xgmii.frames_from(), 1U);
}

// At the rate of the line: all frames whole, where they may start, with gaps that are right on average.
TEST_F(XgmiiBench, GapsAreTwelveBytesOnAverage) {
  for (const Frame& frame : frames_to(0)) {
    h2.cable.send(frame);
    h3.cable.send(frame);
  }
  run(40_us);
  std::vector<Frame> got;
  std::vector<std::size_t> gaps;
  std::size_t end = 0;
  for (std::size_t i = 0; i < heard.size(); ++i) {
    if (heard[i] != kStart)
      continue;
    EXPECT_EQ(i % 4, 0U);
    if (end != 0)
      gaps.push_back(i - end);
    Frame frame;
    for (i += 8; !heard[i].second; ++i)
      frame.push_back(heard[i].first);
    EXPECT_EQ(heard[i], Character(0xfd, true));
    end = i;
    frame.resize(frame.size() - 4);
    EXPECT_EQ(Characters(heard.begin() + static_cast<std::ptrdiff_t>(i - frame.size() - 12),
                         heard.begin() + static_cast<std::ptrdiff_t>(i + 1)),
              characters_of(frame));
    got.push_back(frame);
  }
  EXPECT_EQ(got.size(), 2 * kFrames);
  EXPECT_EQ(xgmii.frames_to(), 2 * kFrames);
  EXPECT_GE(*std::min_element(gaps.begin(), gaps.end()), 9U);
  EXPECT_NEAR(std::accumulate(gaps.begin(), gaps.end(), 0.0) / static_cast<double>(gaps.size()), 12, 0.1);
}

TEST(Xgmii, WantsItsClock) {
  const std::string report = report_of([] {
    XgmiiBench bench(8);
    run(1_us);
  });
  EXPECT_THAT(report, HasSubstr("xgmii: clk has a period of 8000 ps; wanted 6400 ps"));
}

TEST(Xgmii, WantsGapsOnTheWire) {
  Switch s1("s1", star("false"));
  EXPECT_THAT(report_of([&] { const Xgmii xgmii("xgmii", s1, 0); }),
              HasSubstr("weir/settings: xgmii: the cable of port 0 has no room for preamble and gaps"));
}

}  // namespace weir::cables_test
