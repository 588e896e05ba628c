// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Room that a VIQ is lent: what it may hold with it, what of the buffer stays for the others, and when it is over.
// Class 0 is lossless, under PFC.

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::mmu::mmu_loans_test {

using flow_control::FakePort;

constexpr ClassId kLossless{0};
constexpr ClassId kLossy{1};
constexpr PortId kP0{0};
constexpr PortId kP1{1};

// XOFF 8 KB, XON 6 KB, 10 KB and 2 KB of headroom, in cells of 100 B: frames of whole cells keep the books simple.
MmuConfig config_of(Bytes buffer) {
  MmuConfig config;
  config.buffer = buffer;
  config.cell = 100_B;
  config.count_cells = true;
  config.viq_limit = 10_KB;
  config.headroom = 2_KB;
  return config;
}

class LoansTest : public testing::Test {
 protected:
  void make(const MmuConfig& config) {
    engines_.clear();
    for (FakePort& port : ports_) {
      flow_control::PortContext context = flow_control::context_for(flow_control::Scheme::kPfc, port);
      context.config.pfc = {.xoff = 8_KB, .xon = 6_KB};
      engines_.push_back(std::make_unique<flow_control::Pfc>(context));
    }
    mmu_.emplace(config, flow_control::sides<flow_control::ReceivingSide>(engines_));
  }

  Admission admit(Bytes length, ClassId c = kLossless, PortId port = kP0) {
    frame::Packet packet;
    packet.length = length;
    packet.ingress = port;
    packet.traffic_class = c;
    const Admission admission = mmu_->admit(packet, 0_B, now_ += 1_ns);
    mmu_->check("s1", now_);
    return admission;
  }
  void release(Bytes length, ClassId c = kLossless, PortId port = kP0) {
    mmu_->release(port, c, length, now_ += 1_ns);
    mmu_->check("s1", now_);
  }
  bool lend(Bytes room, ClassId c = kLossless, PortId port = kP0) {
    const bool lent = mmu_->lend(port, c, room);
    mmu_->check("s1", now_);
    return lent;
  }
  void fill(Bytes depth, PortId port = kP0) {
    for (Bytes there; there < depth; there += 1_KB) {
      ASSERT_FALSE(is_drop(admit(1_KB, kLossless, port)));
    }
  }
  bool pauses() const { return engines_[0]->receiver_state(kLossless) == 1; }

  std::array<FakePort, 2> ports_;
  flow_control::Engines engines_;
  std::optional<Mmu> mmu_;
  Time now_;
};

TEST_F(LoansTest, RaisesWhatTheViqMayHoldAndNotOneByteMore) {
  make(config_of(100_KB));
  fill(12_KB);
  EXPECT_EQ(admit(100_B), Admission::kHeadroomExhausted);
  ASSERT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->loans().lent(kP0, kLossless), 5_KB) << "to grow by 1 KB from 12 KB, and 4 KB of headroom behind that";
  EXPECT_EQ(mmu_->limit(kP0, kLossless), 17_KB);
  EXPECT_EQ(mmu_->limit(kP1, kLossless), 12_KB);
  fill(4_KB);
  EXPECT_EQ(admit(900_B), Admission::kHeadroom);
  EXPECT_EQ(admit(200_B), Admission::kHeadroomExhausted);
  EXPECT_EQ(admit(100_B), Admission::kHeadroom);
  EXPECT_EQ(admit(100_B), Admission::kHeadroomExhausted);
  EXPECT_EQ(mmu_->viq_depth(kP0, kLossless), 17_KB);
  EXPECT_EQ(mmu_->loans().used(kP0, kLossless), 50);
}

TEST_F(LoansTest, XoffAndXonAreHigherUntilItIsOver) {
  make(config_of(100_KB));
  fill(9_KB);
  ASSERT_TRUE(pauses());
  ASSERT_TRUE(lend(1_KB));
  EXPECT_TRUE(pauses()) << "a loan alone tells the peer nothing";
  ASSERT_TRUE(engines_[0]->viq_pauses()->let_go(kLossless, mmu_->viq_depth(kP0, kLossless), now_));
  EXPECT_FALSE(pauses());
  admit(900_B);
  EXPECT_FALSE(pauses()) << "one cell below 8 KB and the loan of 2 KB";
  admit(100_B);
  EXPECT_TRUE(pauses());
  release(1_KB);
  release(900_B);
  EXPECT_TRUE(pauses());
  release(100_B);
  EXPECT_FALSE(pauses()) << "at 8 KB: XON of 6 KB and the loan";
  EXPECT_EQ(mmu_->loans().lent(kP0, kLossless), 2_KB);
  release(1_KB);
  release(900_B);
  EXPECT_TRUE(mmu_->loans().any()) << "a cell above XON";
  release(100_B);
  EXPECT_FALSE(mmu_->loans().any()) << "at XON";
  EXPECT_EQ(mmu_->limit(kP0, kLossless), 12_KB);
  EXPECT_EQ(mmu_->buffer().set_aside(), 0);
  fill(2_KB);
  EXPECT_TRUE(pauses()) << "at the XOFF of the settings";
}

TEST_F(LoansTest, ASecondOneBringsTheViqAsFarAsItAsksAndNoFarther) {
  make(config_of(100_KB));
  fill(9_KB);
  ASSERT_TRUE(lend(1_KB));
  ASSERT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->loans().cells(kP0, kLossless), 20) << "the VIQ has not moved";
  admit(500_B);
  ASSERT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->loans().cells(kP0, kLossless), 25);
  ASSERT_TRUE(lend(100_B));
  EXPECT_EQ(mmu_->loans().cells(kP0, kLossless), 25) << "it may grow by more already";
}

TEST_F(LoansTest, NothingIsLentToAViqThatLacksNothing) {
  make(config_of(100_KB));
  fill(2_KB);
  EXPECT_TRUE(lend(6_KB)) << "up to XOFF";
  EXPECT_FALSE(mmu_->loans().any());
  EXPECT_TRUE(lend(6'100_B));
  EXPECT_EQ(mmu_->loans().cells(kP0, kLossless), 1);
}

// Two lossless VIQs may ask for 12 KB each: 9 KB stand in one, and 15 KB are promised.
TEST_F(LoansTest, TakesNothingThatOthersHaveBeenPromised) {
  make(config_of(26_KB));
  fill(9_KB);
  EXPECT_FALSE(lend(1'100_B)) << "2,100 B, and 2,000 B are free";
  EXPECT_FALSE(mmu_->loans().any());
  EXPECT_EQ(mmu_->buffer().set_aside(), 0);
  ASSERT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->buffer().set_aside(), 20);
  fill(12_KB, kP1);
  fill(5_KB);
  EXPECT_EQ(mmu_->buffer().free(), 0) << "both hold all that they have been promised, to the last cell";
}

TEST_F(LoansTest, LeavesGuaranteedMinimumsAlone) {
  MmuConfig config = config_of(28_KB);
  config.viq_reserved = 1_KB;  // of 16 VIQs: 2 of them lossless, one of which fills its own
  config.buffer = 26_KB + 14_KB;
  make(config);
  fill(9_KB);
  EXPECT_FALSE(lend(1'100_B));
  EXPECT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->buffer().set_aside(), 150 + 20);
}

TEST_F(LoansTest, WhatIsLentIsTakenByNobodyElse) {
  make(config_of(26_KB));
  fill(9_KB);
  ASSERT_TRUE(lend(1_KB));
  for (int i = 0; i < 10; ++i) {
    admit(1_KB, kLossy);
  }
  for (int i = 0; i < 10; ++i) {
    admit(1_KB, kLossy, kP1);
  }
  EXPECT_LT(mmu_->free_shared(), 10);
  EXPECT_EQ(mmu_->loans().unused()[0], 20);
}

TEST_F(LoansTest, ComesOutOfThePartitionOfTheClass) {
  MmuConfig config = config_of(100_KB);
  config.partition_size[0] = 26_KB;
  config.partition_size[1] = 74_KB;
  make(config);
  fill(9_KB);
  EXPECT_FALSE(lend(1'100_B));
  ASSERT_TRUE(lend(1_KB));
  EXPECT_EQ(mmu_->partitions().set_aside(kLossless), 20);
  fill(5_KB);
  EXPECT_EQ(mmu_->partitions().set_aside(kLossless), 0);
  EXPECT_EQ(mmu_->partitions().used(kLossless), 140);
  for (int i = 0; i < 14; ++i) {
    release(1_KB);
  }
  EXPECT_EQ(mmu_->partitions().used(kLossless), 0);
  EXPECT_FALSE(mmu_->loans().any());
}

TEST_F(LoansTest, SettingsThatLeaveNoRoomForItAreRefused) {
  make(config_of(26_KB));
  fill(9_KB);
  ASSERT_TRUE(lend(1_KB));
  MmuConfig settings = mmu_->config();
  settings.viq_reserved = 1'100_B;
  EXPECT_THAT([&] { mmu_->check_settings(settings); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("sets 185 cells aside, beside 90 in use of 260")))
      << "15 minimums that are not filled, and the loan";
  settings.viq_reserved = 0_B;
  mmu_->check_settings(settings);
  mmu_->reconfigure(settings, now_);
  EXPECT_EQ(mmu_->buffer().set_aside(), 20);
  mmu_->check("s1", now_);
}

TEST_F(LoansTest, IsRefusedToALossyClassAndBesideAPool) {
  make(config_of(100_KB));
  EXPECT_FALSE(lend(1_KB, kLossy));
  MmuConfig pooled = config_of(100_KB);
  pooled.headroom_pool = 10_KB;
  make(pooled);
  fill(9_KB);
  EXPECT_FALSE(lend(1_KB));
}

// Two VIQs of 12 KB in frames of 101 B, the worst, take 238 cells each (12,000 x 2 / 101, and one begun). A loan of 2
// KB takes 41, and has as many beside them, since frames may leave that were not lent the room.
TEST_F(LoansTest, OfFrameBytesTakesTheCellsOfTheWorstFrames) {
  for (const std::int64_t cells : {2 * 239 + 2 * 41 - 2, 2 * 239 + 2 * 41}) {
    MmuConfig config = config_of(cells * 100_B);
    config.count_cells = false;
    make(config);
    fill(9_KB);
    const bool fits = cells == 2 * 239 + 2 * 41;
    ASSERT_EQ(lend(1_KB), fits) << cells;
    EXPECT_EQ(mmu_->loans().lent(kP0, kLossless), fits ? 2_KB : 0_B);
    EXPECT_EQ(mmu_->buffer().set_aside(), fits ? 41 : 0);
  }
}

// A packet that begins below limit and headroom takes what is above it from the loan, and no more.
TEST_F(LoansTest, APacketTakesOfItWhatIsAboveTheHeadroom) {
  make(config_of(100_KB));
  fill(11_KB);
  ASSERT_TRUE(lend(1_KB));
  ASSERT_EQ(mmu_->loans().lent(kP0, kLossless), 4_KB);
  admit(900_B);
  EXPECT_EQ(mmu_->loans().used(kP0, kLossless), 0);
  admit(1_KB);
  EXPECT_EQ(mmu_->loans().used(kP0, kLossless), 9);
  release(1_KB);
  EXPECT_EQ(mmu_->loans().used(kP0, kLossless), 0);
  admit(1_KB);
  fill(3_KB);
  EXPECT_EQ(admit(200_B), Admission::kHeadroomExhausted);
  EXPECT_EQ(admit(100_B), Admission::kHeadroom);
  EXPECT_EQ(mmu_->loans().used(kP0, kLossless), 40) << "all of it";
}

// Whatever comes and goes: the sums hold, no VIQ has more than its limit, a lossless one that keeps to its limit loses
// nothing, and an empty one has no loan.
TEST_F(LoansTest, KeepsItsBooksOverRandomSequences) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, "loans");
    MmuConfig config = config_of(seed % 2 == 0 ? 60_KB : 200_KB);
    config.viq_reserved = seed % 5 == 0 ? 1_KB : 0_B;
    make(config);
    std::array<std::vector<Bytes>, 2> there;
    std::uint64_t lent = 0;
    for (int step = 0; step < 2'000; ++step) {
      const std::size_t p = random.below(2);
      std::vector<Bytes>& viq = there[p];
      const std::uint64_t what = random.below(step % 400 < 200 ? 8 : 16);
      if (what < 5) {
        const Bytes length(static_cast<std::int64_t>(64 + random.below(1'437)));
        const Bytes depth = mmu_->viq_depth(PortId(p), kLossless) + mmu_->counted(length);
        const Admission admission = admit(length, kLossless, PortId(p));
        ASSERT_EQ(is_drop(admission), depth > mmu_->limit(PortId(p), kLossless)) << seed << " step " << step;
        if (!is_drop(admission)) {
          viq.push_back(length);
        }
      } else if (what == 5) {
        lent += lend(Bytes(static_cast<std::int64_t>(64 + random.below(3'000))), kLossless, PortId(p)) ? 1 : 0;
      } else if (!viq.empty()) {
        std::swap(viq[random.below(viq.size())], viq.back());
        release(viq.back(), kLossless, PortId(p));
        viq.pop_back();
      }
    }
    EXPECT_GT(lent, 0U) << seed;
    for (std::size_t p = 0; p < 2; ++p) {
      for (const Bytes length : there[p]) {
        release(length, kLossless, PortId(p));
      }
    }
    ASSERT_FALSE(mmu_->loans().any()) << seed;
    ASSERT_EQ(mmu_->buffer().used(), 0) << seed;
  }
}

// Of frame bytes, in buffers that hold both VIQs at the worst and some that do not: where something has been lent, a
// VIQ that keeps to its limit loses nothing, though long frames leave and frames that waste half of their cells come.
TEST_F(LoansTest, KeepsItsPromisesWhateverTheLengthsOfFrames) {
  std::uint64_t open = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, "loans of bytes");
    MmuConfig config = config_of(30_KB + Bytes(static_cast<std::int64_t>(seed) * 1'000));
    config.count_cells = false;
    make(config);
    std::array<std::vector<Bytes>, 2> there;
    for (int step = 0; step < 4'000; ++step) {
      const std::size_t p = random.below(2);
      std::vector<Bytes>& viq = there[p];
      const bool filling = step % 500 < 300;
      const std::uint64_t what = random.below(filling ? 6 : 12);
      if (what < 4) {
        const Bytes length = step % 1'000 < 300 ? 1'500_B : step % 1'000 < 600 ? 101_B : 64_B;
        const bool within = mmu_->viq_depth(PortId(p), kLossless) + length <= mmu_->limit(PortId(p), kLossless);
        const bool promised = mmu_->loans().any();
        const bool lost = is_drop(admit(length, kLossless, PortId(p)));
        open += promised ? 1 : 0;
        ASSERT_FALSE(lost && within && promised) << seed << " step " << step;
        if (!lost) {
          viq.push_back(length);
        }
      } else if (what == 4) {
        lend(Bytes(static_cast<std::int64_t>(64 + random.below(3'000))), kLossless, PortId(p));
      } else if (!viq.empty()) {
        release(viq.front(), kLossless, PortId(p));
        viq.erase(viq.begin());
      }
    }
    for (std::size_t p = 0; p < 2; ++p) {
      for (const Bytes length : there[p]) {
        release(length, kLossless, PortId(p));
      }
    }
    ASSERT_FALSE(mmu_->loans().any()) << seed;
    ASSERT_EQ(mmu_->buffer().used(), 0) << seed;
  }
  EXPECT_GT(open, 10'000U);
}

TEST(Loans, ItsInvariantsCanBreak) {
  Loans loans(2);
  EXPECT_FALSE(loans.any());
  loans.lend(kP0, kLossless, 500_B, 5);
  loans.check("s1.mmu", 7_ns);
  loans.use(kP0, kLossless, 6);
  EXPECT_THAT([&] { loans.check("s1.mmu", 7_ns); }, ThrowsMessage<InvariantBroken>(HasSubstr("an account is wrong")));
  EXPECT_EQ(loans.give_back(kP0, kLossless, 9), 6) << "as many as it has used";
  loans.check("s1.mmu", 7_ns);
  EXPECT_EQ(loans.end(kP0, kLossless), 5);
  EXPECT_FALSE(loans.any());
  loans.check("s1.mmu", 7_ns);
}

}  // namespace weir::mmu::mmu_loans_test
