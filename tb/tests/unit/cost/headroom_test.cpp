// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The figures of the papers, from the same functions that the report calls.

#include "tb/cost/headroom.h"

#include "tb/bounds/response.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::headroom_test {

using flow_control::Scheme;

asic::SwitchConfig device(std::size_t ports, std::int64_t gbps, Time delay, Time processing) {
  asic::SwitchConfig config;
  config.ports.assign(ports, {.rate = BitRate(gbps * 1'000'000'000), .delay = delay});
  config.flow_control.lossless = 0xff;
  config.flow_control.processing_delay = processing;
  return config;
}

// Frames of 1500 B without preamble and gap: what papers count.
const QueueFrames kAlike{.shortest = Bytes(1500), .overhead = Bytes(0)};

Bytes each(Scheme scheme, const asic::SwitchConfig& config) {
  return headroom_each(scheme, config, config.ports.front());
}

// TTL-based buffer management, eq. 14 and its example: 40 Gbps, 1500 B, 1.5 us, t_pro of 60 quanta.
TEST(Headroom, OfPfc) {
  const asic::SwitchConfig config = device(32, 40, Time(1'500'000), pause_time(60, BitRate(40'000'000'000)));
  const std::vector<Headroom> found = headrooms(config, {Scheme::kPfc}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].each, Bytes(21'968));
  EXPECT_EQ(found[0].all, Bytes(21'968 * 256));
  // "32 ports x 8 classes x 22 KB = 5,632 KB"
  EXPECT_EQ(whole_kib(found[0].each), 22);
  EXPECT_EQ(whole_kib(found[0].each) * 32 * 8, 5'632);
}

// GFC, section 5.4: 2 C tau for MTU 1500, t_w 1 us, t_r 3 us.
TEST(Headroom, OfBufferBasedGfc) {
  const auto of = [](std::int64_t gbps) {
    return each(Scheme::kGfcBufferBased, device(1, gbps, Time(1'000'000), Time(3'000'000)));
  };
  EXPECT_EQ(of(10), Bytes(18'500));
  EXPECT_EQ(of(40), Bytes(56'000));
  EXPECT_EQ(of(100), Bytes(131'000));
}

// The same section for time-based GFC, MTU 4000: 140.9, 191.5 and 272.0 KB.
TEST(Headroom, OfTimeBasedGfc) {
  const auto of = [](std::int64_t gbps) {
    asic::SwitchConfig config = device(1, gbps, Time(1'000'000), Time(3'000'000));
    config.max_frame = Bytes(4000);
    return static_cast<double>(each(Scheme::kGfcTimeBased, config).count());
  };
  EXPECT_NEAR(of(10), 140'900, 60);
  EXPECT_NEAR(of(40), 191'500, 60);
  EXPECT_NEAR(of(100), 272'000, 60);
}

// e C tau where theorem 4.1 has 4 C tau, 37,000 B, 1,012,000 B: docs/results/gfc_bound.md.
TEST(Headroom, OfConceptualGfc) {
  const auto of = [](std::int64_t gbps) {
    return each(Scheme::kGfcConceptual, device(1, gbps, Time(1'000'000), Time(3'000'000)));
  };
  EXPECT_EQ(of(10), Bytes(25'145));
  EXPECT_EQ(of(40), Bytes(76'112));
  EXPECT_EQ(of(100), Bytes(178'048));
  EXPECT_EQ(of(400), Bytes(687'726));
}

// Theorem 5.1 up to t_r = T; beyond, e C D with D = T + t_r + a frame ahead of the message, control frames of other
// classes, its own time, and a frame by the old rate.
TEST(Headroom, OfTimeBasedGfcWhereCreditsAreLate) {
  asic::SwitchConfig config = device(1, 10, Time(1'000'000), Time(52'400'000));
  config.flow_control.lossless = 0x03;
  config.flow_control.gfc_time_based.credits.period = Time(52'400'000);
  const auto found = [&] { return headrooms(config, {Scheme::kGfcTimeBased}, {}).front(); };
  EXPECT_EQ(found().source, "GFC, Theorem 5.1");
  EXPECT_EQ(found().each, bounds::time_based_margin(BitRate(10'000'000'000), Time(56'800'000), Time(52'400'000)));
  config.flow_control.processing_delay += Time(1);
  const Time age = Time(52'400'000) + Time(52'400'001) + 2 * Time(1'200'000) + 2 * Time(51'200);
  EXPECT_EQ(found().each, bounds::late_margin(BitRate(10'000'000'000), age));
  EXPECT_EQ(found().formula, "e C (T + t_r + waits)");
}

TEST(Headroom, OfOthers) {
  asic::SwitchConfig config = device(4, 10, Time(1'000'000), Time(3'000'000));
  // C tau + C T_c = 9,250 + 65,535 B are 50 frames of 1500 B, of 24 blocks each; what was advertised does not count.
  config.flow_control.cbfc.buffer = Bytes(123'456);
  EXPECT_EQ(each(Scheme::kCbfc, config), Bytes(50 * 1'536));
  EXPECT_TRUE(headrooms(config, {Scheme::kNone}, {}).empty());
}

// SONiC's buffer_headroom_mellanox.lua for 400 Gbps, MTU 1500, 905 quanta, rounded up to KiB there.
TEST(Headroom, WithinFivePercentOfAnOperatorsFormula) {
  const auto pfc = [](std::int64_t metres) {
    const asic::SwitchConfig config =
        device(1, 400, Time(metres * 5'000), bounds::response_time(BitRate(400'000'000'000)));
    return static_cast<double>((each(Scheme::kPfc, config) + packets_each(Scheme::kPfc, config)).count());
  };
  EXPECT_NEAR(pfc(5), 64'512, 0.05 * 64'512);
  EXPECT_NEAR(pfc(300), 209'920, 0.05 * 209'920);
}

// IEEE 802.3, 31B.3.7.
TEST(Response, ByLineRate) {
  const auto quanta = [](std::int64_t mbps) {
    const BitRate rate(mbps * 1'000'000);
    return bounds::response_time(rate) / pause_time(1, rate);
  };
  EXPECT_EQ(quanta(10'000), 67);
  EXPECT_EQ(quanta(40'000), 118);
  EXPECT_EQ(quanta(100'000), 394);
  EXPECT_EQ(quanta(400'000), 905);
  EXPECT_EQ(quanta(30'000), 118);       // as the next faster one
  EXPECT_EQ(quanta(1'600'000), 1'810);  // as long as at 800 Gbps
}

TEST(Headroom, FitsWithAFrameBelowTheThreshold) {
  asic::SwitchConfig config = device(2, 10, Time(1'000'000), Time(3'000'000));
  config.flow_control.lossless = 0x01;
  config.mmu.cell = Bytes(1);
  const Bytes needed = 2 * (each(Scheme::kPfc, config) + Bytes(1'499) + Bytes(1'500));
  config.mmu.buffer = needed;
  EXPECT_TRUE(headrooms(config, {Scheme::kPfc}, kAlike)[0].fits());
  EXPECT_TRUE(misfits(headrooms(config, {Scheme::kPfc}, kAlike)).empty());
  config.mmu.buffer = needed - Bytes(1);
  EXPECT_FALSE(headrooms(config, {Scheme::kPfc}, kAlike)[0].fits());
  EXPECT_EQ(misfits(headrooms(config, {Scheme::kPfc}, kAlike)).size(), 1U);
}

// Nothing legal is in class 0 of a switch: of 8 classes 7 need headroom, 768,880 B of 5 ports and not 878,720 B.
TEST(Headroom, OfTtlShiftedPfcIsOfTheClassesAtSwitches) {
  asic::SwitchConfig config = device(5, 40, Time(1'500'000), pause_time(60, BitRate(40'000'000'000)));
  config.mmu.cell = Bytes(1);
  const std::vector<Headroom> found = headrooms(config, {Scheme::kTtlPfc, Scheme::kPfc}, kAlike);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].all, Bytes(768'880));
  EXPECT_EQ(found[0].least, 35 * (Bytes(21'968) + Bytes(1'499) + Bytes(1'500)));
  EXPECT_EQ(found[1].all, Bytes(878'720));
}

// What routes let packets fill, where they are known; other schemes have no class of a hop.
TEST(Headroom, OfTtlShiftedPfcIsOfWhatPacketsCanFill) {
  asic::SwitchConfig config = device(4, 40, Time(1'500'000), pause_time(60, BitRate(40'000'000'000)));
  config.mmu.cell = Bytes(1);
  const std::vector<Headroom> found = headrooms(config, {Scheme::kTtlPfc, Scheme::kPfc}, kAlike, {1, 1, 2, 2});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].queues, 6);
  EXPECT_EQ(found[0].all, 6 * Bytes(21'968));
  EXPECT_EQ(found[0].least, 6 * (Bytes(21'968) + Bytes(1'499) + Bytes(1'500)));
  EXPECT_EQ(found[1].queues, 4 * 8);
}

// A pool has for each queue a packet, 8 cells of 208 B, and 14 more of them, or, where cells are small, what eq. 14
// counts. Credits and GFC take of none.
TEST(Headroom, OfAPoolIsInWholeCells) {
  asic::SwitchConfig config = device(4, 40, Time(1'500'000), pause_time(60, BitRate(40'000'000'000)));
  EXPECT_EQ(headrooms(config, {Scheme::kTtlPfc}, kAlike, {1, 1, 2, 2})[0].pool, 6 * 15 * Bytes(1'664));
  EXPECT_EQ(headrooms(config, {Scheme::kPfc}, kAlike)[0].pool, 32 * 15 * Bytes(1'664));
  EXPECT_EQ(headrooms(config, {Scheme::kCbfc}, kAlike)[0].pool, Bytes(0));
  config.mmu.cell = Bytes(1);
  EXPECT_EQ(headrooms(config, {Scheme::kTtlPfc}, kAlike, {1, 1, 2, 2})[0].pool, 6 * Bytes(21'968 + 1'500));
}

// 400 Gbps, 300 m, frames from 64 B: T is 4,190.48 ns, of 1,680 ps each; 2,494 cells of 208 B, the last frame's 8, and
// 7 by which the one that reaches XOFF may end above it. Eq. 14 counts 211,048 B, as if all frames had 1500 B.
TEST(Headroom, OfPfcIsThatOfTheWorstMixWhereShortFramesFillCells) {
  asic::SwitchConfig config = device(1, 400, Time(1'500'000), bounds::response_time(BitRate(400'000'000'000)));
  config.flow_control.lossless = 0x01;
  const std::vector<Headroom> found = headrooms(config, {Scheme::kPfc, Scheme::kPause, Scheme::kGfcBufferBased}, {});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].each, Bytes(211'048));
  EXPECT_EQ(found[0].worst_cells, 2'494 + 8 + 7);
  EXPECT_EQ(found[0].worst, 2'509 * Bytes(208));
  EXPECT_EQ(found[0].least, found[0].worst + Bytes(1'500));
  EXPECT_EQ(found[0].pool, 2'510 * Bytes(208));
  ASSERT_EQ(found[0].worst_mix.size(), 1U);
  EXPECT_EQ(found[0].worst_mix[0].length, Bytes(64));
  EXPECT_EQ(found[0].worst_last, Bytes(1'457));
  EXPECT_EQ(found[1].worst, found[0].worst);
  EXPECT_EQ(found[2].worst, Bytes(0)) << "stages are no pauses";
  EXPECT_EQ(needed_each(Scheme::kPfc, config, config.ports.front(), {}), found[0].worst);
  config.mmu.cell = Bytes(1);
  EXPECT_EQ(needed_each(Scheme::kPfc, config, config.ports.front(), kAlike), Bytes(211'048 + 1'499));
}

TEST(Headroom, AddsPortsOfDifferentRates) {
  asic::SwitchConfig config = device(1, 10, Time(1'000'000), Time(3'000'000));
  config.flow_control.lossless = 0x09;
  config.ports.push_back({.rate = BitRate(100'000'000'000), .delay = Time(1'000'000)});
  const std::vector<Headroom> found = headrooms(config, {Scheme::kPfc, Scheme::kGfcBufferBased}, {});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].scheme, "gfc_buffer_based");
  EXPECT_EQ(found[1].each, Bytes(131'000));
  EXPECT_EQ(found[1].all, Bytes(2 * (18'500 + 131'000)));
}

}  // namespace weir::cost::headroom_test
