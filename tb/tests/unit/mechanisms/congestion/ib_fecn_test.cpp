// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// InfiniBand's FECN: which packets are marked by length of the queue, by what they waited for, by size and by rate; and
// where the bit stands.

#include "hw_model/mechanisms/congestion/ib_fecn.h"

#include "hw_model/frame/big_endian.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion::ib_fecn_test {

constexpr ClassId kC{3};
constexpr Bytes kAbove{50'001};

PortContext context_of(const IbFecnConfig& config) {
  PortContext context = bench_context(DetectorKind::kIbFecn);
  context.config.ib_fecn = config;
  return context;
}

class IbFecnTest : public testing::Test {
 protected:
  void make(const IbFecnConfig& config = {}) { fecn_ = std::make_unique<IbFecn>(context_of(config)); }
  void queue(int packets) {
    for (int i = 0; i < packets; ++i) {
      fecn_->admitted(bench_packet(kC), Time(0));
    }
  }
  // Whether the packet that leaves gets the bit.
  bool leaves_marked(Bytes behind = kAbove, const frame::Packet& like = bench_packet(kC, frame::Ecn::kEct1, true)) {
    frame::Packet packet = like;
    fecn_->departs(packet, behind, Time(0));
    return frame::fecn_of(packet).value_or(false);
  }
  std::string marks(int packets) {
    std::string text;
    for (int i = 0; i < packets; ++i) {
      text += leaves_marked() ? 'F' : '.';
    }
    return text;
  }
  void off_and_on() {
    fecn_->gate(kC, false, Time(0));
    fecn_->gate(kC, true, Time(0));
  }

  std::unique_ptr<IbFecn> fecn_;
};

TEST_F(IbFecnTest, MarksAboveTheThresholdOnly) {
  make();
  queue(3);
  EXPECT_FALSE(leaves_marked(50_KB));
  EXPECT_EQ(fecn_->state(kC), 0U);
  EXPECT_TRUE(leaves_marked(kAbove));
  EXPECT_EQ(fecn_->state(kC), 1U) << "root";
  EXPECT_FALSE(leaves_marked(0_B));
  EXPECT_EQ(fecn_->marked(kC), 1U);
}

TEST_F(IbFecnTest, WhatWasInTheQueueWhileThePortLackedCreditsIsNotMarked) {
  make();
  queue(3);
  fecn_->gate(kC, false, Time(0));
  queue(2);  // these meet a port without credits
  fecn_->gate(kC, true, Time(0));
  queue(3);  // these do not
  EXPECT_EQ(marks(4), "....");
  EXPECT_EQ(fecn_->state(kC), 2U) << "victim";
  EXPECT_EQ(marks(4), ".FFF");
}

TEST_F(IbFecnTest, OrTheHeadOnly) {
  make({.delayed = Delayed::kHead});
  queue(8);
  off_and_on();
  EXPECT_EQ(marks(3), ".FF");
  off_and_on();
  EXPECT_EQ(marks(5), ".FFFF");
  off_and_on();
  queue(1);
  EXPECT_EQ(marks(1), "F") << "nothing waited";
}

TEST_F(IbFecnTest, ANewLackOfCreditsDelaysAllThatWaits) {
  make();
  queue(4);
  off_and_on();
  EXPECT_EQ(marks(1), ".");
  queue(1);
  off_and_on();
  queue(1);
  EXPECT_EQ(marks(5), "....F");
}

TEST_F(IbFecnTest, OneThatIsRemovedAtTheHeadWasTheFirstDelayed) {
  make();
  queue(3);
  off_and_on();
  queue(1);
  fecn_->removed(bench_packet(kC), Time(0));
  EXPECT_EQ(marks(3), "..F");
}

TEST_F(IbFecnTest, TheVictimMaskMarksThemToo) {
  make({.victim_mask = true});
  queue(2);
  off_and_on();
  EXPECT_EQ(marks(2), "FF");
}

TEST_F(IbFecnTest, TheMarkingRateIsOfPacketsThatCouldBeMarked) {
  make({.packet_size = 600_B, .marking_rate = 2});
  queue(20);
  EXPECT_EQ(marks(7), "F..F..F");
  const frame::Packet small = bench_packet(kC, frame::Ecn::kEct1, true, 599_B);
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(leaves_marked(kAbove, small)) << "does not count";
  }
  EXPECT_EQ(marks(3), "..F");
}

TEST_F(IbFecnTest, APacketWithoutABaseTransportHeaderIsLeftAlone) {
  make({.marking_rate = 1});
  queue(4);
  frame::Packet udp = bench_packet(kC);
  const frame::Packet before = udp;
  fecn_->departs(udp, kAbove, Time(0));
  EXPECT_EQ(udp.bytes, before.bytes);
  EXPECT_EQ(marks(3), "F.F") << "nor does it count";
}

TEST_F(IbFecnTest, ClassesWithoutFlowControlAreLeftAlone) {
  make();
  const ClassId other(2);
  fecn_->admitted(bench_packet(other), Time(0));
  EXPECT_FALSE(leaves_marked(kAbove, bench_packet(other, frame::Ecn::kEct1, true)));
}

TEST_F(IbFecnTest, AResetForgetsTheQueueAndKeepsTheCount) {
  make({.marking_rate = 3});
  queue(2);
  EXPECT_EQ(marks(1), "F");
  off_and_on();
  fecn_->reset(Time(0));
  queue(1);
  EXPECT_EQ(marks(1), "F");
  EXPECT_EQ(fecn_->marked(kC), 2U);
}

TEST_F(IbFecnTest, OneBitOfThePacketChanges) {
  make();
  queue(1);
  frame::Packet packet = bench_packet(kC, frame::Ecn::kEct1, true);
  const frame::Packet before = packet;
  fecn_->departs(packet, kAbove, Time(0));
  constexpr std::size_t kBth = 18 + 20 + 8;
  const auto bth = frame::read_roce(std::span(packet.bytes).subspan(kBth), packet.length - Bytes(kBth) - 4_B);
  ASSERT_TRUE(bth.has_value());
  EXPECT_TRUE(bth->bth.fecn);
  EXPECT_FALSE(bth->bth.becn);
  packet.bytes[kBth + 4] = before.bytes[kBth + 4];
  EXPECT_EQ(packet.bytes, before.bytes);
}

TEST(FecnField, IsNotWhereAFragmentOrAnotherPortIs) {
  frame::Packet packet = bench_packet(kC, frame::Ecn::kEct1, true);
  EXPECT_EQ(frame::fecn_of(packet), false);
  frame::Packet fragment = packet;
  fragment.bytes[18 + 7] = 1;  // of its offset
  EXPECT_FALSE(frame::fecn_of(fragment).has_value());
  frame::Packet tcp = packet;
  tcp.bytes[18 + 9] = 6;
  EXPECT_FALSE(frame::fecn_of(tcp).has_value());
  frame::Packet options = packet;
  options.bytes[18] = 0x48;  // 12 bytes of options: the header would end beyond the first 64 bytes
  EXPECT_FALSE(frame::fecn_of(options).has_value());
  frame::set_fecn(options);
  frame::set_fecn(packet);
  EXPECT_EQ(frame::fecn_of(packet), true);
}

TEST(IbFecn, RefusesAThresholdBeyondTheBuffer) {
  EXPECT_THROW(IbFecn(context_of({.threshold = 13_MB})), std::invalid_argument);
  EXPECT_THROW(IbFecn(context_of({.packet_size = 1001_B})), std::invalid_argument);
}

}  // namespace weir::congestion::ib_fecn_test
