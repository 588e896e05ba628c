// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/gradient_gate.h"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/reference/gradient_heights.h"

namespace weir::reference::gradient_gate_test {

[[maybe_unused]] const int kSeeded = setenv("RC_PARAMS", "seed=20190819 max_success=1000", /*overwrite=*/0);

std::string refusal(const GradientConfig& config, unsigned fabric_viqs) {
  return error_of([&] { config.validate(fabric_viqs); });
}

TEST(GradientConfig, RefusesWhatTheCountersCannotExpress) {
  // 15,625 blocks of Bm, 24 of a packet: with n VIQs, 15,624 + 2 n 24 blocks.
  const GradientConfig config{.bm = 1_MB, .longest = 1500_B, .block = 64_B, .counter_bits = 14};
  EXPECT_EQ(config.most_held(15, false), 16'344U);
  EXPECT_EQ(config.most_held(15, true), 15'624U + 16 * 24);
  EXPECT_EQ(refusal(config, 15), "");
  EXPECT_EQ(
      refusal(config, 16),
      "gradient: 16 VIQs that feed one another may hold more than the 16383 blocks that counters of 14 bits express "
      "(wider counters or larger blocks)");
  EXPECT_EQ(
      refusal({.bm = Bytes(std::int64_t{1} << 40), .block = 64_B, .counter_bits = 16}, 1),
      "gradient: 1 VIQs that feed one another may hold more than the 65535 blocks that counters of 16 bits express "
      "(wider counters or larger blocks)");
}

TEST(GradientConfig, RefusesWhatNoHardwareHas) {
  EXPECT_EQ(refusal({.counter_bits = 1}, 5), "gradient: counter_bits is 1, wanted 2..32");
  EXPECT_EQ(refusal({.counter_bits = 33}, 5), "gradient: counter_bits is 33, wanted 2..32");
  EXPECT_EQ(refusal({.block = 0_B}, 5), "gradient: block is 0 B, wanted 1 B or more");
  EXPECT_EQ(refusal({.longest = 0_B}, 5), "gradient: the longest packet is 0 B, wanted 1 B or more");
  EXPECT_EQ(refusal({.bm = 1599_B, .longest = 1500_B, .block = 64_B}, 5),
            "gradient: bm of 1599 B is 24 blocks, wanted more than 24, those of the longest packet: hosts stop at bm "
            "less that");
  EXPECT_EQ(refusal({.bm = 1600_B, .longest = 1500_B, .block = 64_B}, 5), "");
}

TEST(GradientConfig, UphillWaitsAndDownhillFlows) {
  const GradientConfig config{.bm = 100_B, .longest = 10_B, .block = 1_B};
  EXPECT_TRUE(config.fabric_may_start(99, 0)) << "below Bm a packet of any VIQ may go";
  EXPECT_FALSE(config.fabric_may_start(100, 99));
  EXPECT_TRUE(config.fabric_may_start(100, 100)) << "level counts as downhill";
  EXPECT_FALSE(config.fabric_may_start(101, 100));
  EXPECT_TRUE(config.fabric_may_start(130, 131));
  EXPECT_TRUE(config.host_may_start(89));
  EXPECT_FALSE(config.host_may_start(90)) << "a host stops at Bm - L";
}

TEST(GradientSender, CountsToTheLastBlockOfItsWidth) {
  GradientSender sender({.block = 1_B, .counter_bits = 4});
  sender.committed(15);
  EXPECT_EQ(sender.held(), 15U);
  sender.heard(9);
  EXPECT_EQ(sender.held(), 6U);
  sender.committed(9);
  EXPECT_EQ(sender.sent(), 8U) << "wrapped";
  EXPECT_EQ(sender.held(), 15U);
  sender.heard(16 + 8);
  EXPECT_EQ(sender.held(), 0U);
  sender.committed(16);
  EXPECT_EQ(sender.held(), 0U) << "one more than the width expresses looks like none";
}

TEST(GradientCounters, ADeeperViqThanTheWidthExpressesLooksShallow) {
  GradientReceiver receiver({.counter_bits = 4});
  receiver.admitted(15);
  receiver.admitted(2);
  EXPECT_EQ(receiver.depth(), 1U);
  receiver.committed(2);
  EXPECT_EQ(receiver.depth(), 15U);
}

// A sender, a VIQ, packets and news on the way in order, and lost news: H is what is in the VIQ or on the way there,
// and what left without being known.
RC_GTEST_PROP(GradientCounters, HeldIsNeverBelowWhatIsInTheViq, ()) {
  const GradientConfig config{
      .bm = 200_B, .longest = 40_B, .block = Bytes(*rc::gen::inRange(1, 9)), .counter_bits = 10};
  GradientSender sender(config);
  GradientReceiver receiver(config);
  std::deque<Bytes> flying;
  std::deque<Bytes> waiting;
  std::deque<Bytes> leaving;
  std::deque<std::uint32_t> news;
  std::uint64_t sent = 0;
  std::uint64_t known = 0;
  for (const int step : *rc::gen::container<std::vector<int>>(200, rc::gen::inRange(0, 7))) {
    const Bytes length(1 + (step * 17 + static_cast<std::int64_t>(sent) * 7) % 40);
    if (step <= 1 && sent + config.blocks(length) - known < 1024) {
      sender.committed(config.blocks(length));
      sent += config.blocks(length);
      flying.push_back(length);
    } else if (step == 2 && !flying.empty()) {
      receiver.admitted(config.blocks(flying.front()));
      waiting.push_back(flying.front());
      flying.pop_front();
    } else if (step == 3 && !waiting.empty()) {
      receiver.committed(config.blocks(waiting.front()));
      leaving.push_back(waiting.front());
      waiting.pop_front();
    } else if (step == 4 && !leaving.empty()) {
      receiver.released(config.blocks(leaving.front()));
      leaving.pop_front();
    } else if (step == 5) {
      news.push_back(receiver.freed());
    } else if (step == 6 && !news.empty()) {
      sender.heard(news.back());  // those before it are lost
      news.clear();
      known += (sender.freed() - known) & config.modulo_mask();
    }
    RC_ASSERT(sender.held() == sent - known);
    RC_ASSERT(sender.held() >= receiver.depth());
  }
}

// With packets of one length the unit of the search is a packet.
constexpr GradientConfig packets(std::int64_t bm) {
  return {.bm = Bytes(bm), .longest = 1_B, .block = 1_B, .counter_bits = 5};
}

Heights heights(unsigned viqs, std::int64_t bm, bool host = false, Planted planted = {}, Feeds feeds = {}) {
  const GradientConfig rule = packets(bm);
  const auto bound = static_cast<unsigned>(rule.most_held(viqs, true));
  return HeightSearch(viqs, rule, 1, host, bound, std::move(planted), std::move(feeds)).all();
}

// Theorem B, and that it is sharp; theorem A.
TEST(GradientHeights, OfOneLengthReachTheBoundAndNotMore) {
  for (const auto& [viqs, bm] : {std::pair{2U, 1}, {2U, 2}, {2U, 4}, {3U, 2}, {3U, 4}, {4U, 2}, {5U, 1}}) {
    const Heights found = heights(viqs, bm);
    EXPECT_FALSE(found.beyond) << viqs << " VIQs, Bm " << bm;
    EXPECT_FALSE(found.circle) << viqs << " VIQs, Bm " << bm;
    EXPECT_EQ(found.held, packets(bm).most_held(viqs, true)) << viqs << " VIQs, Bm " << bm;
    unsigned most = 0;
    for (unsigned k = 0; k < viqs; ++k) {
      most += viqs - 1 - k;
      EXPECT_EQ(found.depth[k], most) << k + 1 << " deepest of " << viqs << " VIQs, Bm " << bm;
    }
  }
}

TEST(GradientHeights, ARingReachesTheBound) {
  const Heights found = heights(4, 1, false, {}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_FALSE(found.beyond || found.circle);
  EXPECT_EQ(found.held, packets(1).most_held(4, true));
}

// Not the circle alone counts: who feeds it without being fed lifts it by its own height.
TEST(GradientHeights, AVIQThatFeedsACircleCounts) {
  const auto held = [](Feeds feeds) { return heights(3, 3, false, {}, std::move(feeds)).held; };
  EXPECT_EQ(held({{0, 1}, {1, 0}}), packets(3).most_held(2, true));
  EXPECT_EQ(held({{0, 1}, {1, 0}, {2, 0}}), packets(3).most_held(3, true));
  EXPECT_EQ(held({{0, 1}, {1, 2}}), packets(3).most_held(2, true)) << "a line, which stays a packet below";
}

TEST(GradientHeights, AHostBehindBmLessLDoesNotCount) {
  for (const auto& [viqs, bm] : {std::pair{2U, 2}, {2U, 4}, {3U, 3}}) {
    const Heights found = heights(viqs, bm, true);
    EXPECT_FALSE(found.beyond || found.circle) << viqs << " VIQs, Bm " << bm;
    EXPECT_EQ(found.held, packets(bm).most_held(viqs, true)) << viqs << " VIQs, Bm " << bm;
  }
}

TEST(GradientHeights, OfMixedLengthsStayWithinTheirBound) {
  for (const auto& [viqs, bm, longest] : {std::tuple{2U, 3, 2U}, {2U, 5, 3U}, {3U, 3, 2U}}) {
    const GradientConfig rule{.bm = Bytes(bm), .longest = Bytes(longest), .block = 1_B, .counter_bits = 5};
    const auto bound = static_cast<unsigned>(rule.most_held(viqs, false));
    const Heights found = HeightSearch(viqs, rule, 1, false, bound).all();
    EXPECT_FALSE(found.beyond || found.circle) << viqs << " VIQs, Bm " << bm << ", L " << longest;
    EXPECT_LE(found.depth[0], 2 * (viqs - 1) * longest) << viqs << " VIQs, Bm " << bm << ", L " << longest;
    EXPECT_GT(found.held, rule.most_held(viqs, true)) << "mixed lengths pass the bound of one";
  }
}

TEST(GradientHeights, FindAComparisonReversed) {
  const Heights found =
      heights(3, 2, false, {.may_start = [](const GradientConfig& rule, unsigned held, unsigned depth) {
                return held < rule.stop() || depth < held;
              }});
  EXPECT_TRUE(found.beyond);
}

TEST(GradientHeights, FindACircleWhereLevelViqsWait) {
  const Planted above{.may_start = [](const GradientConfig& rule, unsigned held, unsigned depth) {
    return held < rule.stop() || depth > held;
  }};
  EXPECT_TRUE(heights(2, 2, false, above).circle);
  const Planted stop{
      .may_start = [](const GradientConfig& rule, unsigned held, unsigned) { return held < rule.stop(); }};
  EXPECT_TRUE(heights(2, 2, false, stop).circle) << "a stop at Bm";
}

TEST(GradientHeights, FindHeldOnePacketShort) {
  const Planted planted{.may_start = [](const GradientConfig& rule, unsigned held, unsigned depth) {
    return rule.fabric_may_start(held > 0 ? held - 1 : 0, depth);
  }};
  for (const unsigned viqs : {2U, 3U})
    EXPECT_TRUE(heights(viqs, 2, false, planted).beyond) << viqs;
}

TEST(GradientHeights, FindHostsThatAreNotStopped) {
  EXPECT_TRUE(heights(2, 2, true, {.host_may_start = [](const GradientConfig&, unsigned) { return true; }}).beyond);
  const Planted at_bm{.host_may_start = [](const GradientConfig& rule, unsigned held) { return held < rule.stop(); }};
  EXPECT_TRUE(heights(2, 2, true, at_bm).beyond) << "at Bm is too late";
}

TEST(GradientHeights, FindNewsThatComesOnlyAtStageChanges) {
  EXPECT_TRUE(heights(2, 2, false, {.news_at_bm_only = true}).circle);
}

TEST(GradientHeights, FindBlocksAgainstBytes) {
  // A packet of 2 B takes a block of 3 B: H by blocks, depth by bytes.
  const GradientConfig rule{.bm = 6_B, .longest = 1_B, .block = 1_B, .counter_bits = 5};
  EXPECT_TRUE(HeightSearch(2, rule, 1, false, 31, {.unit_of_depth = 2, .unit_of_held = 3}).all().circle);
  const Heights alike = HeightSearch(2, rule, 1, false, 31, {.unit_of_depth = 3, .unit_of_held = 3}).all();
  EXPECT_FALSE(alike.circle || alike.beyond);
}

TEST(GradientHeights, FindTwoOutputsThatReadOneDepth) {
  EXPECT_FALSE(heights(2, 2, false, {.two_outputs_read_alike = true}).beyond) << "there is only one other VIQ";
  EXPECT_TRUE(heights(3, 2, false, {.two_outputs_read_alike = true}).beyond);
}

TEST(GradientHeights, FindACheckBeforeTheCommit) {
  EXPECT_TRUE(heights(3, 2, false, {.two_inputs_judged_alike = true}).beyond);
}

}  // namespace weir::reference::gradient_gate_test
