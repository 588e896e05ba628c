// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the host promises a rate control: pacing, timers, feedback; and what choosing the next flow costs. Each test
// needs a process of its own, as ctest gives it.

#include "tb/tests/unit/oracle/live.h"

namespace weir::host::rate_control_live_test {

using oracle::Live;

scenario::Scenario star(int flows, const std::vector<std::string>& sets = {}) {
  std::string text = "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = 2\n";
  for (int i = 0; i < flows; ++i) {
    text += "[[flow]]\nsrc = \"h1\"\ndst = \"h2\"\n";
  }
  return scenario::load_text(text, "s.toml", {sets, {}, {}});
}

// A packet each `timeout` of its settings; twice as often from 500 us on, by its timer.
class Paced final : public RateControl {
 public:
  explicit Paced(const ControlSettings& settings) : gap_(settings.timeout) {}
  Time next_send(Bytes, Bytes, Time) override { return next_; }
  void sent(Bytes, Time now) override { next_ = now + gap_; }
  Time next_timer() const override { return timer_; }
  void timer(Time now) override {
    EXPECT_EQ(now, 500_us);
    timer_ = kNever;
    gap_ = gap_ / 2;
  }
  void feedback(const Feedback& feedback, Time) override { notifications += feedback.notification ? 1 : 0; }

  static inline std::uint64_t notifications = 0;

 private:
  Time gap_;
  Time next_{0};
  Time timer_ = 500_us;
};

constexpr RateControlKind kPaced{
    .word = "paced", .meaning = "", .resends = false, .make = [](const ControlSettings& settings) {
      return std::unique_ptr<RateControl>(std::make_unique<Paced>(settings));
    }};

TEST(RateControlLive, IsAskedWhenItHasSaidSo) {
  scenario::Scenario scenario = star(2);
  for (scenario::Flow& flow : scenario.flows) {
    flow.control = &kPaced;
  }
  scenario.flows[0].settings.timeout = 10_us;
  scenario.flows[1].settings.timeout = 40_us;
  Live live(std::move(scenario), 100_us);
  live.run(1);
  // Every 10 us up to 500 us, then every 5; every 40 us up to 520 us, then every 20.
  EXPECT_EQ(live.network().measurements[0].sent.packets, 150U);
  EXPECT_EQ(live.network().measurements[1].sent.packets, 37U);
}

// Lets packets of the flows with a window go, those of others never; counts how often it is asked.
class Counting final : public RateControl {
 public:
  explicit Counting(const ControlSettings& settings) : may_send_(settings.window > Bytes(0)) {}
  Time next_send(Bytes, Bytes, Time now) override {
    ++asked;
    return may_send_ ? now : kNever;
  }
  void feedback(const Feedback& feedback, Time) override {
    heard += feedback.acknowledged;
    round_trips += feedback.round_trip != kNever ? 1 : 0;
    notifications += feedback.notification ? 1 : 0;
  }

  static inline std::uint64_t asked = 0;
  static inline std::uint64_t heard = 0;
  static inline std::uint64_t round_trips = 0;
  static inline std::uint64_t notifications = 0;

 private:
  bool may_send_;
};

constexpr RateControlKind kCounting{
    .word = "counting", .meaning = "", .resends = true, .make = [](const ControlSettings& settings) {
      return std::unique_ptr<RateControl>(std::make_unique<Counting>(settings));
    }};

// Two of 2,000 flows may send: looking for them asks nobody else.
TEST(RateControlLive, FlowsThatMayNotSendCostNothing) {
  constexpr std::uint64_t kFlows = 2'000;
  scenario::Scenario scenario = star(kFlows);
  for (scenario::Flow& flow : scenario.flows) {
    flow.control = &kCounting;
  }
  scenario.flows[7].settings.window = scenario.flows[1'900].settings.window = 1_B;
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  const std::uint64_t first = live.network().measurements[7].sent.packets;
  const std::uint64_t second = live.network().measurements[1'900].sent.packets;
  EXPECT_GT(first, 400U);
  EXPECT_LE(first - second, 2U) << "they take turns once both have begun";
  EXPECT_LE(Counting::asked, 2 * kFlows + 8 * (first + second));
}

// A port number has 16 bits; a flow's has not.
TEST(RateControlLive, MoreFlowsThanPortNumbersAllSend) {
  constexpr int kFlows = 70'000;
  Live live(star(kFlows, {"topology.rate=1Tbps", "traffic.size=1500B"}), 1_ms);
  live.run(1);
  for (const FlowMeasurement& flow : live.network().measurements) {
    ASSERT_EQ(flow.received.packets, 1U);
  }
}

TEST(RateControlLive, HearsWhatIsAcknowledgedAndHowLongItTook) {
  scenario::Scenario scenario = star(1, {"flow_control.scheme=pfc"});
  scenario.flows[0].control = &kCounting;
  scenario.flows[0].settings.window = 1_B;
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  const std::uint64_t packets = live.network().measurements[0].received.packets;
  EXPECT_GT(packets, 800U);
  EXPECT_GE(Counting::heard + 4, packets);
  EXPECT_EQ(Counting::round_trips, Counting::heard) << "one by one, and none went twice";
}

// Every packet arrives marked; the destination tells once in 100 us.
TEST(RateControlLive, HearsNotifications) {
  scenario::Scenario scenario = star(1, {"flow_control.scheme=pfc"});
  scenario.flows[0].control = &kCounting;
  scenario.flows[0].ecn = frame::Ecn::kCongestion;
  scenario.flows[0].settings.window = 1_B;
  scenario.flows[0].settings.notify_interval = 100_us;
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  EXPECT_EQ(Counting::notifications, 10U);
  EXPECT_EQ(live.network().measurements[0].received.marked, live.network().measurements[0].received.packets);
  live.conservation().audit(1_ms);
}

// Two hosts into one: the switch marks nearly everything, and its queue tells somebody every 51 us, an odd number of
// packets, which come from both in turn.
TEST(RateControlLive, HearsNotificationsOfSwitches) {
  scenario::Scenario scenario = scenario::load_text(
      "[scenario]\nduration = \"1ms\"\n[topology]\nkind = \"star\"\nhosts = 3\n"
      "[flow_control]\nscheme = \"pfc\"\n[flow_control.pfc]\nxoff = \"100KB\"\nxon = \"97KB\"\n"
      "[congestion]\ndetector = \"red_ecn\"\n[congestion.red_ecn]\nk_min = \"1KB\"\nk_max = \"2KB\"\nnotify = "
      "true\nnotify_interval = \"51us\"\n"
      "[[flow]]\nsrc = \"h1\"\ndst = \"h3\"\necn = \"ect0\"\n"
      "[[flow]]\nsrc = \"h2\"\ndst = \"h3\"\necn = \"ect0\"\nframing = \"rocev2\"\n",
      "s.toml");
  for (scenario::Flow& flow : scenario.flows) {
    flow.control = &kPaced;  // hears without having anything sent again
    flow.settings.timeout = 1_us;
  }
  Live live(std::move(scenario), 1_ms);
  live.run(1);
  const std::uint64_t first = live.network().measurements[0].sent.notifications;
  const std::uint64_t second = live.network().measurements[1].sent.notifications;
  EXPECT_EQ(Paced::notifications, first + second);
  EXPECT_GE(first + second, 18U);
  EXPECT_LE(first + second, 20U);
  EXPECT_GT(first, 0U);
  EXPECT_GT(second, 0U) << "known by its queue pair";
  live.conservation().audit(1_ms);
}

}  // namespace weir::host::rate_control_live_test
