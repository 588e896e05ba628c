// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/cost.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::cost_test {

using ledger::Storage;

ledger::Chip chip() {
  ledger::Block block("deadlock");
  block.add({.name = "timer", .width = 16, .dimensions = {{"port", 4}, {"class", 2}}, .mechanism = "pfc"});
  block.add(
      {.name = "bitmap", .width = 1, .dimensions = {{"egress_port", 4}, {"ingress_port", 4}}, .mechanism = "itsy"});
  block.add({.name = "mode", .width = 2, .mechanism = "itsy"});
  block.add({.name = "b_k", .width = 24, .dimensions = {{"port", 4}, {"class", 2}, {"stage", 3}}, .mechanism = "gfc"});
  ledger::Block buffer("packet_buffer");
  buffer.add({.name = "cell_data",
              .width = 1664,
              .dimensions = {{"cell", 100}},
              .mechanism = "packet_buffer",
              .storage = Storage::kSram});
  ledger::Chip made("chip");
  made.add(block);
  made.add(buffer);
  return made;
}

ledger::Chip plain() {
  ledger::Block block("flow_control");
  block.add({.name = "timer", .width = 16, .dimensions = {{"port", 4}, {"class", 2}}, .mechanism = "pfc"});
  block.add({.name = "only_here", .width = 5, .mechanism = "none"});
  ledger::Chip made("plain");
  made.add(block);
  return made;
}

TEST(Cost, TotalsByMechanism) {
  const Cost cost = cost_of(chip(), plain());
  ASSERT_EQ(cost.mechanisms.size(), 5U);
  EXPECT_EQ(cost.mechanisms[0].name, "pfc");
  EXPECT_EQ(cost.mechanisms[1].bits.of(Storage::kFlipFlop), 18U);
  EXPECT_EQ(cost.mechanisms[2].bits.of(Storage::kFlipFlop), 24U * 24);
  EXPECT_EQ(cost.mechanisms[3].bits.of(Storage::kSram), 166'400U);
  EXPECT_EQ(cost.mechanisms[0].plain_pfc.total(), 128U);
  EXPECT_EQ(cost.mechanisms[4].name, "none");  // what only the plain switch has
  EXPECT_EQ(cost.mechanisms[4].bits.total(), 0U);
  EXPECT_EQ(cost.bits.of(Storage::kFlipFlop), 128U + 18 + 576);
  EXPECT_EQ(cost.plain_pfc.total(), 133U);
  EXPECT_EQ(cost.packet_bits, 166'400U);
}

TEST(Cost, HowItGrows) {
  const Cost cost = cost_of(chip(), plain());
  const auto each = [&](std::size_t mechanism, Scope scope) {
    return cost.mechanisms[mechanism].each[static_cast<std::size_t>(scope)].total();
  };
  EXPECT_EQ(each(0, Scope::kPortClass), 16U);
  EXPECT_EQ(each(1, Scope::kPort), 4U);  // a row of the bitmap
  EXPECT_EQ(each(1, Scope::kSwitch), 2U);
  EXPECT_EQ(each(2, Scope::kPortClass), 72U);
  EXPECT_EQ(cost.registers[3].full_name(), "deadlock.b_k");
}

TEST(Cost, WhatThereIsNoneOfCostsNothing) {
  EXPECT_EQ(each_bits({.name = "a", .width = 3, .dimensions = {{"port", 0}, {"class", 2}}, .mechanism = "m"}), 0U);
}

TEST(Cost, Percent) {
  EXPECT_EQ(percent_more(150, 100), 50.0);
  EXPECT_EQ(percent_more(50, 100), -50.0);
  EXPECT_FALSE(percent_more(1, 0));
}

}  // namespace weir::cost::cost_test
