// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Flows of hosts are metered where they come in, and their host is kept paused; those of other switches are named to
// the switch behind that port.

#include "hw_model/mechanisms/deadlock/trigger_limit.h"

#include "hw_model/frame/data_frame.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::trigger_limit_test {

constexpr ClassId kC(3);
constexpr PortId kHost(0);
constexpr PortId kOther(1);  // a host, too
constexpr PortId kUp(2);
constexpr PortId kDown(3);
constexpr PortId kAside(4);
constexpr BitRate kLine{10'000'000'000};
constexpr BitRate kLimit{1'000'000'000};
constexpr Time kWindow = 128_us;
constexpr frame::ItsyTrigger kTrigger{.switch_id = 7, .port = kUp, .host = false};

class Bench final : private SwitchActions {
 public:
  Bench() : limit(context(), *this) {}

  static SwitchContext context() {
    SwitchContext context;
    context.config.itsy.trigger_limit = kLimit;
    context.config.itsy.trigger_limit_time = 2_ms;
    context.config.itsy.top_flows = 4;
    context.config.itsy.ttl = 9;
    context.config.itsy.hosts = {1, 1, 0, 0, 0};
    context.ports = 5;
    context.lossless = mask_of(kC);
    context.t_re = kWindow;
    return context;
  }

  // A packet of 1000 B.
  void take(unsigned flow, PortId from, PortId to, Time now) {
    run_until(now);
    frame::Packet packet;
    packet.ingress = from;
    packet.egress = to;
    packet.traffic_class = kC;
    packet.length = Bytes(1'000);
    frame::write_data_frame(packet.bytes, {.source_port = static_cast<std::uint16_t>(flow), .length = packet.length});
    if (known.size() <= flow)
      known.resize(flow + 1);
    known[flow] = frame::five_tuple(packet);
    limit.taken(packet, now);
  }
  // As much as a port of 10 Gbps brings, from a host that stops when it is told to; how much that was.
  Bytes send(unsigned flow, PortId from, PortId to, Time start, Time end) {
    Bytes sent;
    for (Time now = start; now < end; now += serialization_time(Bytes(1'000), kLine)) {
      run_until(now);
      if (paused.contains(from))
        continue;
      take(flow, from, to, now);
      sent += Bytes(1'000);
    }
    return sent;
  }
  void run_until(Time now) {
    while (!timers_.empty() && timers_.begin()->first < now) {
      const auto [at, port] = *timers_.begin();
      timers_.erase(timers_.begin());
      limit.timer(port, kC, at);
    }
  }
  void triggered(PortId egress, Time now) { limit.triggered(egress, kC, kTrigger, now); }

  std::vector<frame::FiveTuple> known;  // by flow
  std::set<PortId> paused;
  std::vector<std::pair<PortId, bool>> told;  // of flows that begin and end to be limited
  TriggerLimit limit;

 private:
  void schedule(PortId p, ClassId, Time at) override { timers_.emplace(at, p); }
  void drop_head(PortId, ClassId, Time) override { ADD_FAILURE(); }
  bool drop_waiting(PortId, ClassId, PortId, const MayDrop&, Time) override {
    ADD_FAILURE();
    return false;
  }
  bool lend(PortId, ClassId, Bytes, Time) override { return false; }
  bool resume(PortId, ClassId, Time) override { return false; }
  bool keep_paused(PortId ingress, ClassId c, bool on, Time) override {
    EXPECT_EQ(c, kC);
    EXPECT_NE(paused.contains(ingress), on) << "once for each time";
    on ? (void)paused.insert(ingress) : (void)paused.erase(ingress);
    return true;
  }
  void limits(const FlowLimit& one, Time) override { told.emplace_back(one.ingress, one.on); }

  std::multimap<Time, PortId> timers_;
};

TEST(TriggerLimit, AHostIsKeptToTheLimitForItsTime) {
  Bench bench;
  const Bytes before = bench.send(1, kHost, kDown, 0_us, 200_us);
  EXPECT_EQ(before, 250_KB) << "nothing is limited before";
  bench.triggered(kDown, 200_us);
  const Bytes limited = bench.send(1, kHost, kDown, 200_us, 2'200_us);
  EXPECT_LE(limited, Bytes(250'000) + TriggerLimit::kBurst + Bytes(1'000));
  EXPECT_GE(limited, Bytes(250'000) - TriggerLimit::kBurst);
  EXPECT_EQ(bench.limit.limited_at(kHost), 1U);
  bench.run_until(2'201_us);
  EXPECT_THAT(bench.paused, IsEmpty()) << "it ends by itself";
  EXPECT_EQ(bench.limit.limited_at(kHost), 0U);
  EXPECT_THAT(bench.told, ElementsAre(std::pair(kHost, true), std::pair(kHost, false)));
  EXPECT_EQ(bench.send(1, kHost, kDown, 2'300_us, 2'500_us), 250_KB);
}

TEST(TriggerLimit, OnlyWhatIsHeavyAndLeavesThereIsLimited) {
  Bench bench;
  bench.send(1, kHost, kDown, 0_us, 128_us);
  bench.send(2, kOther, kAside, 0_us, 128_us);
  for (Time now = 0_us; now < 128_us; now += 20_us)
    bench.take(3, kOther, kDown, now);  // 0.4 Gbps
  bench.triggered(kDown, 128_us);
  EXPECT_EQ(bench.limit.limited_at(kHost), 1U);
  EXPECT_EQ(bench.limit.limited_at(kOther), 0U);
  EXPECT_EQ(bench.send(2, kOther, kAside, 130_us, 330_us), 250_KB);
  EXPECT_THAT(bench.paused, IsEmpty());
}

TEST(TriggerLimit, ASlowFlowThatIsLimitedDoesNotNotice) {
  Bench bench;
  bench.send(1, kHost, kDown, 0_us, 128_us);
  bench.triggered(kDown, 128_us);
  for (Time now = 128_us; now < 2_ms; now += 10_us)
    bench.take(1, kHost, kDown, now);
  EXPECT_THAT(bench.paused, IsEmpty());
}

TEST(TriggerLimit, NamedAgainItLastsLonger) {
  Bench bench;
  bench.send(1, kHost, kDown, 0_us, 128_us);
  bench.triggered(kDown, 128_us);
  bench.run_until(1_ms);
  bench.limit.arrived(kDown, {.traffic_class = kC, .trigger = kTrigger, .ttl = 3, .size = 1, .flows = {bench.known[1]}},
                      1_ms);
  bench.run_until(2'500_us);
  EXPECT_EQ(bench.limit.limited_at(kHost), 1U);
  bench.run_until(3'001_us);
  EXPECT_EQ(bench.limit.limited_at(kHost), 0U);
  EXPECT_EQ(bench.limit.counters().limited, 1U);
}

TEST(TriggerLimit, AFlowOfAnotherSwitchIsNamedToIt) {
  Bench bench;
  for (unsigned flow = 1; flow <= 4; ++flow)
    bench.send(flow, kUp, kDown, 0_us, 100_us);
  bench.triggered(kDown, 128_us);
  EXPECT_THAT(bench.told, IsEmpty());
  ASSERT_TRUE(bench.limit.due(kUp));
  const auto first = bench.limit.take(kUp);
  const auto second = bench.limit.take(kUp);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->size, 3);
  EXPECT_EQ(second->size, 1);
  EXPECT_EQ(first->trigger, kTrigger);
  EXPECT_EQ(first->ttl, 8);
  EXPECT_FALSE(bench.limit.due(kUp));
  EXPECT_EQ(bench.limit.take(kUp), std::nullopt);
}

TEST(TriggerLimit, AMessageIsFollowedUpTheFlowUntilItsTtlIsOver) {
  Bench bench;
  bench.take(1, kUp, kDown, 0_us);
  const auto message = [&](std::uint8_t ttl) {
    return frame::ItsyLimit{.traffic_class = kC, .trigger = kTrigger, .ttl = ttl, .size = 1, .flows = {bench.known[1]}};
  };
  bench.limit.arrived(kDown, message(1), 1_us);
  ASSERT_TRUE(bench.limit.due(kUp));
  EXPECT_EQ(bench.limit.take(kUp), message(0));
  bench.limit.arrived(kDown, message(0), 2_us);
  EXPECT_FALSE(bench.limit.due(kUp));
  bench.limit.arrived(kAside, message(1), 3_us);
  EXPECT_FALSE(bench.limit.due(kUp)) << "by this port it does not leave";
  EXPECT_EQ(bench.limit.counters().unknown, 1U);
}

TEST(TriggerLimit, NewsIsNewOnceInTheLifeOfAMessage) {
  Bench bench;
  EXPECT_TRUE(bench.limit.is_news(kC, kTrigger, 0_us));
  EXPECT_FALSE(bench.limit.is_news(kC, kTrigger, 63_us));
  EXPECT_TRUE(bench.limit.is_news(kC, {.switch_id = 8, .port = kUp}, 63_us));
  EXPECT_TRUE(bench.limit.is_news(kC, kTrigger, 64_us));
  bench.limit.tell(kDown, kC, kTrigger, 4);
  bench.limit.tell(kHost, kC, kTrigger, 4);
  EXPECT_EQ(bench.limit.take(kDown), (frame::ItsyLimit{.traffic_class = kC, .trigger = kTrigger, .ttl = 4}));
  EXPECT_FALSE(bench.limit.due(kHost)) << "hosts are told nothing";
}

TEST(TriggerLimit, MoreFlowsThanSlotsAreRefused) {
  Bench bench;
  for (unsigned flow = 1; flow <= 5; ++flow)
    bench.take(flow, kHost, kDown, flow == 5 ? kWindow : 0_us);  // the table has four slots, too
  for (unsigned flow = 1; flow <= 5; ++flow)
    bench.limit.arrived(kDown, {.traffic_class = kC, .trigger = kTrigger, .size = 1, .flows = {bench.known[flow]}},
                        kWindow);
  EXPECT_EQ(bench.limit.limited_at(kHost), 4U);
  EXPECT_EQ(bench.limit.counters().refused, 1U);
}

TEST(TriggerLimit, AResetForgets) {
  Bench bench;
  bench.send(1, kHost, kDown, 0_us, 128_us);
  bench.triggered(kDown, 128_us);
  bench.send(1, kHost, kDown, 128_us, 300_us);
  ASSERT_THAT(bench.paused, SizeIs(1));
  bench.limit.reset();
  bench.paused.clear();  // as flow control does
  bench.run_until(5_ms);
  EXPECT_EQ(bench.limit.limited_at(kHost), 0U);
  EXPECT_FALSE(bench.limit.keeps_paused(kHost, kC));
  EXPECT_EQ(bench.send(1, kHost, kDown, 5_ms, 5'100_us), 125_KB);
}

}  // namespace weir::deadlock::trigger_limit_test
