// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// FERA at a port: what it counts and when, what it makes of pauses, and the tags that it lowers. What r is of all that:
// reference/fera_meter_test.cpp.

#include "hw_model/mechanisms/congestion/fera.h"

#include "hw_model/frame/fera_tag.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"
#include "tb/tests/unit/mechanisms/congestion/detector_bench.h"

namespace weir::congestion::fera_test {

constexpr ClassId kWatched{3};
constexpr ClassId kLossy{0};

// 40 Gbps, T = 1 ms: C T = 5,000,000 B. Ticks at 1 ms, 2 ms, ...
PortContext aligned(reference::FeraForm form = reference::FeraForm::kExact) {
  PortContext context = bench_context(DetectorKind::kFera);
  context.config.fera.phase = FeraPhase::kAligned;
  context.config.fera.meter.form = form;
  context.address = frame::MacAddress::of_port(3, 2);
  return context;
}

struct Bench {
  explicit Bench(const PortContext& context) : fera(context) { fera.join(port); }

  // A packet that is routed here, and where `admitted` waits here.
  void offer(std::int64_t length, ClassId c = kWatched, bool admitted = true) {
    frame::Packet packet;
    packet.length = Bytes(length);
    packet.traffic_class = c;
    fera.offered(packet, 0_B, 0_ps);
    if (admitted)
      fera.admitted(packet, 0_ps);
  }

  void tick() { fera.timer(ClassId(0), port.due); }

  BenchPort port;
  Fera fera;
};

frame::Packet tag_of(frame::FeraOp op, std::uint32_t kbps, ClassId c = kWatched) {
  frame::Packet packet;
  packet.length = 64_B;
  packet.traffic_class = c;
  frame::FeraTag tag;
  tag.op = op;
  tag.traffic_class = c;
  tag.rate_kbps = kbps;
  frame::write_fera_tag(packet.bytes, frame::MacAddress::of_port(9, 0), frame::MacAddress::of_port(8, 0), tag);
  return packet;
}

frame::FeraTag tag_in(const frame::Packet& packet) {
  const auto message = frame::read_routed_message(packet.bytes);
  return frame::read_fera_tag(message->body).value();
}

TEST(Fera, CountsWhatIsOfferedBeforeAnyDrop) {
  Bench bench(aligned());
  bench.offer(1000);
  bench.offer(500, kWatched, false);  // dropped by the MMU
  bench.offer(250, kLossy);
  EXPECT_EQ(bench.fera.meter().arrived(), 1750_B);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().arrived_before(), 1750_B);
  EXPECT_EQ(bench.fera.meter().queue(), 1250_B);
}

// The line carries no more than C of both.
TEST(Fera, CountsWhatAFrameCostsItsLineBeside) {
  PortContext context = aligned();
  context.wire_overhead = 20_B;
  Bench bench(context);
  bench.offer(1000);
  bench.offer(64);
  EXPECT_EQ(bench.fera.meter().arrived(), 1104_B);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().queue(), 1064_B);
}

TEST(Fera, CountsTheClassesThatAreSet) {
  PortContext context = aligned();
  context.config.fera.classes = mask_of(kWatched);
  Bench bench(context);
  bench.offer(1000);
  bench.offer(250, kLossy);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().arrived_before(), 1000_B);
  EXPECT_EQ(bench.fera.meter().queue(), 1000_B);
  EXPECT_EQ(bench.fera.state(kLossy), 0U);
  EXPECT_EQ(bench.fera.state(kWatched), 40'000'000U);
}

TEST(Fera, QueueIsWhatWaitsAndWhatIsOnTheWire) {
  Bench bench(aligned());
  frame::Packet packet = bench_packet(kWatched);
  for (int i = 0; i < 3; ++i)
    bench.offer(1000);
  bench.fera.departs(packet, 2000_B, 900_us);
  bench.fera.sends(kWatched, 900_us, 1_ms + 1_ps);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().queue(), 3000_B);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().queue(), 2000_B);
  bench.fera.removed(packet, 2_ms);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().queue(), 1000_B);
}

TEST(Fera, TicksEveryTOnItsOwnGrid) {
  Bench bench(aligned());
  EXPECT_EQ(bench.port.due, 1_ms);
  bench.tick();
  EXPECT_EQ(bench.port.due, 2_ms);
  PortContext context = aligned();
  context.config.fera.phase = FeraPhase::kRandom;
  Bench one(context);
  const Time first = one.port.due;
  EXPECT_GT(first, 0_ps);
  EXPECT_LE(first, 1_ms);
  one.tick();
  EXPECT_EQ(one.port.due, first + 1_ms);
  EXPECT_EQ(Bench(context).port.due, first);  // of one seed
  context.name = "s1.p3";
  EXPECT_NE(Bench(context).port.due, first);
  context.name = "s1.p2";
  context.seed = 8;
  EXPECT_NE(Bench(context).port.due, first);
}

TEST(Fera, LowersForwardTagsAlone) {
  Bench bench(aligned());
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5000; ++j)
      bench.offer(1000);
    bench.tick();
  }
  const std::uint32_t r = frame::fera_rate(bench.fera.meter().advertised());
  ASSERT_LT(r, 2'000'000U);
  frame::Packet forward = tag_of(frame::FeraOp::kForward, frame::kFeraNotLimited);
  bench.fera.departs(forward, 0_B, 5_ms);
  EXPECT_EQ(tag_in(forward).rate_kbps, r);
  EXPECT_EQ(tag_in(forward).lowered_by, frame::fera_port(frame::MacAddress::of_port(3, 2)));
  EXPECT_EQ(bench.fera.lowered(kWatched), 1U);
  frame::Packet low = tag_of(frame::FeraOp::kForward, 1000);
  bench.fera.departs(low, 0_B, 5_ms);
  EXPECT_EQ(tag_in(low).rate_kbps, 1000U);
  EXPECT_EQ(tag_in(low).lowered_by, frame::kFeraNobody);
  frame::Packet back = tag_of(frame::FeraOp::kReturning, frame::kFeraNotLimited);
  bench.fera.departs(back, 0_B, 5_ms);
  EXPECT_EQ(tag_in(back).rate_kbps, frame::kFeraNotLimited);
  EXPECT_EQ(bench.fera.lowered(kWatched), 1U);
  frame::Packet data = bench_packet(kWatched);
  const auto bytes = data.bytes;
  bench.fera.departs(data, 0_B, 5_ms);
  EXPECT_EQ(data.bytes, bytes);
}

TEST(Fera, LeavesTagsOfOtherClassesAlone) {
  PortContext context = aligned();
  context.config.fera.classes = mask_of(kLossy);
  Bench bench(context);
  frame::Packet forward = tag_of(frame::FeraOp::kForward, frame::kFeraNotLimited);
  bench.fera.departs(forward, 0_B, 0_ps);
  EXPECT_EQ(tag_in(forward).rate_kbps, frame::kFeraNotLimited);
}

// 5 MB in T is rho = 1; with the clock standing for a quarter of T it is 4/3.
double after_pause(PortContext context, ClassId c, Time length) {
  context.config.fera.meter.k = 0.000001;
  Bench bench(context);
  const double first = bench.fera.meter().rate();
  for (int j = 0; j < 5000; ++j)
    bench.offer(1000, kWatched, false);
  bench.fera.asking(c, true, 100_us);
  bench.fera.asking(c, false, 100_us + length);
  bench.tick();
  return bench.fera.meter().rate() / first;
}

TEST(Fera, ClockStandsWhileTheOwnQueueAsksForAPause) {
  PortContext context = aligned();
  EXPECT_NEAR(after_pause(context, kWatched, 250_us), 0.75, 1e-5);
  EXPECT_NEAR(after_pause(context, kWatched, 0_ps), 1, 1e-5);
  context.config.fera.classes = mask_of(kWatched);
  EXPECT_NEAR(after_pause(context, ClassId(4), 250_us), 1, 1e-5);  // of a class that is not counted
  context.config.fera.meter.clock = reference::FeraClock::kRuns;
  EXPECT_NEAR(after_pause(context, kWatched, 250_us), 1, 1e-5);
}

TEST(Fera, APauseOfTwoClassesIsOne) {
  PortContext context = aligned();
  context.config.fera.meter.k = 0.000001;
  Bench bench(context);
  const double first = bench.fera.meter().rate();
  for (int j = 0; j < 5000; ++j)
    bench.offer(1000, kWatched, false);
  bench.fera.asking(kWatched, true, 0_us);
  bench.fera.asking(ClassId(4), true, 100_us);
  bench.fera.asking(kWatched, false, 150_us);
  bench.fera.asking(ClassId(4), false, 250_us);
  bench.tick();
  EXPECT_NEAR(bench.fera.meter().rate() / first, 0.75, 1e-5);
}

TEST(Fera, APauseThatGoesOnCountsInEachInterval) {
  PortContext context = aligned();
  context.config.fera.meter.k = 0.000001;
  Bench bench(context);
  bench.fera.asking(kWatched, true, 900_us);
  bench.tick();
  const double before = bench.fera.meter().rate();
  for (int j = 0; j < 5000; ++j)
    bench.offer(1000, kWatched, false);
  bench.fera.asking(kWatched, false, 1_ms + 200_us);
  bench.tick();
  EXPECT_NEAR(bench.fera.meter().rate() / before, 0.8, 1e-5);
}

TEST(Fera, TakesOffTheTimeInWhichItMayNotSend) {
  PortContext context = aligned();
  context.lossless = 0x18;
  context.config.fera.meter.k = 0.000001;
  context.config.fera.meter.takes_off_time = true;
  const auto part = [&](bool asks_too, bool both) {
    Bench bench(context);
    const double first = bench.fera.meter().rate();
    for (int j = 0; j < 5000; ++j)
      bench.offer(1000, kWatched, false);
    bench.fera.gate(ClassId(3), false, 0_us);
    if (both)
      bench.fera.gate(ClassId(4), false, 0_us);
    if (asks_too)
      bench.fera.asking(kWatched, true, 0_us);
    bench.fera.gate(ClassId(3), true, 400_us);
    bench.fera.gate(ClassId(4), true, 400_us);
    bench.fera.asking(kWatched, false, 400_us);
    bench.tick();
    return bench.fera.meter().rate() / first;
  };
  EXPECT_NEAR(part(false, true), 0.6, 1e-5);
  EXPECT_NEAR(part(false, false), 1, 1e-5);  // one of two classes may send: the port is not OFF
  EXPECT_NEAR(part(true, true), 0.6, 1e-5);  // not twice
  context.config.fera.meter.takes_off_time = false;
  EXPECT_NEAR(part(false, true), 1, 1e-5);
}

TEST(Fera, HearsOfItsLine) {
  Bench bench(aligned());
  bench.fera.line_rate(4_Gbps, 100_us);
  EXPECT_EQ(bench.fera.meter().capacity(), 4_Gbps);
  bench.offer(1000);
  bench.tick();
  EXPECT_LE(bench.fera.meter().advertised(), 4_Gbps);
}

TEST(Fera, ResetForgetsTheRateAndKeepsTheGrid) {
  PortContext context = aligned();
  context.config.fera.phase = FeraPhase::kRandom;
  Bench bench(context);
  const Time first = bench.port.due;
  const double rate = bench.fera.meter().rate();
  for (int i = 0; i < 10'000; ++i)
    bench.offer(1000);
  bench.tick();
  ASSERT_NE(bench.fera.meter().rate(), rate);
  bench.fera.asking(kWatched, true, first + 100_us);
  bench.fera.reset(first + 300_us);
  EXPECT_EQ(bench.fera.meter().rate(), rate);
  EXPECT_EQ(bench.port.due, first + 1_ms);
  bench.offer(1000);
  bench.tick();
  EXPECT_EQ(bench.fera.meter().queue(), 1000_B);
}

TEST(Fera, TakesSettingsWhileItRuns) {
  Bench bench(aligned());
  FeraConfig config = bench.fera.config();
  config.meter.n_max = 8;
  EXPECT_THROW(bench.fera.check_settings(config), std::invalid_argument);
  config.meter.n_max = 100;
  bench.fera.check_settings(config);
  bench.fera.set(config, 10_us);
  EXPECT_NEAR(bench.fera.meter().least() * 100, bench.fera.meter().units_of(40_Gbps), 100);
  config.meter.interval = 500_us;
  bench.fera.set(config, 10_us);
  bench.tick();
  EXPECT_EQ(bench.port.due, 1_ms + 500_us);
}

std::string refusal(const PortContext& context) {
  return error_of([&] { Fera fera(context); });
}

// C T is 5 MB, 23 bits: every width below is refused, whether or not A would saturate.
TEST(Fera, RefusesACounterThatDoesNotHoldCTAndAFrame) {
  for (const auto& overflow : reference::kFeraOverflows) {
    for (unsigned bits = 1; bits <= 26; ++bits) {
      PortContext context = aligned();
      context.config.fera.meter.overflow = overflow.value;
      context.config.fera.meter.arrived_bits = bits;
      const bool holds = (std::int64_t{1} << bits) > 5'001'000;
      EXPECT_EQ(refusal(context).empty(), holds) << bits;
    }
  }
  PortContext context = aligned();
  context.config.fera.meter.arrived_bits = 20;
  EXPECT_EQ(refusal(context),
            "congestion.fera.arrived_bits: wanted 0, or 23 to 48, which count C T = 5MB and a frame; got 20");
}

TEST(Fera, RefusesWhatDoesNotGoTogether) {
  const auto with = [](auto change) {
    PortContext context = aligned(reference::FeraForm::kDivisorFree);
    change(context.config.fera);
    return refusal(context);
  };
  EXPECT_EQ(with([](FeraConfig&) {}), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.queue_control = reference::FeraQueueControl::kHyperbolic; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.n_max = 10; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.q_eq = 13_MB; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.rate_bits = 8; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.interval = 100_ns; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.meter.lambda = 0; }), "");
  EXPECT_NE(with([](FeraConfig& fera) { fera.classes = 0; }), "");
  EXPECT_EQ(with([](FeraConfig& fera) { fera.meter.q_sc = 10_KB; }), "");  // there is no limit to shrink
  EXPECT_NE(with([](FeraConfig& fera) {
              fera.meter.delta = 0.1;
              fera.meter.q_sc = 10_KB;
            }),
            "");
}

}  // namespace weir::congestion::fera_test
