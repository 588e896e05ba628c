// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The watchdog of a switch: which heads it drops, and when to the picosecond. Compared with a naive model over random
// sequences, too.

#include "hw_model/mechanisms/deadlock/watchdog.h"

#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::watchdog_test {

constexpr PortId kP{1};
constexpr ClassId kC{3};

SwitchContext context_with(Time timeout, Action action = Action::kDropHead) {
  SwitchContext context;
  context.config.unit = Unit::kWatchdog;
  context.config.watchdog.timeout = timeout;
  context.config.watchdog.action = action;
  context.config.watchdog.loan = 3_KB;
  context.ports = 2;
  context.lossless = 0x0a;
  return context;
}

// A queue of packets at (kP, kC), and the timers that the watchdog asks for.
class Bench : public SwitchActions {
 public:
  explicit Bench(Time timeout, Action action = Action::kDropHead) : watchdog(context_with(timeout, action), *this) {}

  void enqueue(Time now) {
    run_until(now);
    ++waiting_;
    watchdog.queued(packet(), waiting_, now);
  }
  void depart(Time now) {
    run_until(now);
    --waiting_;
    watchdog.left(packet(), waiting_, now, now);
  }
  void hold(bool on, Time now) {
    run_until(now);
    watchdog.held(kP, kC, on, waiting_, now);
  }
  // The timers before `now`, so that what happens at an instant comes before its timers.
  void run_until(Time now) {
    while (!timers_.empty() && timers_.begin()->first < now) {
      const Time at = timers_.begin()->first;
      timers_.erase(timers_.begin());
      watchdog.timer(kP, kC, at);
    }
  }
  std::size_t waiting() const { return waiting_; }
  void lose_all() { waiting_ = 0; }

  struct Loan {
    PortId ingress;
    Bytes room;
    Time at;
    bool operator==(const Loan&) const = default;
  };
  using Resume = std::pair<PortId, Time>;
  std::vector<Time> dropped;
  std::vector<Loan> lent;  // as asked for
  std::vector<Resume> resumed;
  std::optional<PortId> refuses_loan;
  Watchdog watchdog;

 private:
  static frame::Packet packet() {
    frame::Packet packet;
    packet.egress = kP;
    packet.traffic_class = kC;
    return packet;
  }
  void schedule(PortId p, ClassId c, Time at) override {
    EXPECT_EQ(p, kP);
    EXPECT_EQ(c, kC);
    timers_.emplace(at, 0);
  }
  bool lend(PortId ingress, ClassId c, Bytes room, Time now) override {
    EXPECT_EQ(c, kC);
    lent.push_back({ingress, room, now});
    return ingress != refuses_loan;
  }
  bool resume(PortId ingress, ClassId c, Time now) override {
    EXPECT_EQ(c, kC);
    resumed.push_back({ingress, now});
    return true;
  }
  void drop_head(PortId, ClassId, Time now) override {
    ASSERT_GT(waiting_, 0U);
    dropped.push_back(now);
    --waiting_;
    watchdog.left(packet(), waiting_, now, now);
  }

  std::multimap<Time, int> timers_;
  std::size_t waiting_ = 0;
};

TEST(Watchdog, AHeadThatStandsTooLongIsDroppedAndThenTheNext) {
  Bench bench(100_us);
  for (int i = 0; i < 3; ++i) {
    bench.enqueue(0_us);
  }
  bench.hold(true, 10_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.dropped, ElementsAre(110_us, 210_us, 310_us));
  EXPECT_EQ(bench.watchdog.dropped(kP, kC), 3U);
}

// The head that stood is gone; one that comes later stands from when its queue is held.
TEST(Watchdog, ForgetsHeadsAndPausesAtAReset) {
  Bench bench(100_us, Action::kLendAndResume);
  bench.enqueue(0_us);
  bench.hold(true, 10_us);
  bench.watchdog.pausing(PortId(0), kC, true, 20_us);
  bench.run_until(50_us);
  bench.lose_all();
  bench.watchdog.reset(50_us);
  bench.enqueue(60_us);  // the queue is not held
  bench.run_until(300_us);
  EXPECT_THAT(bench.lent, IsEmpty());
  bench.hold(true, 400_us);
  bench.watchdog.pausing(PortId(1), kC, true, 410_us);
  bench.run_until(550_us);
  EXPECT_THAT(bench.lent, ElementsAre(Bench::Loan{PortId(1), 3_KB, 500_us})) << "port 0 pauses nobody any more";
}

TEST(Watchdog, APacketThatComesToAnEmptyHeldQueueStandsFromThen) {
  Bench bench(100_us);
  bench.hold(true, 10_us);
  bench.enqueue(50_us);
  bench.enqueue(60_us);
  bench.run_until(200_us);
  EXPECT_THAT(bench.dropped, ElementsAre(150_us));
}

TEST(Watchdog, AResumeStartsTheTimeAnew) {
  Bench bench(100_us);
  bench.enqueue(0_us);
  bench.hold(true, 0_us);
  bench.hold(false, 99_us);
  bench.hold(true, 99'001_ns);
  bench.run_until(199_us);
  EXPECT_THAT(bench.dropped, IsEmpty());
  bench.run_until(1_ms);
  EXPECT_THAT(bench.dropped, ElementsAre(199'001_ns));
}

TEST(Watchdog, WhatLeavesInTimeIsNotDropped) {
  Bench bench(100_us);
  bench.enqueue(0_us);
  bench.hold(true, 0_us);
  bench.hold(false, 90_us);
  bench.depart(90_us);
  bench.hold(true, 95_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.dropped, IsEmpty());
}

TEST(Watchdog, AQueueThatIsNotHeldMayWaitForEver) {
  Bench bench(1_us);
  bench.enqueue(0_us);
  bench.run_until(1'000_ms);
  EXPECT_THAT(bench.dropped, IsEmpty());
}

TEST(Watchdog, ALossyClassIsNotWatched) {
  Bench bench(1_us);
  bench.watchdog.held(kP, ClassId(2), true, 1, 0_us);
  bench.run_until(1'000_ms);
  EXPECT_THAT(bench.dropped, IsEmpty());
}

TEST(Watchdog, AShorterTimeoutCountsFromTheNextHeadOn) {
  Bench bench(100_us);
  bench.enqueue(0_us);
  bench.enqueue(0_us);
  bench.hold(true, 0_us);
  bench.watchdog.set_timeout(30_us);
  bench.run_until(1_ms);
  EXPECT_THAT(bench.dropped, ElementsAre(100_us, 130_us));
}

TEST(Watchdog, LendsToWhatThisSwitchPausesAndTheHeadStandsAnew) {
  Bench bench(100_us, Action::kLendAndResume);
  bench.enqueue(0_us);
  bench.watchdog.pausing(PortId(0), kC, true, 1_us);
  bench.watchdog.pausing(PortId(1), kC, true, 1_us);
  bench.watchdog.pausing(PortId(1), ClassId(1), true, 1_us);
  bench.watchdog.pausing(PortId(1), kC, false, 2_us);
  bench.hold(true, 10_us);
  bench.run_until(110_us);
  EXPECT_THAT(bench.lent, IsEmpty());
  bench.run_until(210_us + 1_ns);
  EXPECT_THAT(bench.lent, ElementsAre(Bench::Loan{PortId(0), 3_KB, 110_us}, Bench::Loan{PortId(0), 3_KB, 210_us}));
  EXPECT_THAT(bench.resumed, ElementsAre(Bench::Resume{PortId(0), 110_us}, Bench::Resume{PortId(0), 210_us}));
  EXPECT_THAT(bench.dropped, IsEmpty());
  EXPECT_EQ(bench.watchdog.dropped(kP, kC), 0U);
  bench.hold(false, 215_us);
  bench.run_until(1_ms);
  EXPECT_EQ(bench.lent.size(), 2U);
}

TEST(Watchdog, ResumesNobodyToWhomNothingIsLent) {
  Bench bench(100_us, Action::kLendAndResume);
  bench.enqueue(0_us);
  bench.watchdog.pausing(PortId(0), kC, true, 1_us);
  bench.watchdog.pausing(PortId(1), kC, true, 1_us);
  bench.refuses_loan = PortId(0);
  bench.hold(true, 0_us);
  bench.run_until(150_us);
  EXPECT_THAT(bench.resumed, ElementsAre(Bench::Resume{PortId(1), 100_us}));
}

TEST(Watchdog, ALoanThatNoRegisterHoldsIsRefused) {
  for (const Bytes wrong : {0_B, 63_B, 16'000'001_B}) {
    SwitchContext context = context_with(1_us, Action::kLendAndResume);
    context.config.watchdog.loan = wrong;
    EXPECT_THROW(declare_deadlock(context), std::invalid_argument) << wrong.count();
  }
}

TEST(Watchdog, DeclaresLoansWhereItLends) {
  EXPECT_EQ(declare_deadlock(context_with(1_us)).find("watchdog_loan"), nullptr);
  const ledger::Block block = declare_deadlock(context_with(1_us, Action::kLendAndResume));
  ASSERT_NE(block.find("watchdog_loan"), nullptr);
  EXPECT_EQ(block.find("watchdog_loan")->bits(), 24U);
  ASSERT_NE(block.find("watchdog_loans"), nullptr);
  EXPECT_EQ(block.find("watchdog_loans")->bits(), 2U * 2 * 64);
}

TEST(Watchdog, ATimeoutThatNoRegisterHoldsIsRefused) {
  for (const Time wrong : {0_us, 500_ns, 1'500_ns, 1'000'001_us}) {
    EXPECT_THROW(Bench bench(wrong), std::invalid_argument) << wrong.count();
    EXPECT_THROW(declare_deadlock(context_with(wrong)), std::invalid_argument) << wrong.count();
  }
  EXPECT_NO_THROW(Bench bench(1_us));
  EXPECT_NO_THROW(Bench bench(1'000'000_us));
}

// The same by brute force: at each microsecond, before what happens then, a head that has stood for `timeout` goes.
class Naive {
 public:
  explicit Naive(Time timeout) : timeout_(timeout) {}
  void step(Time now) {
    if (held && waiting > 0 && now - since >= timeout_) {
      dropped.push_back(since + timeout_);
      --waiting;
      since = now;
    }
  }
  bool held = false;
  std::size_t waiting = 0;
  Time since;
  std::vector<Time> dropped;

 private:
  Time timeout_;
};

TEST(Watchdog, AgreesWithANaiveModelOverRandomSequences) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomStream random(seed, "watchdog");
    const Time timeout = Time(static_cast<std::int64_t>(1 + random.below(40)) * 1'000'000);
    Bench bench(timeout);
    Naive naive(timeout);
    for (Time now = 0_us; now < 2_ms; now += 1_us) {
      naive.step(now);
      bench.run_until(now + Time(1));
      ASSERT_EQ(bench.dropped, naive.dropped) << seed << " at " << now.count();
      switch (random.below(12)) {
        case 0:
          bench.enqueue(now);
          ++naive.waiting;
          naive.since = naive.waiting == 1 ? now : naive.since;
          break;
        case 1:
          if (!naive.held && naive.waiting > 0) {
            bench.depart(now);
            --naive.waiting;
          }
          break;
        case 2:
          naive.held = random.below(3) > 0;
          naive.since = now;
          bench.hold(naive.held, now);
          break;
        default:
          break;
      }
    }
    ASSERT_EQ(bench.waiting(), naive.waiting);
  }
}

}  // namespace weir::deadlock::watchdog_test
