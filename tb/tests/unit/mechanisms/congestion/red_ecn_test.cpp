// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RED with ECN: which packets are marked, at, below and above each threshold, how often in between, and what a mark
// does to the bytes.

#include "hw_model/mechanisms/congestion/red_ecn.h"

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/ecn_field.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::congestion::red_ecn_test {

constexpr ClassId kC{3};

PortContext context_of(const RedEcnConfig& config) {
  PortContext context;
  context.config.detectors = {DetectorKind::kRedEcn};
  context.config.red_ecn = config;
  context.max_frame = 1500_B;
  context.buffer = 12_MB;
  context.name = "s1.p2";
  context.seed = 7;
  return context;
}

frame::Packet packet_with(frame::Ecn ecn, ClassId c = kC) {
  frame::Packet packet;
  packet.length = 1500_B;
  packet.traffic_class = c;
  frame::DataFrameFields fields;
  fields.traffic_class = c;
  fields.ecn = ecn;
  fields.length = packet.length;
  frame::write_data_frame(packet.bytes, fields);
  return packet;
}

// Whether a packet of this codepoint comes out with CE.
bool marked(RedEcn& red, Bytes behind, frame::Ecn ecn = frame::Ecn::kEct0) {
  frame::Packet packet = packet_with(ecn);
  red.departs(packet, behind, Time(0));
  return frame::ecn_of(packet) == frame::Ecn::kCongestion;
}

double share_marked(RedEcn& red, Bytes behind, int packets) {
  int count = 0;
  for (int i = 0; i < packets; ++i) {
    count += marked(red, behind) ? 1 : 0;
  }
  return static_cast<double>(count) / packets;
}

TEST(RedEcn, BesideAnotherDetectorItLeavesLosslessClassesAlone) {
  PortContext context = context_of({.k_min = 5_KB, .k_max = 200_KB, .classes = 0x0f, .beside = true});
  context.config.detectors = {DetectorKind::kTcd};
  context.lossless = mask_of(ClassId(0)) | mask_of(ClassId(2));
  RedEcn red(context);
  for (const unsigned c : {0U, 1U, 2U, 3U, 4U}) {
    frame::Packet packet = packet_with(frame::Ecn::kEct0, ClassId(c));
    red.departs(packet, 300_KB, Time(0));
    EXPECT_EQ(frame::ecn_of(packet) == frame::Ecn::kCongestion, c == 1 || c == 3) << c;
  }
  EXPECT_EQ(red_classes(context), 0x0a);
  EXPECT_EQ(make_detectors(context).size(), 2U);
}

TEST(RedEcn, NothingIsMarkedUpToKMinAndAllAboveKMax) {
  RedEcn red(context_of({.k_min = 5_KB, .k_max = 200_KB, .p_max = 0.01}));
  for (int i = 0; i < 10'000; ++i) {
    ASSERT_FALSE(marked(red, 0_B));
    ASSERT_FALSE(marked(red, 5_KB));
    ASSERT_TRUE(marked(red, Bytes(200'001)));
    ASSERT_TRUE(marked(red, 12_MB));
  }
  EXPECT_EQ(red.marked(kC), 20'000U);
  EXPECT_EQ(red.marked(ClassId(0)), 0U);
}

// Within five standard deviations of the binomial, for the cut of the slope register to bits moves the mean by far
// less.
TEST(RedEcn, InBetweenTheShareRisesLinearly) {
  struct Case {
    double p_max;
    Bytes behind;
    double wanted;
  };
  for (const Case& each : {Case{0.01, 102'500_B, 0.005}, Case{0.01, 200'000_B, 0.01}, Case{0.5, 53'750_B, 0.125},
                           Case{1.0, 151'250_B, 0.75}, Case{1.0, 6'950_B, 0.01}}) {
    RedEcn red(context_of({.k_min = 5_KB, .k_max = 200_KB, .p_max = each.p_max}));
    constexpr int kPackets = 200'000;
    const double deviation = std::sqrt(each.wanted * (1 - each.wanted) / kPackets);
    EXPECT_NEAR(share_marked(red, each.behind, kPackets), each.wanted, 5 * deviation) << each.p_max;
  }
}

// Marks of neighbouring packets are independent: after a marked packet the next is marked no more often than any.
TEST(RedEcn, AMarkSaysNothingOfTheNext) {
  RedEcn red(context_of({.k_min = 0_B, .k_max = 200_KB, .p_max = 0.5}));
  int both = 0;
  int first = 0;
  bool before = false;
  for (int i = 0; i < 200'000; ++i) {
    const bool now = marked(red, 80'000_B);  // 0.2
    first += before ? 1 : 0;
    both += before && now ? 1 : 0;
    before = now;
  }
  const double share = static_cast<double>(both) / first;
  EXPECT_NEAR(share, 0.2, 5 * std::sqrt(0.2 * 0.8 / first));
}

TEST(RedEcn, TheSameSeedAndPortDrawTheSameAndOthersDoNot) {
  const auto drawn = [](const std::string& port, std::uint64_t seed) {
    PortContext context = context_of({.k_min = 0_B, .k_max = 200_KB, .p_max = 1.0});
    context.name = port;
    context.seed = seed;
    RedEcn red(context);
    std::string text;
    for (int i = 0; i < 64; ++i) {
      text += marked(red, 100_KB) ? '1' : '0';
    }
    return text;
  };
  EXPECT_EQ(drawn("s1.p2", 7), drawn("s1.p2", 7));
  EXPECT_NE(drawn("s1.p2", 7), drawn("s1.p3", 7));
  EXPECT_NE(drawn("s1.p2", 7), drawn("s1.p2", 8));
}

TEST(RedEcn, OnlyWhatCanUseItIsMarked) {
  RedEcn red(context_of({}));
  for (const frame::Ecn ecn : {frame::Ecn::kEct0, frame::Ecn::kEct1, frame::Ecn::kCongestion}) {
    EXPECT_TRUE(marked(red, 1_MB, ecn));
  }
  EXPECT_FALSE(marked(red, 1_MB, frame::Ecn::kNotCapable));
  EXPECT_EQ(red.marked(kC), 3U);
  frame::Packet no_ip = packet_with(frame::Ecn::kEct0);
  no_ip.bytes[16] = 0x88;  // ethertype behind the tag
  no_ip.bytes[17] = 0xb5;
  const frame::Packet before = no_ip;
  red.departs(no_ip, 1_MB, Time(0));
  EXPECT_EQ(no_ip.bytes, before.bytes);
}

TEST(RedEcn, OnlyTheClassesOfTheSettingAreMarked) {
  RedEcn red(context_of({.classes = 0x08}));
  frame::Packet other = packet_with(frame::Ecn::kEct0, ClassId(2));
  red.departs(other, 1_MB, Time(0));
  EXPECT_EQ(frame::ecn_of(other), frame::Ecn::kEct0);
  EXPECT_TRUE(marked(red, 1_MB));
}

TEST(RedEcn, AMarkedHeaderStillHasItsChecksum) {
  RedEcn red(context_of({}));
  frame::Packet packet = packet_with(frame::Ecn::kEct1);
  red.departs(packet, 1_MB, Time(0));
  const auto header = frame::read_ipv4(std::span(packet.bytes).subspan(18), packet.length - 18_B - 4_B);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(header->ecn, frame::Ecn::kCongestion);
}

TEST(EcnField, IsFoundBehindUpToTwoTagsAndInIpv6) {
  for (std::size_t tags = 0; tags <= 2; ++tags) {
    for (const bool six : {false, true}) {
      frame::Packet packet;
      packet.bytes.fill(0);
      std::size_t offset = 12;
      for (std::size_t tag = 0; tag < tags; ++tag, offset += 4) {
        packet.bytes[offset] = tag + 1 < tags ? 0x88 : 0x81;
        packet.bytes[offset + 1] = tag + 1 < tags ? 0xa8 : 0x00;
      }
      packet.bytes[offset] = six ? 0x86 : 0x08;
      packet.bytes[offset + 1] = six ? 0xdd : 0x00;
      const std::span<std::uint8_t> ip = std::span(packet.bytes).subspan(offset + 2);
      six ? frame::write_ipv6(ip, {.ecn = frame::Ecn::kEct1}) : frame::write_ipv4(ip, {.ecn = frame::Ecn::kEct1});
      EXPECT_EQ(frame::ecn_of(packet), frame::Ecn::kEct1) << tags << six;
      frame::set_ecn(packet, frame::Ecn::kCongestion);
      EXPECT_EQ(frame::ecn_of(packet), frame::Ecn::kCongestion) << tags << six;
    }
  }
}

// Writes down whom it is asked to tell; refuses where `full`.
struct Told final : DetectorPort {
  void schedule(ClassId, Time) override {}
  bool notify(const frame::Packet&, const Notice& notice, Time now) override {
    asked.emplace_back(notice.depth, now);
    return !full;
  }
  bool pauses_feeder(ClassId) const override { return false; }
  std::vector<std::pair<Bytes, Time>> asked;
  bool full = false;
};

class RedNotify : public testing::Test {
 protected:
  void depart(Bytes behind, Time now, frame::Ecn ecn = frame::Ecn::kEct0, ClassId c = kC) {
    frame::Packet packet = packet_with(ecn, c);
    red_.departs(packet, behind, now);
  }
  Told told_;
  RedEcn red_{context_of({.k_min = 5_KB, .k_max = 10_KB, .notify = true, .notify_interval = 20_us})};
};

TEST_F(RedNotify, TellsTheSourceOfTheFirstMarkedPacketInEachInterval) {
  red_.join(told_);
  depart(5_KB, 1_us);                            // not marked
  depart(11_KB, 2_us, frame::Ecn::kNotCapable);  // cannot be marked
  depart(11_KB, 3_us);
  depart(12_KB, 23_us - Time(1));
  depart(13_KB, 23_us);
  depart(14_KB, 24_us, frame::Ecn::kEct0, ClassId(4));  // another queue
  EXPECT_THAT(told_.asked,
              testing::ElementsAre(std::pair(11_KB, 3_us), std::pair(13_KB, 23_us), std::pair(14_KB, 24_us)));
  EXPECT_EQ(red_.marked(kC), 3U);
}

TEST_F(RedNotify, TriesAgainWithTheNextWhenNobodyCouldBeTold) {
  red_.join(told_);
  told_.full = true;
  depart(11_KB, 1_us);
  depart(11_KB, 2_us);
  told_.full = false;
  depart(11_KB, 3_us);
  depart(11_KB, 4_us);
  EXPECT_EQ(told_.asked.size(), 3U);
}

TEST_F(RedNotify, IsSilentNoLongerAfterAReset) {
  red_.join(told_);
  depart(11_KB, 3_us);
  red_.reset(4_us);
  EXPECT_EQ(red_.state(kC), 0U) << "below";
  depart(12_KB, 5_us);
  EXPECT_THAT(told_.asked, testing::ElementsAre(std::pair(11_KB, 3_us), std::pair(12_KB, 5_us)));
  EXPECT_EQ(red_.marked(kC), 2U) << "counters stay";
}

// What the shift register held, as a register shows it.
TEST(RedMarker, HoldsOneAfterAReset) {
  RedMarker marker({.k_min = 5_KB, .k_max = 200_KB, .p_max = 0.5}, 24, 7, "s1.p2.red");
  marker.marks(100_KB);
  EXPECT_NE(marker.random_bits(), 1U);
  marker.reset();
  EXPECT_EQ(marker.random_bits(), 1U);
}

TEST(RedEcn, TellsNobodyUnlessAsked) {
  RedEcn red(context_of({.k_min = 5_KB, .k_max = 10_KB}));
  Told told;
  red.join(told);
  EXPECT_TRUE(marked(red, 11_KB));
  EXPECT_TRUE(told.asked.empty());
}

TEST(RedEcn, RefusesIntervalsThatNoRegisterHolds) {
  for (const Time interval : {0_us, Time(1'500'000), 1000_ms + 1_us}) {
    EXPECT_THROW(RedEcn(context_of({.notify = true, .notify_interval = interval})), std::invalid_argument);
  }
}

TEST(RedEcn, ThresholdsOutOfOrderAreRefused) {
  RedMarker::Settings settings{.k_min = 200_KB, .k_max = 200_KB};
  EXPECT_THROW(RedMarker::check(settings, "red"), std::invalid_argument);
  settings.k_max = Bytes(200'001);
  EXPECT_NO_THROW(RedMarker::check(settings, "red"));
  EXPECT_THROW(RedEcn(context_of({.k_min = 5_KB, .k_max = 5_KB})), std::invalid_argument);
}

}  // namespace weir::congestion::red_ecn_test
