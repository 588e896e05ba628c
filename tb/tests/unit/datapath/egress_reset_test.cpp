// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One port's scheduler that is reset in the midst of a frame of 1 us: that frame leaves, all else is as at first. Each
// test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::egress_reset_test {

constexpr ClassId kC0{0};
constexpr ClassId kC1{1};
constexpr ClassId kC2{2};

class EgressReset : public EgressTest {
 protected:
  explicit EgressReset(const EgressConfig& config = {}) : EgressTest(config) {}
  void reset_at(Time time) {
    at(time, [this](Time now) { egress_->reset(lost_, now); });
  }
  std::vector<frame::Packet*> lost_;
};

TEST_F(EgressReset, GivesUpWhatWaitsAndSendsWhatIsOnTheWire) {
  enqueue_at(0_us, kC0, 3);
  enqueue_at(0_us, kC2);
  reset_at(500_ns);
  at(600_ns, [&](Time) {
    ASSERT_EQ(lost_.size(), 3U);
    EXPECT_EQ(egress_->total(), kFrame);
    EXPECT_EQ(egress_->veq_depth(kPort, kC0), kFrame);
    EXPECT_EQ(egress_->veq_depth(kPort, kC2), 0_B);
  });
  enqueue_at(5_us, kC2);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{6_us, 2}));
  EXPECT_THAT(departed_, ElementsAre(Departed{PortId(4), kC0, kFrame, 1_us}, Departed{PortId(4), kC2, kFrame, 6_us}));
  for (frame::Packet* packet : lost_) {
    pool_.release(*packet);
  }
}

TEST_F(EgressReset, EndsHoldsAndKeepsTheirTimes) {
  hold_at(0_us, kC2, true);
  enqueue_at(1_us, kC2);
  reset_at(3_us);
  run();
  EXPECT_FALSE(counters(kC2).held.running());
  EXPECT_FALSE(counters(kC2).hold_and_wait.running());
  EXPECT_EQ(counters(kC2).held.total(9_us), 3_us);
  EXPECT_EQ(counters(kC2).hold_and_wait.total(9_us), 2_us);
  EXPECT_EQ(lost_.size(), 1U);
}

// Write down what they are told.
struct Unit final : deadlock::DeadlockUnit {
  explicit Unit(std::vector<std::string>& to) : lines(to) {}
  void left(const frame::Packet&, std::size_t, Time, Time) override { lines.emplace_back("left"); }
  void held(PortId, ClassId, bool on, std::size_t, Time) override { lines.emplace_back(on ? "held" : "let go"); }
  void reset(Time now) override { lines.push_back("unit reset at " + std::to_string(now.count() / 1'000)); }
  std::vector<std::string>& lines;
};

struct Detector final : congestion::Detector {
  explicit Detector(std::vector<std::string>& to) : lines(to) {}
  void gate(ClassId, bool open, Time) override { lines.emplace_back(open ? "on" : "off"); }
  void departs(frame::Packet&, Bytes, Time) override { lines.emplace_back("departs"); }
  void reset(Time now) override { lines.push_back("detector reset at " + std::to_string(now.count() / 1'000)); }
  std::vector<std::string>& lines;
};

TEST_F(EgressReset, IsToldToWhoeverWatchesAndNothingBeside) {
  std::vector<std::string> lines;
  Unit unit(lines);
  DetectorRow::Row row;
  row.push_back(std::make_unique<Detector>(lines));
  egress_->watchers().watch(kPort, std::move(row));
  egress_->watchers().watch(&unit);
  hold_at(0_us, kC2, true);
  enqueue_at(0_us, kC2, 2);
  reset_at(3_us);
  run();
  EXPECT_THAT(lines, ElementsAre("off", "held", "detector reset at 3000", "unit reset at 3000"));
}

class RoundRobinReset : public EgressReset {
 protected:
  RoundRobinReset() : EgressReset({.discipline = Discipline::kRoundRobin}) {}
};

// Class 1 is on the wire, whose turn is over: without the reset class 2 would be next.
TEST_F(RoundRobinReset, TurnsBeginAnew) {
  enqueue_at(0_us, kC1);
  reset_at(500_ns);
  enqueue_at(600_ns, kC1);
  enqueue_at(600_ns, kC2);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 1}, Frame{2_us, 1}, Frame{3_us, 2}));
}

class DwrrReset : public EgressReset {
 protected:
  DwrrReset() : EgressReset({.discipline = Discipline::kDwrr, .weights = {1, 2, 4, 1, 1, 1, 1, 1}}) {}
};

// A quantum is 1500 B times the weight. Without the reset class 2 would go on with the 4750 B that are left of its
// turn, three frames.
TEST_F(DwrrReset, DeficitsAreEmpty) {
  enqueue_at(0_us, kC2);
  reset_at(500_ns);
  enqueue_at(600_ns, kC0);
  enqueue_at(600_ns, kC2, 5);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 2}, Frame{2_us, 2}, Frame{3_us, 2}, Frame{4_us, 2}, Frame{5_us, 2},
                                 Frame{6_us, 0}, Frame{7_us, 2}));
}

// Empty deficits alone would leave the turn with class 1, and the next one were class 2.
TEST_F(DwrrReset, TurnsBeginAnew) {
  enqueue_at(0_us, kC1);
  reset_at(500_ns);
  enqueue_at(600_ns, kC1);
  enqueue_at(600_ns, kC2);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 1}, Frame{2_us, 1}, Frame{3_us, 2}));
}

class ShapedReset : public EgressReset {
 protected:
  ShapedReset() : EgressReset({.shapers = {shapers()}}) {}
  static PortShapers shapers() {
    PortShapers shapers{.port = {4_Gbps, 3'000_B}};
    shapers.classes[1] = {1_Gbps, 1'500_B};
    return shapers;
  }
};

// 500 B come each us: 1500 B are there at 2 us, and 3000 B after the reset.
TEST_F(ShapedReset, BucketsAreFull) {
  enqueue_at(0_us, kC0, 2);
  reset_at(2_us);
  enqueue_at(2_us, kC0, 3);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 0}, Frame{2_us, 0}, Frame{3_us, 0}, Frame{4_us, 0}, Frame{5_us, 0}));
}

// 125 B come each us: the bucket of class 1 would let the next go 8 us after the first.
TEST_F(ShapedReset, BucketsOfClassesToo) {
  enqueue_at(0_us, kC1);
  reset_at(2_us);
  enqueue_at(2_us, kC1);
  EXPECT_THAT(run(), ElementsAre(Frame{1_us, 1}, Frame{3_us, 1}));
}

}  // namespace weir::egress::egress_reset_test
