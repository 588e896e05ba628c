// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Headroom as a pool, and thresholds of lossless VIQs that move, with PFC engines that follow them. Packets are cells.

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::mmu::mmu_headroom_test {

constexpr Bytes kCell = 100_B;
constexpr std::uint32_t kOne = 128;  // alpha of 1
constexpr ClassId kClass{0};
constexpr ClassId kLossy{5};

struct SilentPort final : flow_control::PortServices {
  void schedule(Time, EventKind, ClassId) override {}
  void feedback_due(Time) override {}
  void gate_changed(ClassId, Time) override {}
};

// `ports` ports, class 0 lossless, XOFF and XON in cells.
class PfcBench {
 public:
  PfcBench(const MmuConfig& config, std::size_t ports, std::int64_t xoff, std::int64_t xon)
      : engines_(engines(ports, xoff, xon)), mmu_(config, flow_control::sides<flow_control::ReceivingSide>(engines_)) {}

  Admission admit(std::size_t port, std::int64_t cells = 1, ClassId c = kClass) {
    frame::Packet packet;
    packet.length = cells * kCell;
    packet.ingress = PortId(port);
    packet.traffic_class = c;
    now_ += 1_ns;
    const Admission answer = mmu_.admit(packet, 0_B, now_);
    mmu_.check("s1", now_);
    return answer;
  }
  void release(std::size_t port, std::int64_t cells = 1, ClassId c = kClass) {
    now_ += 1_ns;
    mmu_.release(PortId(port), c, cells * kCell, now_);
    mmu_.check("s1", now_);
  }
  // Packets of a cell until the VIQ pauses its peer.
  void fill(std::size_t port) {
    while (!paused(port))
      ASSERT_EQ(admit(port) == Admission::kShared || mmu_.headroom_pool().held(PortId(port), kClass) == 1, true);
  }
  bool paused(std::size_t port) const { return engines_[port]->receiver_state(kClass) != 0; }
  std::int64_t cells(std::size_t port) const { return mmu_.viq_depth(PortId(port), kClass) / kCell; }
  std::int64_t headroom(std::size_t port) const { return mmu_.headroom_pool().held(PortId(port), kClass); }
  Mmu& mmu() { return mmu_; }
  Time now() const { return now_; }

 private:
  flow_control::Engines engines(std::size_t ports, std::int64_t xoff, std::int64_t xon) {
    flow_control::Engines engines;
    for (std::size_t p = 0; p < ports; ++p) {
      flow_control::PortContext context;
      context.config.scheme = flow_control::Scheme::kPfc;
      context.config.lossless = mask_of(kClass);
      context.config.pfc = {.xoff = xoff * kCell, .xon = xon * kCell};
      context.line_rate = 10_Gbps;
      context.max_frame = 1500_B;
      context.port = &port_;
      engines.push_back(std::make_unique<flow_control::Pfc>(context));
    }
    return engines;
  }

  SilentPort port_;
  Time now_;
  flow_control::Engines engines_;
  Mmu mmu_;
};

// 100 cells, of which 12 are the pool; a VIQ takes 20 of the others and 8 of the pool.
MmuConfig pooled() {
  return {.buffer = 10'000_B,
          .cell = kCell,
          .count_cells = true,
          .viq_limit = 2'000_B,
          .headroom = 800_B,
          .headroom_pool = 1'200_B};
}

TEST(HeadroomPool, TakesWhatIsOverTheThreshold) {
  PfcBench bench(pooled(), 3, 20, 17);
  EXPECT_EQ(bench.mmu().free_shared(), 88) << "the pool is set aside";
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(bench.admit(0), Admission::kShared);
  EXPECT_TRUE(bench.paused(0));
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(bench.admit(0), Admission::kHeadroom);
  EXPECT_EQ(bench.admit(0), Admission::kHeadroomExhausted) << "its own part of the pool";
  EXPECT_EQ(bench.mmu().headroom_pool().used(), 8);
  EXPECT_EQ(bench.mmu().free_shared(), 68);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(bench.admit(1), Admission::kShared);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(bench.admit(1), Admission::kHeadroom);
  EXPECT_EQ(bench.admit(1), Admission::kHeadroomExhausted) << "the pool";
  EXPECT_EQ(bench.mmu().headroom_pool().peak(), 12);
  EXPECT_EQ(bench.mmu().headroom_peak(PortId(1), kClass), 400_B);
}

TEST(HeadroomPool, IsGivenBackFirst) {
  PfcBench bench(pooled(), 3, 20, 17);
  for (int i = 0; i < 23; ++i)
    bench.admit(0);
  bench.release(0, 2);
  EXPECT_EQ(bench.headroom(0), 1);
  EXPECT_EQ(bench.mmu().free_shared(), 68) << "nothing shared yet";
  bench.release(0, 3);
  EXPECT_EQ(bench.headroom(0), 0);
  EXPECT_EQ(bench.mmu().free_shared(), 70) << "one of the pool, two shared";
  EXPECT_EQ(bench.admit(0), Admission::kShared);
}

TEST(HeadroomPool, IsNotForLossyClasses) {
  MmuConfig config = pooled();
  config.viq_limit = 10'000_B - config.headroom_pool;
  PfcBench bench(config, 3, 20, 17);
  for (int i = 0; i < 88; ++i)
    EXPECT_EQ(bench.admit(1, 1, kLossy), Admission::kShared);
  EXPECT_EQ(bench.admit(1, 1, kLossy), Admission::kBufferFull);
  // The lossless VIQ is far below its threshold: where no cell is shared it takes headroom, and pauses.
  EXPECT_EQ(bench.admit(0), Admission::kHeadroom);
  EXPECT_TRUE(bench.paused(0));
  bench.release(0);
  EXPECT_FALSE(bench.paused(0));
}

TEST(HeadroomPool, APacketIsInItWhole) {
  PfcBench bench(pooled(), 3, 20, 17);
  bench.admit(0, 19);
  EXPECT_EQ(bench.admit(0, 3), Admission::kHeadroom);
  EXPECT_EQ(bench.headroom(0), 3);
  EXPECT_TRUE(bench.paused(0)) << "22 cells, and headroom in use";
  EXPECT_EQ(bench.admit(0, 1), Admission::kShared) << "the cell that is left below the threshold";
}

TEST(HeadroomPool, NoPeerResumesWhileItsViqHoldsSome) {
  MmuConfig config = pooled();
  config.viq_limit = 1'000_B;
  PfcBench bench(config, 3, 10, 9);
  bench.admit(0, 7);
  bench.admit(0, 4);
  EXPECT_TRUE(bench.paused(0));
  EXPECT_EQ(bench.headroom(0), 4);
  bench.release(0, 3);
  EXPECT_EQ(bench.cells(0), 8) << "below XON";
  EXPECT_TRUE(bench.paused(0)) << "what then arrives would find a cell less";
  bench.release(0, 1);
  EXPECT_FALSE(bench.paused(0));
}

TEST(HeadroomPool, WantsCellsAndRoom) {
  MmuConfig config = pooled();
  config.count_cells = false;
  EXPECT_THAT([&] { PfcBench(config, 1, 20, 17); },
              ThrowsMessage<std::invalid_argument>(
                  "switch.mmu.count_cells: wanted true, or no headroom_pool, which is counted in cells"));
  config = pooled();
  config.viq_reserved = 500_B;
  EXPECT_THAT([&] { PfcBench(config, 3, 20, 17); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("12 cells are headroom_pool")));
}

TEST(HeadroomPool, ShrinksDownToWhatIsInUse) {
  PfcBench bench(pooled(), 3, 20, 17);
  for (int i = 0; i < 25; ++i)
    bench.admit(0);
  MmuConfig config = pooled();
  config.headroom_pool = 400_B;
  EXPECT_THAT([&] { bench.mmu().check_settings(config); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("the 5 in use")));
  config.headroom_pool = 500_B;
  bench.mmu().check_settings(config);
  bench.mmu().reconfigure(config, bench.now());
  EXPECT_EQ(bench.admit(0), Admission::kHeadroomExhausted);
  EXPECT_EQ(bench.mmu().free_shared(), 75);
}

constexpr std::int64_t kShared = 10'000;

MmuConfig moving(std::uint32_t alpha) {
  constexpr std::int64_t kPool = 800;
  return {.buffer = (kShared + kPool) * kCell,
          .cell = kCell,
          .count_cells = true,
          .viq_limit = kShared * kCell,
          .headroom = 100 * kCell,
          .headroom_pool = kPool * kCell,
          .lossless_alpha_128ths = alpha};
}

// Choudhury and Hahne, equation 2: n VIQs that pause their peers settle at alpha B / (1 + n alpha).
TEST(LosslessThreshold, PausedViqsShareByTheClosedForm) {
  constexpr double kPackets = 3;
  for (const std::uint32_t alpha : {kOne / 8, kOne / 2, kOne, 8 * kOne}) {
    for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{5}, std::size_t{8}}) {
      PfcBench bench(moving(alpha), n, kShared, kShared - 2);
      for (bool any = true; any;) {
        any = false;
        for (std::size_t p = 0; p < n; ++p) {
          if (!bench.paused(p)) {
            bench.admit(p);
            any = true;
          }
        }
      }
      const double a = static_cast<double>(alpha) / kOne;
      for (std::size_t p = 0; p < n; ++p) {
        EXPECT_NEAR(static_cast<double>(bench.cells(p)), a * kShared / (1 + static_cast<double>(n) * a), kPackets)
            << n << " VIQs, alpha " << a;
        EXPECT_LE(bench.headroom(p), 1);
      }
    }
  }
}

// What has been admitted below a threshold stays there; a VIQ above it needs no PAUSE until its next packet comes.
TEST(LosslessThreshold, FallsWithoutEatingHeadroom) {
  PfcBench bench(moving(kOne), 2, kShared, kShared - 2);
  for (int i = 0; i < 4'000; ++i)
    ASSERT_EQ(bench.admit(0), Admission::kShared);
  for (int i = 0; i < 4'000; ++i)
    bench.admit(1, 1, kLossy);
  EXPECT_FALSE(bench.paused(0)) << "2,000 cells are free, and nothing comes";
  EXPECT_EQ(bench.headroom(0), 0);
  EXPECT_EQ(bench.admit(0), Admission::kHeadroom);
  EXPECT_TRUE(bench.paused(0));
  for (int i = 1; i < 100; ++i)
    ASSERT_EQ(bench.admit(0), Admission::kHeadroom) << "all of it is there";
  EXPECT_EQ(bench.admit(0), Admission::kHeadroomExhausted);
}

// Others drain, and the paused VIQ, of which nothing leaves, resumes at the cell that makes its threshold so high.
TEST(LosslessThreshold, RisesAndResumesWithoutADeparture) {
  PfcBench bench(moving(kOne), 2, kShared, kShared - 10);
  for (int i = 0; i < 6'000; ++i)
    ASSERT_EQ(bench.admit(1, 1, kLossy), Admission::kShared);
  bench.fill(0);
  ASSERT_TRUE(bench.paused(0));
  bench.release(0, bench.headroom(0) + 1);  // 1,999 cells or so stay, for good
  const std::int64_t stays = bench.cells(0);
  EXPECT_TRUE(bench.paused(0)) << "XON is ten below XOFF";
  std::int64_t released = 0;
  while (bench.paused(0) && released < 6'000) {
    bench.release(1, 1, kLossy);
    ++released;
  }
  EXPECT_FALSE(bench.paused(0));
  EXPECT_EQ(bench.mmu().free_shared(), stays + 10) << "as many cells as XOFF has then";
  EXPECT_LT(released, 10);
}

// XOFF never exceeds the setting, whatever is free.
TEST(LosslessThreshold, TheSettingCapsXoff) {
  PfcBench bench(moving(8 * kOne), 2, 50, 40);
  for (int i = 0; i < 49; ++i)
    bench.admit(0);
  EXPECT_FALSE(bench.paused(0));
  bench.admit(0);
  EXPECT_TRUE(bench.paused(0));
  for (int i = 0; i < 9; ++i)
    bench.release(0);
  EXPECT_TRUE(bench.paused(0)) << "41";
  bench.release(0);
  EXPECT_FALSE(bench.paused(0));
}

TEST(LosslessThreshold, AnotherAlphaTakesEffectAtOnce) {
  PfcBench bench(moving(kOne / 8), 2, kShared, kShared - 2);
  bench.fill(0);
  MmuConfig config = moving(kOne);
  bench.release(0, bench.headroom(0));
  ASSERT_TRUE(bench.paused(0));
  bench.mmu().check_settings(config);
  bench.mmu().reconfigure(config, bench.now());
  EXPECT_FALSE(bench.paused(0)) << "1,111 cells, of 8,889 allowed";
}

// Peers that send up to `in_flight` cells after the PAUSE, packets of 1 to 8 cells, any departures, and a lossy class
// that moves all thresholds. Lossless packets lost; 0 is the promise. In the end all drain, and nobody stays paused.
int lost(std::int64_t headroom, std::uint64_t seed) {
  constexpr std::size_t kPorts = 6;
  constexpr std::int64_t kInFlight = 30;
  MmuConfig config = moving(kOne / 2);
  config.buffer = (600 + static_cast<std::int64_t>(kPorts) * headroom) * kCell;
  config.viq_limit = 600 * kCell;
  config.headroom = headroom * kCell;
  config.headroom_pool = static_cast<std::int64_t>(kPorts) * headroom * kCell;
  PfcBench bench(config, kPorts, 400, 390);
  RandomStream random(seed, "headroom");
  std::vector<std::int64_t> budget(kPorts, kInFlight);
  std::vector<std::vector<std::int64_t>> held(kPorts);
  std::vector<std::int64_t> lossy;
  int losses = 0;
  for (int i = 0; i < 60'000; ++i) {
    const bool draining = (i / 2'000) % 3 == 2 || i >= 58'000;
    const std::size_t p = random.below(kPorts);
    if (random.below(draining ? 10 : 3) != 0 && !held[p].empty() && (p != 0 || draining)) {
      bench.release(p, held[p].front());
      held[p].erase(held[p].begin());
    } else if (random.below(4) == 0) {
      const bool in = random.below(2) == 0;
      if (in && !is_drop(bench.admit(1, 4, kLossy)))
        lossy.push_back(4);
      if (!in && !lossy.empty()) {
        bench.release(1, 4, kLossy);
        lossy.pop_back();
      }
    } else {
      budget[p] = bench.paused(p) ? budget[p] : kInFlight;
      const auto cells =
          std::min<std::int64_t>(1 + static_cast<std::int64_t>(random.below(8)), bench.paused(p) ? budget[p] : 8);
      if (cells == 0)
        continue;
      budget[p] -= bench.paused(p) ? cells : 0;
      if (is_drop(bench.admit(p, cells)))
        ++losses;
      else
        held[p].push_back(cells);
    }
  }
  for (std::size_t p = 0; p < kPorts; ++p) {
    for (const std::int64_t cells : held[p])
      bench.release(p, cells);
    EXPECT_FALSE(bench.paused(p)) << "an empty VIQ resumes";
  }
  EXPECT_EQ(bench.mmu().headroom_pool().used(), 0);
  return losses;
}

TEST(LosslessThreshold, LosesNothingWithTheRequiredHeadroom) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_EQ(lost(30 + 8, seed), 0) << "what is in flight, and the packet that finds the threshold";
}

TEST(LosslessThreshold, LosesWithLess) {
  int losses = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    losses += lost(30, seed);
  EXPECT_GT(losses, 0);
}

}  // namespace weir::mmu::mmu_headroom_test
