// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/network/damaged_link.h"

#include <cmath>

#include "hw_model/frame/cc_update.h"
#include "hw_model/frame/mac_control.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::network::damaged_link_test {

using link::SetFate;

constexpr Time kByte = 80_ps;  // 100 Gbps
constexpr std::uint8_t kBad = frame::kFcsWrong;
constexpr std::uint8_t kPoisoned = frame::kFcsWrong | frame::kPoisoned;
constexpr std::uint8_t kMarked = frame::kFcsWrong | frame::kMarked;
constexpr std::uint8_t kWhole = 0;

class DamagedLinkTest : public testing::Test {
 protected:
  static link::LinkConfig config(bool overhead) { return {.rate = 100_Gbps, .delay = 1_us, .wire_overhead = overhead}; }
  static frame::Packet data(Bytes length = 1000_B, unsigned of_class = 3) {
    frame::Packet packet;
    packet.bytes.fill(0);
    packet.bytes[12] = 0x08;
    packet.length = length;
    packet.traffic_class = ClassId(of_class);
    return packet;
  }
  static frame::Packet pfc() {
    frame::Packet packet = data(64_B, 0);
    frame::write_pfc(packet.bytes, frame::MacAddress(9), frame::pfc_frame(1, 100));
    return packet;
  }
  static frame::Packet cc_update() {
    frame::Packet packet = data(64_B, 0);
    frame::write_cc_update(packet.bytes, frame::MacAddress(9), {});
    return packet;
  }
  // Sends the frame right behind the one before.
  std::uint8_t send(DamagedLink& link, const frame::Packet& packet, bool overhead = false) {
    const Time begin = now_;
    now_ += (packet.length + (overhead ? link::kWireOverhead : Bytes(0))).count() * kByte;
    return link.frame_leaves(packet, begin, now_).found;
  }
  static RandomStream stream(std::uint64_t seed = 1, const char* name = "here") { return {seed, name}; }

  Time now_ = 1_us;
};

TEST_F(DamagedLinkTest, HitsAsManyFramesAsTheRateSays) {
  for (const double rate : {1e-3, 1e-5, 1e-6}) {
    DamagedLink link(config(false), 0);
    link.add({.kind = ErrorKind::kBits, .rate = rate}, stream());
    constexpr int kFrames = 200'000;
    const frame::Packet packet = data(125_B);
    int hit = 0;
    for (int n = 0; n < kFrames; ++n) {
      hit += send(link, packet) == kBad ? 1 : 0;
    }
    const double each = 1 - std::pow(1 - rate, 1000.0);
    const double deviation = std::sqrt(kFrames * each * (1 - each));
    EXPECT_NEAR(hit, kFrames * each, 4 * deviation) << rate;
    EXPECT_EQ(link.counters().bad_fcs, static_cast<std::uint64_t>(hit));
  }
}

// The spans between errors are those of a draw for each bit: their mean and their share below the mean.
TEST_F(DamagedLinkTest, ErrorsKeepNoMemoryBetweenFramesAndSets) {
  DamagedLink link(config(false), 0);
  link.add({.kind = ErrorKind::kBits, .rate = 1e-3}, stream());
  int since = 0;
  std::vector<int> spans;
  while (spans.size() < 20'000) {
    ++since;
    if (since % 2 == 0 ? link.set_leaves(now_, now_ + 8 * kByte) == SetFate::kSpoiled : send(link, data(8_B)) != 0) {
      spans.push_back(std::exchange(since, 0));
    }
  }
  const double each = 1 - std::pow(0.999, 64.0);
  double sum = 0;
  double below = 0;
  for (const int span : spans) {
    sum += span;
    below += span <= 10 ? 1 : 0;
  }
  EXPECT_NEAR(sum / 20'000, 1 / each, 4 / each / std::sqrt(20'000.0));
  EXPECT_NEAR(below / 20'000, 1 - std::pow(1 - each, 10.0), 0.015);
}

TEST_F(DamagedLinkTest, TheLowestRateAndTheHighest) {
  DamagedLink never(config(false), 0);
  never.add({.kind = ErrorKind::kBits, .rate = 0}, stream());
  DamagedLink hardly(config(false), 0);
  hardly.add({.kind = ErrorKind::kBits, .rate = 1e-18}, stream());
  DamagedLink always(config(false), 0);
  always.add({.kind = ErrorKind::kBits, .rate = 1}, stream());
  for (int n = 0; n < 1000; ++n) {
    EXPECT_EQ(send(never, data(9216_B)), kWhole);
    EXPECT_EQ(send(hardly, data(9216_B)), kWhole);
    EXPECT_EQ(send(always, data(64_B)), kBad);
  }
}

// Eight bytes of preamble and 64 of the frame: a hit in the preamble is seen by PCS, which marks the frame.
TEST_F(DamagedLinkTest, AHitInThePreambleMarksTheFrame) {
  DamagedLink link(config(true), 0);
  link.add({.kind = ErrorKind::kBits, .rate = 1e-5}, stream());
  for (int n = 0; n < 2'000'000; ++n) {
    send(link, data(64_B), true);
  }
  const double marked = static_cast<double>(link.counters().marked);
  const double all = static_cast<double>(link.counters().frames());
  EXPECT_GT(all, 10'000);
  EXPECT_NEAR(marked / all, 8.0 / 72, 4 * std::sqrt(8.0 / 72 / all));
  EXPECT_EQ(link.counters().frames(), link.counters().marked + link.counters().bad_fcs);
}

TEST_F(DamagedLinkTest, SeedAndNameDecideAlone) {
  std::vector<std::vector<std::uint8_t>> runs;
  for (const RandomStream& random : {stream(), stream(), stream(2), stream(1, "there")}) {
    DamagedLink link(config(false), 0);
    link.add({.kind = ErrorKind::kBits, .rate = 1e-4}, random);
    std::vector<std::uint8_t>& run = runs.emplace_back();
    for (int n = 0; n < 500; ++n) {
      run.push_back(send(link, data()));
    }
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_NE(runs[0], runs[2]);
  EXPECT_NE(runs[0], runs[3]);
}

TEST_F(DamagedLinkTest, FramesAreDamagedByTheirNumbers) {
  DamagedLink link(config(false), 0);
  link.add({.kind = ErrorKind::kFrames, .numbers = {2, 4}}, stream());
  link.add({.kind = ErrorKind::kFrames,
            .mark = DamageMark::kPoisoned,
            .counted = CountedFrames::kControl,
            .first = 2,
            .last = 2},
           stream());
  link.add({.kind = ErrorKind::kFrames, .mark = DamageMark::kMarked, .counted = CountedFrames::kCcUpdate}, stream());
  link.add({.kind = ErrorKind::kFrames, .mark = DamageMark::kMarked, .counted = CountedFrames::kData, .first = 4},
           stream());
  std::vector<std::uint8_t> found;
  for (const frame::Packet& packet : {data(), data(), pfc(), pfc(), cc_update(), data(), data(), data()}) {
    found.push_back(send(link, packet));
  }
  EXPECT_EQ(found, (std::vector<std::uint8_t>{kWhole, kBad, kWhole, kBad, kMarked, kWhole, kMarked, kMarked}))
      << "a poisoned frame that is hit is no longer poisoned";
  EXPECT_EQ(link.counters().control, 2U);
}

// Numbers of link-level retry, of which the upper bits count initialisations: a frame is hit when it is sent first.
TEST_F(DamagedLinkTest, FramesAreDamagedByTheNumberOfTheLinkOnce) {
  DamagedLink link(config(false), 0);
  link.add({.kind = ErrorKind::kFrames, .counted = CountedFrames::kLlrNumber, .numbers = {0, 6}}, stream());
  const auto sends = [&](std::uint32_t number, std::uint32_t epoch = 0) {
    frame::Packet packet = data();
    packet.link_number = number | epoch << 20;
    return send(link, packet) != kWhole;
  };
  EXPECT_EQ(send(link, data()), kWhole) << "without a number";
  EXPECT_FALSE(sends(5));
  EXPECT_TRUE(sends(6));
  EXPECT_FALSE(sends(7));
  EXPECT_FALSE(sends(6)) << "a replay";
  EXPECT_FALSE(sends(7));
  EXPECT_FALSE(sends(8));
  EXPECT_TRUE(sends(6, 1)) << "after an initialisation";
  EXPECT_FALSE(sends(0xf'ffff, 2));
  EXPECT_TRUE(sends(0, 2)) << "the numbers begin again";
  EXPECT_FALSE(sends(0, 2));
}

// A sender poisons a frame once; link-level retry then sends it poisoned, as often as it has to.
TEST_F(DamagedLinkTest, AReplayIsPoisonedIfTheFrameWas) {
  DamagedLink link(config(false), 0xff);
  link.add({.kind = ErrorKind::kFrames, .mark = DamageMark::kPoisoned, .first = 2, .last = 4}, stream());
  link.add({.kind = ErrorKind::kFrames, .numbers = {2, 6}}, stream());
  const auto sends = [&](std::uint32_t number, std::uint8_t extras) {
    frame::Packet packet = data();
    packet.link_number = number;
    packet.extras = extras;
    const Time begin = now_;
    now_ += packet.length.count() * kByte;
    return link.frame_leaves(packet, begin, now_);
  };
  const auto is = [](const link::FrameFate& fate, std::uint8_t found, bool sent_poisoned) {
    return fate.found == found && fate.sent_poisoned == sent_poisoned;
  };
  EXPECT_TRUE(is(sends(1, 0), kWhole, false));
  EXPECT_TRUE(is(sends(2, 0), kBad, true)) << "the wire has hit a frame that was poisoned";
  EXPECT_TRUE(is(sends(3, 0), kPoisoned, true));
  EXPECT_TRUE(is(sends(1, 0), kWhole, false)) << "the fourth frame, but a replay";
  EXPECT_TRUE(is(sends(2, kPoisoned), kPoisoned, false));
  EXPECT_TRUE(is(sends(3, kPoisoned), kBad, false));
  EXPECT_EQ(link.counters().poisoned, 1U);
  EXPECT_EQ(link.counters().bad_fcs, 2U);
  EXPECT_EQ(link.counters().lossless[3].packets, 2U) << "each of the two that are poisoned, once";
}

TEST_F(DamagedLinkTest, SetsAreDamagedOrDoubledByTheirNumbersAndComeLate) {
  DamagedLink link(config(false), 0);
  link.add({.kind = ErrorKind::kSets, .first = 2, .last = 3}, stream());
  link.add({.kind = ErrorKind::kDelaySets, .from = 2_us, .until = 3_us, .delay = 500_ns}, stream());
  link.add({.kind = ErrorKind::kDelaySets, .delay = 7_ns}, stream());
  link.add({.kind = ErrorKind::kDoubleSets, .from = 1_us, .numbers = {1, 3, 4, 6}}, stream());
  std::vector<SetFate> fates;
  for (const Time at : {1_us - Time(1), 1_us, 1_us, 1_us, 1_us, 1_us}) {
    fates.push_back(link.set_leaves(at, at));
  }
  using enum SetFate;
  EXPECT_EQ(fates, (std::vector<SetFate>{kArrives, kSpoiled, kSpoiled, kDoubled, kArrives, kDoubled}));
  EXPECT_EQ(link.counters().sets, 2U);
  EXPECT_EQ(link.counters().doubled_sets, 2U);
  EXPECT_EQ(link.set_delay(2_us - Time(1)), 7_ns);
  EXPECT_EQ(link.set_delay(2_us), 507_ns);
  EXPECT_EQ(link.set_delay(3_us), 7_ns);
  EXPECT_EQ(send(link, data()), kWhole);
}

// 640 B are 51.2 ns here: whatever is on the wire for a part of them is marked, and nothing else.
TEST_F(DamagedLinkTest, ACodewordHitsAllThatIsOnTheWire) {
  const LinkError error{.kind = ErrorKind::kCodewords, .span = 640_B, .period = 10_us, .phase = 2_us};
  DamagedLink link(config(false), 0);
  link.add(error, stream());
  const auto leaves = [&](Time begin, Time end) { return link.frame_leaves(data(), begin, end).found; };
  const Time span_end = 2_us + 640 * kByte;
  EXPECT_EQ(leaves(1_us, 2_us), kWhole);
  EXPECT_EQ(leaves(1_us, 2_us + Time(1)), kMarked);
  EXPECT_EQ(leaves(2_us + 10_ns, 2_us + 20_ns), kMarked);
  EXPECT_EQ(leaves(span_end - Time(1), 3_us), kMarked);
  EXPECT_EQ(leaves(span_end, 3_us), kWhole);
  EXPECT_EQ(leaves(span_end, 12_us), kWhole);
  EXPECT_EQ(leaves(12_us - Time(1), 12_us + Time(1)), kMarked);
  EXPECT_EQ(leaves(5_us, 25_us), kMarked) << "longer than a period";
  EXPECT_EQ(link.set_leaves(22_us, 22_us + 8 * kByte), SetFate::kSpoiled);
  EXPECT_EQ(link.set_leaves(23_us, 23_us + 8 * kByte), SetFate::kArrives);

  DamagedLink charging(config(true), 0);
  charging.add(error, stream());
  EXPECT_EQ(charging.frame_leaves(data(), 1_us, 2_us + 12 * kByte).found, kWhole) << "the gap cannot be damaged";
  EXPECT_EQ(charging.frame_leaves(data(), 1_us, 2_us + 13 * kByte).found, kMarked);
}

TEST_F(DamagedLinkTest, APhaseThatIsNotGivenIsDrawn) {
  std::set<int> first;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    DamagedLink link(config(false), 0);
    link.add({.kind = ErrorKind::kCodewords, .span = 640_B, .period = 10_us}, stream(seed));
    int hits = 0;
    for (int n = 0; n < 200; ++n) {
      const bool hit = link.frame_leaves(data(), n * 100_ns, (n + 1) * 100_ns).found != 0;
      hits += hit ? 1 : 0;
      if (hit && hits == 1) {
        first.insert(n);
      }
    }
    EXPECT_THAT(hits, testing::AllOf(testing::Ge(2), testing::Le(5))) << "two periods of one or two frames";
  }
  EXPECT_GT(first.size(), 10U);
}

TEST_F(DamagedLinkTest, ActsFromItsStartToItsEnd) {
  DamagedLink link(config(false), 0);
  link.add({.kind = ErrorKind::kFrames, .from = 2_us, .until = 3_us}, stream());
  EXPECT_EQ(link.frame_leaves(data(), 2_us - Time(1), 3_us).found, kWhole);
  EXPECT_EQ(link.frame_leaves(data(), 2_us, 5_us).found, kBad);
  EXPECT_EQ(link.frame_leaves(data(), 3_us, 5_us).found, kWhole);
}

TEST_F(DamagedLinkTest, CountsWhatLosslessClassesLose) {
  DamagedLink link(config(false), mask_of(ClassId(3)));
  link.add({.kind = ErrorKind::kFrames, .first = 2}, stream());
  for (const frame::Packet& packet : {data(), data(1000_B, 5), data(), pfc(), data()}) {
    send(link, packet);
  }
  EXPECT_EQ(link.counters().frames(), 4U);
  const LostPackets& lost = link.counters().lossless[3];
  EXPECT_EQ(lost.packets, 2U);
  EXPECT_EQ(lost.first, 1_us + 3000 * kByte);
  EXPECT_EQ(lost.last, 1_us + 4064 * kByte);
  EXPECT_EQ(link.counters().lossless[5].packets, 0U);
  EXPECT_EQ(link.counters().unit_messages, 0U);
}

}  // namespace weir::network::damaged_link_test
