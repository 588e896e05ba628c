// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The PFC watchdog of a switch: when it polls, what it tells, and what it does to a queue. Its rules are those of
// pfc_watchdog_test.cpp.

#include "hw_model/mechanisms/deadlock/pfcwd.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::pfcwd_test {

constexpr PortId kP{1};
constexpr ClassId kC{3};

PfcwdConfig quick() {
  PfcwdConfig config;
  config.detection = config.restoration = config.poll = 100_us;
  return config;
}

SwitchContext context_with(const PfcwdConfig& pfcwd) {
  SwitchContext context;
  context.config.unit = Unit::kPfcwd;
  context.config.pfcwd = pfcwd;
  context.ports = 2;
  context.lossless = 0x08;
  context.rates = {10_Gbps, 10_Gbps};
  context.buffer = 1_MB;
  context.name = "s1";
  return context;
}

// The actions of a watchdog with their times, and the timers that it asks for.
class Bench : public SwitchActions {
  std::multimap<Time, std::pair<PortId, ClassId>> timers_;  // before the unit, which asks for its first one at once

 public:
  explicit Bench(const PfcwdConfig& config) : unit(context_with(config), *this) {}

  // The timers before `now`, so that what happens at an instant comes before its timers.
  void run_until(Time now) {
    while (!timers_.empty() && timers_.begin()->first < now) {
      const auto [at, queue] = *timers_.begin();
      timers_.erase(timers_.begin());
      ++timers;
      unit.timer(queue.first, queue.second, at);
    }
  }
  // XOFF (65,535 quanta of 51.2 ns are 3.36 ms) or XON.
  void pfc(Time now, std::uint16_t quanta = 65535) {
    run_until(now);
    unit.pfc_received(kP, kC, quanta, now);
  }
  // XOFF frames from..to, one each 20 us.
  void storm(Time from, Time to, std::uint16_t quanta = 65535) {
    for (Time at = from; at < to; at += 20_us)
      pfc(at, quanta);
  }

  std::vector<std::string> acts;
  int timers = 0;
  Pfcwd unit;

 private:
  void note(const std::string& what, Time now) { acts.push_back(what + " " + std::to_string(now.count() / 1'000'000)); }
  void schedule(PortId p, ClassId c, Time at) override { timers_.emplace(at, std::pair(p, c)); }
  void drop_head(PortId, ClassId, Time) override { FAIL(); }
  bool lend(PortId, ClassId, Bytes, Time) override { return false; }
  bool resume(PortId, ClassId, Time) override { return false; }
  void drop_queue(PortId p, ClassId c, Time now) override {
    EXPECT_EQ(c, kC);
    if (p == kP)
      note("drop", now);
  }
  void obey(PortId p, ClassId, bool on, Time now) override {
    if (p == kP)
      note(on ? "obey" : "disobey", now);
  }
  void storm(PortId p, ClassId c, bool on, Time now) override {
    EXPECT_EQ(std::pair(p, c), std::pair(kP, kC));
    note(on ? "storm" : "over", now);
  }
  void block_groups(PortId p, ClassId, const frame::DestinationGroups& groups, Time now) override {
    if (p == kP)
      note(groups.all() ? "close" : "open", now);
  }
};

frame::Packet packet_of(std::int64_t length) {
  frame::Packet packet;
  packet.egress = kP;
  packet.traffic_class = kC;
  packet.length = Bytes(length);
  return packet;
}

// The first poll only stores; the second finds the class not paused at the first; the third is bad.
TEST(Pfcwd, DropsInAStormAndGoesOnAfterIt) {
  Bench bench(quick());
  bench.storm(150_us, 400_us);
  bench.pfc(400_us, 0);  // an XON, which counts as a PFC frame
  bench.run_until(900_us);
  EXPECT_THAT(bench.acts,
              ElementsAre("storm 300", "close 300", "disobey 300", "drop 300", "over 500", "obey 500", "open 500"));
}

TEST(Pfcwd, RefusesWhatComesToAQueueThatDropsAndDropsWhatComesFromInputs) {
  Bench bench(quick());
  const frame::Packet packet = packet_of(1000);
  EXPECT_FALSE(bench.unit.refuses(packet));
  bench.storm(0_us, 350_us);
  EXPECT_TRUE(bench.unit.refuses(packet));
  bench.acts.clear();
  bench.unit.queued(packet, 1, 360_us);
  bench.run_until(361_us);
  EXPECT_THAT(bench.acts, ElementsAre("drop 360"));
  frame::Packet other = packet;
  other.traffic_class = ClassId(2);
  EXPECT_FALSE(bench.unit.refuses(other)) << "not a lossless class";
  EXPECT_EQ(bench.unit.dropped(kP, kC), 1U);
}

TEST(Pfcwd, ForwardTakesTheClassOutOfTheMaskAlone) {
  PfcwdConfig config = quick();
  config.action = StormAction::kForward;
  Bench bench(config);
  bench.storm(0_us, 300_us);
  bench.run_until(900_us);
  EXPECT_THAT(bench.acts, ElementsAre("storm 200", "disobey 200", "over 400", "obey 400"));
  EXPECT_FALSE(bench.unit.refuses(packet_of(100)));
}

TEST(Pfcwd, AlertTellsAndDoesNothing) {
  PfcwdConfig config = quick();
  config.action = StormAction::kAlert;
  Bench bench(config);
  bench.storm(0_us, 500_us);
  bench.run_until(900_us);
  EXPECT_THAT(bench.acts, ElementsAre("storm 200", "over 600")) << "a storm that goes on is told once";
}

TEST(Pfcwd, ActsAfterItsDelay) {
  PfcwdConfig config = quick();
  config.action_delay = 230_us;
  Bench bench(config);
  bench.storm(0_us, 500_us);
  bench.run_until(1500_us);
  EXPECT_THAT(bench.acts, ElementsAre("storm 200", "close 430", "disobey 430", "drop 430", "drop 430", "over 600",
                                      "obey 830", "open 830"));
}

// Polls tell at 208, 416, ...: D = 2 p by the scripts' reckoning, whatever the clock says.
TEST(Pfcwd, PollsByTheClockAndReckonsByTheSetting) {
  PfcwdConfig config = quick();
  config.detection = 200_us;
  config.poll_interval = 104_us;
  config.action = StormAction::kAlert;
  Bench bench(config);
  bench.storm(0_us, 1000_us);
  ASSERT_FALSE(bench.acts.empty());
  EXPECT_EQ(bench.acts.front(), "storm 312") << "stored at 104, bad at 208 and 312";
  config.first_poll = 10_us;
  Bench early(config);
  early.storm(0_us, 1000_us);
  EXPECT_EQ(early.acts.front(), "storm 218") << "stored at 10, bad at 114 and 218";
}

TEST(Pfcwd, JitterIsWithinItsBoundsAndTheSameForASeed) {
  PfcwdConfig config = quick();
  config.poll_jitter = 30_us;
  const auto polls = [&](Time until) {
    Bench bench(config);
    bench.run_until(until);
    return bench.timers;
  };
  EXPECT_GE(polls(100_ms), 970);
  EXPECT_LE(polls(100_ms), 1030);
  EXPECT_EQ(polls(10_ms), polls(10_ms));
  Bench bench(config);
  bench.run_until(70_us);
  EXPECT_EQ(bench.timers, 0);
  bench.run_until(131_us);
  EXPECT_EQ(bench.timers, 1);
}

// Packets and frames ask for no event.
TEST(Pfcwd, RunsAtPollsAlone) {
  Bench bench(quick());
  for (int i = 0; i < 990; ++i) {
    const Time now = Time(1'000'000) * i;
    bench.pfc(now, i % 2 == 0 ? 100 : 0);
    bench.unit.decided(packet_of(64), true, false, now);
    bench.unit.queued(packet_of(64), 1, now);
    bench.unit.left(packet_of(64), 0, now, now + 10_ns);
  }
  EXPECT_EQ(bench.timers, 9);
  EXPECT_THAT(bench.acts, IsEmpty());
}

// A port whose classes are all masked hears nothing: the queue flaps, three polls a cycle.
TEST(Pfcwd, FlapsWhereAMaskedPortDoesNotCount) {
  PfcwdConfig config = quick();
  config.counts_when_disabled = false;
  Bench bench(config);
  bench.storm(0_us, 1550_us);
  std::vector<std::string> told;
  std::copy_if(bench.acts.begin(), bench.acts.end(), std::back_inserter(told),
               [](const std::string& act) { return act.starts_with("storm") || act.starts_with("over"); });
  EXPECT_THAT(told,
              ElementsAre("storm 200", "over 300", "storm 400", "over 500", "storm 600", "over 700", "storm 800",
                          "over 900", "storm 1000", "over 1100", "storm 1200", "over 1300", "storm 1400", "over 1500"))
      << "no delay of the action: the counter does not move a last time, so two polls a cycle";
  config.action_delay = 50_us;
  Bench late(config);
  late.storm(0_us, 1000_us);
  EXPECT_THAT(late.acts, Contains("storm 200"));
  EXPECT_THAT(late.acts, Contains("over 400"));
  EXPECT_THAT(late.acts, Contains("storm 500"));
  config.rule = reference::PfcRule::kCisco;
  Bench cisco(config);
  cisco.storm(0_us, 1550_us);
  EXPECT_THAT(cisco.acts, Not(Contains(StartsWith("over")))) << "its mask stays";
}

// RECOVERY for DLR of each DLD + DLR, whatever comes.
TEST(Pfcwd, TheChipsOwnWatchdogActsForDlrOfEachDldAndDlr) {
  PfcwdConfig config = quick();
  config.hardware = {.dld = 300_us, .dlr = 100_us};
  Bench bench(config);
  bench.storm(10_us, 1000_us);
  bench.pfc(1000_us, 0);
  bench.run_until(5_ms);
  EXPECT_THAT(bench.acts, ElementsAre("storm 310", "close 310", "disobey 310", "drop 310", "drop 310", "over 410",
                                      "obey 410", "open 410", "storm 710", "close 710", "disobey 710", "drop 710",
                                      "drop 710", "over 810", "obey 810", "open 810"));
  Bench choppy(config);
  for (Time at = 10_us; at < 2000_us; at += 200_us) {
    choppy.pfc(at);
    choppy.pfc(at + 190_us, 0);
  }
  EXPECT_THAT(choppy.acts, IsEmpty()) << "no pause of 300 us";
}

TEST(Pfcwd, TheBigRedSwitchDropsAllAndLooksForNothing) {
  Bench bench(quick());
  bench.storm(0_us, 150_us);
  bench.unit.set_big_red_switch(true, 150_us);
  EXPECT_THAT(bench.acts, ElementsAre("close 150", "disobey 150", "drop 150"));
  EXPECT_TRUE(bench.unit.refuses(packet_of(100)));
  bench.acts.clear();
  bench.storm(160_us, 900_us);
  EXPECT_THAT(bench.acts, Not(Contains(StartsWith("storm"))));
  bench.acts.clear();
  bench.unit.set_big_red_switch(false, 900_us);
  EXPECT_THAT(bench.acts, ElementsAre("obey 900", "open 900"));
  bench.acts.clear();
  bench.storm(920_us, 1250_us);
  EXPECT_EQ(bench.acts.front(), "storm 1000") << "from a clean start: stored at 900, bad at the next poll";
}

TEST(Pfcwd, ForgetsStormsAtAReset) {
  Bench bench(quick());
  bench.unit.decided(packet_of(1000), true, false, 0_us);
  bench.storm(0_us, 350_us);
  bench.unit.reset(350_us);
  EXPECT_FALSE(bench.unit.refuses(packet_of(100)));
  EXPECT_FALSE(bench.unit.watchdog(kP, kC).stormed());
  bench.acts.clear();
  bench.run_until(2_ms);
  EXPECT_THAT(bench.acts, IsEmpty());
}

}  // namespace weir::deadlock::pfcwd_test
