// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/reference/itsy_sketch.h"

#include <rapidcheck.h>

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/switch_kit.h"

namespace weir::reference::itsy_sketch_test {

ItsyFlowId flow(std::uint64_t n) { return {.addresses = n, .ports = 7}; }

TEST(ItsySketch, RoundsEachPacketUpToUnitsOf64Bytes) {
  EXPECT_EQ(itsy_flow_units(Bytes(64)), 1U);
  EXPECT_EQ(itsy_flow_units(Bytes(65)), 2U);
  EXPECT_EQ(itsy_flow_units(Bytes(1500)), 24U);
}

TEST(ItsySketch, AddsUpWhatAFlowSends) {
  ItsySketch sketch({});
  EXPECT_EQ(sketch.estimate(flow(1)), 0U);
  sketch.add(flow(1), 24);
  sketch.add(flow(1), 1);
  EXPECT_EQ(sketch.estimate(flow(1)), 25U);
  EXPECT_EQ(sketch.end(flow(1)), 25U);
  EXPECT_EQ(sketch.estimate(flow(1)), 0U);
}

// One row of one cell: all flows share it.
TEST(ItsySketch, TakesTooMuchOutOfSharedCellsWhenAFlowEnds) {
  ItsySketch sketch({.rows = 1, .cells = 1});
  sketch.add(flow(1), 10);
  sketch.add(flow(2), 5);
  EXPECT_EQ(sketch.estimate(flow(2)), 15U) << "never below the truth before an end";
  EXPECT_EQ(sketch.end(flow(1)), 15U) << "5 more than it has sent";
  EXPECT_EQ(sketch.estimate(flow(2)), 0U) << "5, the excess, below the truth";
  sketch.add(flow(2), 3);
  EXPECT_EQ(sketch.estimate(flow(2)), 3U) << "which stays";
}

TEST(ItsySketch, KeepsAFullCellFull) {
  ItsySketch sketch({.rows = 1, .cells = 1, .cell_bits = 4});
  sketch.add(flow(1), 14);
  EXPECT_EQ(sketch.estimate(flow(1)), 14U);
  sketch.add(flow(1), 2);
  EXPECT_EQ(sketch.estimate(flow(1)), 15U);
  ItsySketch wide({.rows = 1, .cells = 1});
  wide.add(flow(1), 0xffff'ffff);
  wide.add(flow(1), 1);
  EXPECT_EQ(wide.estimate(flow(1)), 0xffff'ffffU);
}

TEST(ItsySketch, RefusesWhatNoHardwareHas) {
  EXPECT_THROW(ItsySketch({.rows = 0}), std::invalid_argument);
  EXPECT_THROW(ItsySketch({.cells = 0}), std::invalid_argument);
  EXPECT_THROW(ItsySketch({.cell_bits = 0}), std::invalid_argument);
  EXPECT_THROW(ItsySketch({.cell_bits = 33}), std::invalid_argument);
}

TEST(ItsySketch, SpreadsFlowsOverItsCells) {
  ItsySketch sketch({.rows = 1, .cells = 256});
  for (std::uint64_t n = 0; n < 25'600; ++n)
    sketch.add(flow(n), 1);
  std::uint32_t most = 0;
  for (std::uint64_t n = 0; n < 25'600; ++n)
    most = std::max(most, sketch.estimate(flow(n)));
  EXPECT_LT(most, 200U) << "100 on average";
}

constexpr std::size_t kFlows = 12;

// What has happened to a sketch, in truth.
struct Truth {
  std::array<std::uint64_t, kFlows> sent{};  // by each flow since it began
  std::uint64_t too_much = 0;                // that ends have taken out beyond that
};

// Each word is a packet, or, where flows end, one in four an end.
constexpr std::uint32_t packet(std::uint32_t n, std::uint32_t units) { return 1 + 4 * (n + 12 * (units - 1)); }
constexpr std::uint32_t end(std::uint32_t n) { return 4 * n; }

template <class Check>
void play(ItsySketch& sketch, const std::vector<std::uint32_t>& words, bool with_ends, const Check& check) {
  Truth truth;
  for (const std::uint32_t word : words) {
    const std::size_t n = word / 4 % kFlows;
    if (with_ends && word % 4 == 0) {
      const std::uint64_t taken = sketch.end(flow(n));
      truth.too_much += taken > truth.sent[n] ? taken - truth.sent[n] : 0;
      truth.sent[n] = 0;
    } else {
      const auto units = static_cast<std::uint32_t>(1 + word / 4 / kFlows % 100);
      sketch.add(flow(n), units);
      truth.sent[n] += units;
    }
    check(truth);
  }
}

RC_GTEST_PROP(ItsySketch, IsNeverBelowTheTruthBeforeAnEnd, (const std::vector<std::uint32_t>& words)) {
  ItsySketch sketch({.rows = 2, .cells = 4});
  play(sketch, words, false, [&](const Truth& truth) {
    for (std::size_t n = 0; n < kFlows; ++n)
      RC_ASSERT(sketch.estimate(flow(n)) >= truth.sent[n]);
  });
}

RC_GTEST_PROP(ItsySketch, IsExactWhereFlowsShareNoCell, (const std::vector<std::uint32_t>& words)) {
  ItsySketch sketch({.rows = 4, .cells = 1U << 20U});
  play(sketch, words, true, [&](const Truth& truth) {
    for (std::size_t n = 0; n < kFlows; ++n)
      RC_ASSERT(sketch.estimate(flow(n)) == truth.sent[n]);
  });
}

// The bound of the header.
RC_GTEST_PROP(ItsySketch, IsTooSmallByNoMoreThanEndsTookTooMuch, (const std::vector<std::uint32_t>& words)) {
  ItsySketch sketch({.rows = 2, .cells = 4});
  play(sketch, words, true, [&](const Truth& truth) {
    for (std::size_t n = 0; n < kFlows; ++n)
      RC_ASSERT(sketch.estimate(flow(n)) + truth.too_much >= truth.sent[n]);
  });
}

// Both bounds can fail: a sketch that loses a packet is below the first, one whose flow ends twice below the second.
TEST(ItsySketch, FailsItsBoundsWhereItIsWrong) {
  ItsySketch forgets({.rows = 1, .cells = 1, .cell_bits = 5});
  bool below = false;
  play(forgets, {packet(0, 20), packet(0, 20)}, false,
       [&](const Truth& truth) { below = below || forgets.estimate(flow(0)) < truth.sent[0]; });
  EXPECT_TRUE(below) << "its cell is full";
  ItsySketch twice({.rows = 1, .cells = 1});
  below = false;
  play(twice, {packet(0, 10), end(0), packet(1, 20), packet(1, 20)}, true, [&](const Truth& truth) {
    below = below || twice.estimate(flow(1)) + truth.too_much < truth.sent[1];
    if (truth.sent[1] == 20)
      twice.end(flow(0));
  });
  EXPECT_TRUE(below);
}

}  // namespace weir::reference::itsy_sketch_test
