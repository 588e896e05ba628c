// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Properties of the engines under generated sequences. The seed is fixed; RC_PARAMS in the environment tries others.

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::flow_control::properties_test {

[[maybe_unused]] const int kSeeded = setenv("RC_PARAMS", "seed=20190819 max_success=300", /*overwrite=*/0);

// A VIQ whose depth wanders with whole packets; tells the engine of each step.
class Viq {
 public:
  explicit Viq(FlowControl& engine) : engine_(engine) {}

  void step(Time now, Bytes highest) {
    const Bytes length(*rc::gen::inRange(64, 1501));
    if (*rc::gen::arbitrary<bool>() && depth_ + length <= highest) {
      packets_.push_back(length);
      depth_ += length;
      engine_.packet_admitted(kC0, length, depth_, now);
    } else if (!packets_.empty()) {
      const Bytes leaving = packets_.front();
      packets_.pop_front();
      depth_ -= leaving;
      engine_.packet_released(kC0, leaving, depth_, now);
    }
  }
  Bytes depth() const { return depth_; }

 private:
  FlowControl& engine_;
  std::deque<Bytes> packets_;
  Bytes depth_{0};
};

// Whenever nothing is due, the peer has been told the truth.
RC_GTEST_PROP(PfcProperties, WhatIsNotDueThePeerKnows, ()) {
  FakePort port;
  FakePort peer_port;
  PortContext context = context_for(Scheme::kPfc, port);
  context.config.pfc = {.xoff = 6_KB, .xon = 3_KB};
  const auto engine = make_flow_control(context);
  context.port = &peer_port;
  const auto peer = make_flow_control(context);
  Viq viq(*engine);
  for (int step = 0; step < 100; ++step) {
    const Time now = Time(step) * 100'000;
    viq.step(now, 12_KB);
    if (*rc::gen::arbitrary<bool>() && engine->feedback_pending()) {
      peer->feedback_received(bytes_of(sent_pfc(*engine, now)), now);
    }
    if (!engine->feedback_pending())
      RC_ASSERT(peer->sender_state(kC0) == engine->receiver_state(kC0));
    if (viq.depth() >= 6_KB)
      RC_ASSERT(engine->receiver_state(kC0) == 1U);
    if (viq.depth() <= 3_KB)
      RC_ASSERT(engine->receiver_state(kC0) == 0U);
  }
  RC_ASSERT(port.timers.size() <= 1U);
  RC_ASSERT(peer_port.timers.size() <= 1U);
}

// Pauses of any length at any times: held exactly until the last one's end, with one live event.
RC_GTEST_PROP(PfcProperties, HeldUntilTheLastTimerEnds, ()) {
  FakePort port;
  const auto engine = make_flow_control(context_for(Scheme::kPfc, port));
  Time now(0);
  Time until(0);
  for (int step = 0; step < 60; ++step) {
    now += Time(*rc::gen::inRange<std::int64_t>(1, 400'000));
    port.run(*engine, now);
    RC_ASSERT(held(*engine, kC0) == (now < until));
    if (*rc::gen::arbitrary<bool>()) {
      const auto quanta = *rc::gen::inRange<std::uint16_t>(0, 12);
      engine->feedback_received(bytes_of(frame::pfc_frame(mask_of(kC0), quanta)), now);
      until = now + pause_time(quanta, 10_Gbps);
      RC_ASSERT(held(*engine, kC0) == (now < until));
    }
  }
  port.run(*engine, now + 1_ms);
  RC_ASSERT(!held(*engine, kC0));
  RC_ASSERT(port.timers.empty());
}

// The stage said last is the number of thresholds at or below the depth, and never falls as the depth rises.
RC_GTEST_PROP(GfcProperties, StageIsMonotoneInDepth, ()) {
  FakePort port;
  PortContext context = context_for(Scheme::kGfcBufferBased, port);
  const Bytes b1(*rc::gen::inRange(1, 100'000));
  const Bytes bm = b1 + Bytes(*rc::gen::inRange(1, 1'000'000));
  context.config.gfc_buffer_based = {.b1 = b1, .bm = bm};
  const auto engine = make_flow_control(context);
  const std::vector<Bytes> thresholds = reference::gfc_stage_thresholds(bm, b1);
  std::vector<Bytes> depths;
  for (int i = 0; i < 50; ++i)
    depths.push_back(Bytes(*rc::gen::inRange<std::int64_t>(0, bm.count() + 2000)));
  std::uint64_t told = 0;
  std::vector<std::pair<Bytes, std::uint64_t>> seen;
  for (const Bytes depth : depths) {
    engine->packet_admitted(kC0, 64_B, depth, 1_us);
    const auto expected = static_cast<std::uint64_t>(
        std::count_if(thresholds.begin(), thresholds.end(), [&](Bytes b) { return b <= depth; }));
    RC_ASSERT(engine->feedback_pending() == (expected != told));
    if (engine->feedback_pending())
      told = sent_pfc(*engine, 1_us).time[0];
    RC_ASSERT(told == expected);
    seen.emplace_back(depth, told);
  }
  std::sort(seen.begin(), seen.end());
  RC_ASSERT(std::is_sorted(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.second < b.second; }));
}

// A deeper queue never gets a higher rate, and no rate is above C (Bm - q)/(Bm - B0).
RC_GTEST_PROP(GfcProperties, ConceptualRateFallsWithDepth, ()) {
  FakePort port;
  PortContext context = context_for(Scheme::kGfcConceptual, port);
  const std::int64_t b0 = *rc::gen::inRange(0, 100'000);
  const std::int64_t bm = b0 + *rc::gen::inRange(1, 1'000'000);
  context.config.gfc_conceptual = {.b0 = Bytes(b0), .bm = Bytes(bm)};
  const auto engine = make_flow_control(context);
  const auto rate_at = [&](std::int64_t depth) {
    engine->feedback_received(bytes_of(frame::GfcQueueDepth{.traffic_class = kC0, .depth = Bytes(depth)}), 1_us);
    return engine->sender_state(kC0);
  };
  const std::int64_t low = *rc::gen::inRange<std::int64_t>(0, bm + 1000);
  const std::int64_t high = *rc::gen::inRange<std::int64_t>(low, bm + 2000);
  const std::uint64_t at_low = rate_at(low);
  const std::uint64_t at_high = rate_at(high);
  RC_ASSERT(at_high <= at_low);
  const double bound =
      high <= b0 ? 1e4 : std::max(0.0, 1e4 * static_cast<double>(bm - high) / static_cast<double>(bm - b0));
  RC_ASSERT(static_cast<double>(at_high) <= bound);
  RC_ASSERT(static_cast<double>(at_high) > bound - 1.001);
}

// Over any run of packets and rates, a queue that always has packets never sends faster than the highest rate assigned,
// and no assignment makes it wait longer than the lowest.
RC_GTEST_PROP(GfcProperties, TheGateFollowsTheStage, ()) {
  FakePort port;
  const auto engine = make_flow_control(context_for(Scheme::kGfcBufferBased, port));
  const auto highest = *rc::gen::inRange<std::uint16_t>(0, 4);
  const auto lowest = *rc::gen::inRange<std::uint16_t>(highest, 8);
  Time now(0);
  engine->feedback_received(bytes_of(frame::gfc_stage_frame(kC0, highest)), now);
  constexpr Time kTransmission{1'200'000};
  const int packets = 40;
  for (int i = 0; i < packets; ++i) {
    const Time end = now + kTransmission;
    engine->packet_sent(kC0, 1500_B, now, end);
    now = std::max(end, engine->sendable_at(kC0, 1500_B, end));
    const auto stage = *rc::gen::inRange<std::uint16_t>(highest, static_cast<std::uint16_t>(lowest + 1));
    engine->feedback_received(bytes_of(frame::gfc_stage_frame(kC0, stage)), now);
  }
  RC_ASSERT(now >= kTransmission * packets * (1 << highest) - Time(1200));
  RC_ASSERT(now <= (kTransmission * packets) * (1 << lowest) + Time(1200) * packets);
}

}  // namespace weir::flow_control::properties_test
