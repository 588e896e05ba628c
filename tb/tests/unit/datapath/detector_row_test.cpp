// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the detectors of an egress port are told, in which order and at which times, and what they may do to a packet.

#include "hw_model/frame/ecn_field.h"
#include "tb/tests/unit/datapath/egress_bench.h"

namespace weir::egress::detector_row_test {

constexpr ClassId kC0{0};
constexpr ClassId kC3{3};

// Writes down what it is told, one line each, into a list that the detectors of a port share.
class Scribe final : public congestion::Detector {
 public:
  Scribe(std::string name, std::vector<std::string>& lines) : name_(std::move(name)), lines_(lines) {}

  void gate(ClassId c, bool open, Time now) override { note(open ? "on" : "off", c, now); }
  void queued(const frame::Packet& packet, Bytes depth, Time now) override {
    note("queued behind " + std::to_string((depth - packet.length).count()), packet.traffic_class, now);
  }
  void departs(frame::Packet& packet, Bytes behind, Time now) override {
    note("departs, " + std::to_string(behind.count()) + " behind", packet.traffic_class, now);
    seen.push_back(frame::ecn_of(packet).value());
    if (marks) {
      frame::set_ecn(packet, frame::Ecn::kCongestion);
    }
  }
  void sends(ClassId c, Time now, Time until) override {
    if (says_what_is_sent) {
      note("sends until " + std::to_string(until.count() / 1'000), c, now);
    }
  }
  void timer(ClassId c, Time now) override {
    note("timer", c, now);
    if (next > Time(0)) {
      port_->schedule(c, now + next);
    }
  }
  void ask(ClassId c, Time at) { port_->schedule(c, at); }
  bool tell(Bytes depth) { return port_->notify(frame::Packet(), {.depth = depth}, Time(0)); }

  bool marks = false;
  bool says_what_is_sent = false;
  Time next;
  std::vector<frame::Ecn> seen;

 private:
  void note(const std::string& what, ClassId c, Time now) {
    lines_.push_back(name_ + std::to_string(c.index()) + " " + what + " at " + std::to_string(now.count() / 1'000));
  }

  std::string name_;
  std::vector<std::string>& lines_;
};

class DetectorRowTest : public EgressTest {
 protected:
  Scribe& add(const std::string& name) {
    auto scribe = std::make_unique<Scribe>(name, lines);
    Scribe& added = *scribe;
    row_.push_back(std::move(scribe));
    return added;
  }
  void watch() { egress_->watchers().watch(kPort, std::move(row_)); }

  std::vector<std::string> lines;

 private:
  DetectorRow::Row row_;
};

TEST_F(DetectorRowTest, APacketIsQueuedAndDepartsInTheOrderOfTheRow) {
  add("a");
  add("b");
  watch();
  enqueue_at(0_us, kC0, 3);
  run();
  EXPECT_THAT(
      lines,
      ElementsAre("a0 queued behind 0 at 0", "b0 queued behind 0 at 0", "a0 departs, 0 behind at 0",
                  "b0 departs, 0 behind at 0", "a0 queued behind 1250 at 0", "b0 queued behind 1250 at 0",
                  "a0 queued behind 2500 at 0", "b0 queued behind 2500 at 0", "a0 departs, 1250 behind at 1000",
                  "b0 departs, 1250 behind at 1000", "a0 departs, 0 behind at 2000", "b0 departs, 0 behind at 2000"));
}

TEST_F(DetectorRowTest, ALaterDetectorAndTheWireSeeTheMarkOfAnEarlierOne) {
  Scribe& first = add("a");
  Scribe& second = add("b");
  first.marks = true;
  watch();
  enqueue_at(0_us, kC0);
  run();
  EXPECT_THAT(first.seen, ElementsAre(frame::Ecn::kNotCapable));
  EXPECT_THAT(second.seen, ElementsAre(frame::Ecn::kCongestion));
  ASSERT_EQ(far_.received.size(), 1U);
  constexpr std::size_t kTrafficClass = 14 + 4 + 1;  // behind a tag
  EXPECT_EQ(far_.received.front().data[kTrafficClass] & 3U, 3U);
}

TEST_F(DetectorRowTest, GateEdgesAreToldOnce) {
  add("a");
  watch();
  hold_at(1_us, kC3, true);
  hold_at(2_us, kC3, true);
  hold_at(3_us, kC3, false);
  hold_at(4_us, kC3, false);
  hold_at(5_us, kC0, true);
  run();
  EXPECT_THAT(lines, ElementsAre("a3 off at 1000", "a3 on at 3000", "a0 off at 5000"));
}

TEST_F(DetectorRowTest, AClassWithoutCreditsIsOffFromTheMomentAtWhichItWouldSend) {
  add("a");
  watch();
  engine().count_packets();
  engine().sendable[kC0.index()] = kNever;
  enqueue_at(2_us, kC0);
  at(5_us, [&](Time now) { engine().let_send_from(kC0, now, now); });
  run();
  EXPECT_THAT(lines, ElementsAre("a0 queued behind 0 at 2000", "a0 off at 2000", "a0 on at 5000",
                                 "a0 departs, 0 behind at 5000"));
}

TEST_F(DetectorRowTest, WhatIsSentIsToldAfterTheDeparture) {
  add("a").says_what_is_sent = true;
  watch();
  enqueue_at(0_us, kC3, 2);
  run();
  EXPECT_THAT(lines,
              ElementsAre("a3 queued behind 0 at 0", "a3 departs, 0 behind at 0", "a3 sends until 1000 at 0",
                          "a3 queued behind 1250 at 0", "a3 departs, 0 behind at 1000", "a3 sends until 2000 at 1000"));
}

// It waits, and is ON: it has credits, or nobody has asked for them, as a higher class is served.
TEST_F(DetectorRowTest, AClassThatWaitsForAnotherIsNotOff) {
  add("a");
  watch();
  enqueue_at(0_us, kC3, 20);
  enqueue_at(1_us, kC0, 2);
  run();
  EXPECT_THAT(lines, Not(Contains(HasSubstr("off"))));
  EXPECT_THAT(lines, Contains("a0 departs, 1250 behind at 20000"));
}

TEST_F(DetectorRowTest, AClassWithoutCreditsThatWaitsForAnotherIsOffWhenItsTurnHasCome) {
  add("a");
  watch();
  engine().count_packets();
  engine().sendable[kC0.index()] = kNever;
  enqueue_at(0_us, kC3, 20);
  enqueue_at(1_us, kC0);
  at(30_us, [&](Time now) { engine().let_send_from(kC0, now, now); });
  run();
  EXPECT_THAT(lines, Contains("a0 off at 20000"));
  EXPECT_THAT(lines, Contains("a0 on at 30000"));
}

TEST_F(DetectorRowTest, TimersAreOnePendingADetectorAndClassTheLatestAsked) {
  Scribe& a = add("a");
  Scribe& b = add("b");
  watch();
  at(0_us, [&](Time) {
    a.ask(kC0, 10_us);
    b.ask(kC0, 7_us);
    a.ask(kC3, 4_us);
    a.ask(kC0, 5_us);  // instead of 10
  });
  at(6_us, [&](Time) {
    b.ask(kC0, 12_us);  // instead of 7
    a.ask(kC0, 12_us);
    a.ask(kC3, 12_us);
    a.ask(kC3, kNever);  // instead of 12: none
  });
  run();
  EXPECT_THAT(lines, ElementsAre("a3 timer at 4000", "a0 timer at 5000", "a0 timer at 12000", "b0 timer at 12000"));
}

TEST_F(DetectorRowTest, AResetTakesTimersBack) {
  Scribe& a = add("a");
  watch();
  at(0_us, [&](Time) { a.ask(kC0, 5_us); });
  at(1_us, [&](Time now) { egress_->watchers().detectors(kPort)->reset(now); });
  at(2_us, [&](Time) { a.ask(kC0, 7_us); });
  run();
  EXPECT_THAT(lines, ElementsAre("a0 timer at 7000"));
}

TEST_F(DetectorRowTest, ATimerMayAskForTheNext) {
  Scribe& a = add("a");
  a.next = 3_us;
  watch();
  at(0_us, [&](Time) { a.ask(kC3, 1_us); });
  run(8_us);
  EXPECT_THAT(lines, ElementsAre("a3 timer at 1000", "a3 timer at 4000", "a3 timer at 7000"));
}

TEST_F(DetectorRowTest, ANotificationIsAskedForAtItsPort) {
  struct Notifier final : congestion::Notifier {
    bool notify(PortId p, const frame::Packet&, const congestion::Notice& notice, Time) override {
      asked.emplace_back(p, notice.depth);
      return true;
    }
    std::vector<std::pair<PortId, Bytes>> asked;
  } notifier;
  const auto seated = [&](congestion::Notifier* by) {
    auto scribe = std::make_unique<Scribe>("a", lines);
    DetectorRow::Row row;
    row.push_back(std::move(scribe));
    return DetectorRow(kPort, scheduler_, std::move(row), {.notifier = by});
  };
  DetectorRow with = seated(&notifier);
  EXPECT_TRUE(static_cast<Scribe&>(with[0]).tell(7_KB));
  EXPECT_THAT(notifier.asked, ElementsAre(std::pair(kPort, 7_KB)));
  DetectorRow without = seated(nullptr);
  EXPECT_FALSE(static_cast<Scribe&>(without[0]).tell(7_KB));
}

// Counts what it is told of packets, and asks who feeds the port.
struct Counting final : congestion::Detector {
  bool asks_for_feeders() const override { return asks; }
  void offered(const frame::Packet&, Bytes depth, Time) override { depths.push_back(depth); }
  void admitted(const frame::Packet&, Time) override { ++waiting; }
  void departs(frame::Packet&, Bytes behind, Time) override {
    --waiting;
    depths.push_back(behind);
    fed.push_back(pauses_feeder(kC0));
  }
  void removed(const frame::Packet&, Time) override { --waiting; }
  bool pauses_feeder(ClassId c) const { return port_->pauses_feeder(c); }

  bool asks = true;
  int waiting = 0;
  std::vector<Bytes> depths;
  std::vector<bool> fed;
};

class WatchedRow : public DetectorRowTest {
 protected:
  DetectorRow& make(bool at_inputs = false, bool asks = true) {
    auto counting = std::make_unique<Counting>();
    counting_ = counting.get();
    counting_->asks = asks;
    DetectorRow::Row row;
    row.push_back(std::move(counting));
    row_ = std::make_unique<DetectorRow>(kPort, scheduler_, std::move(row),
                                         DetectorRow::Surroundings{.ports = 8, .waits_at_inputs = at_inputs});
    return *row_;
  }
  static frame::Packet from(PortId ingress) {
    frame::Packet packet;
    packet.length = kFrame;
    packet.ingress = ingress;
    packet.traffic_class = kC0;
    return packet;
  }

  Counting* counting_ = nullptr;
  std::unique_ptr<DetectorRow> row_;
};

TEST_F(WatchedRow, APausedIngressFeedsThePortUntilItsLastPacketHasDeparted) {
  DetectorRow& row = make();
  frame::Packet a = from(PortId(3));
  frame::Packet b = from(PortId(5));
  row.pausing(PortId(3), kC0, true, 0_us);
  row.pausing(PortId(5), kC3, true, 0_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0)) << "it holds nothing for this port";
  for (const frame::Packet* packet : {&a, &b, &a}) {
    row.admitted(*packet, 0_us);
  }
  EXPECT_TRUE(counting_->pauses_feeder(kC0));
  row.departs(a, 0_B, 1_us);
  row.departs(b, 0_B, 2_us);
  row.departs(a, 0_B, 3_us);
  EXPECT_THAT(counting_->fed, ElementsAre(true, true, true)) << "that which departs is still held";
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
  row.admitted(b, 4_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0)) << "paused in another class";
  row.pausing(PortId(5), kC0, true, 5_us);
  EXPECT_TRUE(counting_->pauses_feeder(kC0));
  row.pausing(PortId(5), kC0, false, 6_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
}

TEST_F(WatchedRow, OneThatIsRemovedFeedsItNoLonger) {
  DetectorRow& row = make();
  row.pausing(PortId(3), kC0, true, 0_us);
  row.admitted(from(PortId(3)), 0_us);
  row.removed(from(PortId(3)), 1_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
  EXPECT_EQ(counting_->waiting, 0);
}

TEST_F(WatchedRow, AResetForgetsWhoFeedsThePortAndWhoIsPaused) {
  DetectorRow& row = make();
  row.pausing(PortId(3), kC0, true, 0_us);
  row.admitted(from(PortId(3)), 0_us);
  row.reset(1_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
  row.admitted(from(PortId(3)), 2_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
}

TEST_F(WatchedRow, WhatTheSwitchHasMadeItselfHasNoIngressAndCrossesAsAnyOther) {
  DetectorRow& row = make(true);
  frame::Packet own = from(frame::kNoIngress);
  row.offered(own, 0_B, 0_us);
  row.admitted(own, 0_us);
  EXPECT_EQ(counting_->waiting, 1);
  row.offered(own, 0_B, 1_us);
  row.queued(own, kFrame, 1_us);
  row.departs(own, 0_B, 2_us);
  EXPECT_THAT(counting_->depths, ElementsAre(0_B, kFrame, 0_B)) << "it waits at the input behind the last port";
  EXPECT_EQ(counting_->waiting, 0);
  EXPECT_THAT(counting_->fed, ElementsAre(false)) << "that input pauses nobody";
}

TEST_F(WatchedRow, WhatWaitsAtAnInputIsBehindWhatLeaves) {
  DetectorRow& row = make(true);
  frame::Packet packet = from(PortId(3));
  row.offered(packet, 0_B, 0_us);
  row.admitted(packet, 0_us);
  row.admitted(packet, 0_us);
  row.queued(packet, kFrame, 0_us);
  row.departs(packet, 0_B, 1_us);
  row.offered(packet, 100_B, 1_us);
  row.queued(packet, kFrame, 2_us);
  row.departs(packet, 0_B, 2_us);
  EXPECT_THAT(counting_->depths, ElementsAre(0_B, kFrame, kFrame + 100_B, 0_B));
}

TEST_F(WatchedRow, TheMostThatADepartureLeavesBehindIsAResult) {
  DetectorRow& row = make(true);
  frame::Packet packet = from(PortId(3));
  for (int i = 0; i < 3; ++i) {
    row.admitted(packet, 0_us);
  }
  EXPECT_EQ(row.waiting(kC0, 100_B), kFrame + kFrame + kFrame + 100_B);
  EXPECT_EQ(row.waiting_peak(kC0), 0_B) << "no departure has seen it";
  row.queued(packet, kFrame, 0_us);
  row.departs(packet, 0_B, 1_us);
  row.queued(packet, kFrame, 1_us);
  row.departs(packet, 0_B, 2_us);
  EXPECT_EQ(row.waiting_peak(kC0), kFrame + kFrame);
  EXPECT_EQ(row.waiting_peak(kC3), 0_B);
  row.reset(3_us);
  EXPECT_EQ(row.waiting_peak(kC0), kFrame + kFrame) << "a result of the run";
}

TEST_F(WatchedRow, NobodyIsCountedForWhoDoesNotAsk) {
  DetectorRow& row = make(false, false);
  row.pausing(PortId(3), kC0, true, 0_us);
  row.admitted(from(PortId(3)), 0_us);
  EXPECT_FALSE(counting_->pauses_feeder(kC0));
}

TEST_F(DetectorRowTest, OneTakenFromTheHeadIsToldAsRemoved) {
  auto counting = std::make_unique<Counting>();
  Counting& told = *counting;
  told.asks = false;  // the bench's packets come in by no port of the row
  DetectorRow::Row row;
  row.push_back(std::move(counting));
  egress_->watchers().watch(kPort, std::move(row));
  enqueue_at(0_us, kC0, 2);
  at(0_us, [&](Time now) {
    frame::Packet* packet = egress_->take(kPort, kC0, 0, now);
    ASSERT_NE(packet, nullptr);
    EXPECT_EQ(told.waiting, -2) << "of two that the bench has not admitted one has departed, one is removed";
    pool_.release(*packet);
  });
  run(0_us);
}

TEST_F(DetectorRowTest, WithoutDetectorsThereIsNoRow) {
  watch();
  EXPECT_EQ(egress_->watchers().detectors(kPort), nullptr);
  enqueue_at(0_us, kC0);
  run();
  EXPECT_THAT(lines, IsEmpty());
}

}  // namespace weir::egress::detector_row_test
