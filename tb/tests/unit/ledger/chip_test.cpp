// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/chip.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::chip_test {

Block block(const char* name, const char* mechanism, unsigned width) {
  Block made(name);
  return made.add({.name = "r", .width = width, .dimensions = {{"port", 4}}, .mechanism = mechanism});
}

TEST(Chip, AddsUpItsBlocks) {
  Chip chip("switch");
  chip.add(block("mmu", "mmu", 10)).add(block("flow_control", "pfc", 3)).add(block("egress", "pfc", 2));
  EXPECT_EQ(chip.bits().total(), 60U);
  EXPECT_EQ(chip.bits_by_mechanism().at("pfc").total(), 20U);
  EXPECT_EQ(chip.find("mmu")->bits().total(), 40U);
  EXPECT_EQ(chip.find("crossbar"), nullptr);
}

TEST(Chip, BlocksHaveTheirOwnNames) {
  Chip chip("switch");
  chip.add(block("mmu", "mmu", 10));
  EXPECT_THROW(chip.add(block("mmu", "mmu", 10)), std::invalid_argument);
}

TEST(Chip, ABlockWithoutRegistersIsNoHardware) {
  Chip chip("switch");
  chip.add(Block("congestion"));
  EXPECT_TRUE(chip.blocks().empty());
}

}  // namespace weir::ledger::chip_test
