// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/port_bank.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::port_bank_test {

RegisterDeclaration of_port(const char* name, unsigned width, Access access, Dimensions inner = {}) {
  inner.insert(inner.begin(), {"port", 4});
  return {.name = name, .width = width, .dimensions = std::move(inner), .access = access, .mechanism = "pfc"};
}

// A port with a setting of 20 bits, flags of 8, thresholds in an RTL block, and five values to read.
Chip chip_of() {
  RegisterDeclaration thresholds = of_port("b_k", 25, Access::kReadWrite, {{"class", 2}});
  thresholds.rtl_block = "stage_comparator_threshold";
  RegisterDeclaration table = of_port("burst", 16, Access::kReadWrite);
  table.storage = Storage::kSram;
  RegisterDeclaration counter = of_port("pauses", 64, Access::kReadOnly, {{"class", 4}});
  counter.storage = Storage::kSram;
  Block port("flow_control");
  port.add(of_port("xoff", 20, Access::kReadWrite)).add(thresholds).add(table).add(counter);
  port.add(of_port("stage", 5, Access::kReadOnly)).add(of_port("hidden", 3, Access::kInternal));
  port.add({.name = "reset", .access = Access::kReadWrite, .mechanism = "port"});
  Block interrupt("interrupt");
  interrupt.add(of_port("status", 8, Access::kWriteOneToClear));
  Chip chip("switch");
  chip.add(port).add(interrupt);
  return chip;
}

std::string rtl_of(const Chip& chip, std::string_view block, std::string_view name) {
  return chip.find(block)->find(name)->rtl_block;
}

TEST(PortBank, KeepsWhatSoftwareWritesAndNoOtherBlockHolds) {
  const Chip chip = with_port_bank(chip_of());
  EXPECT_EQ(rtl_of(chip, "flow_control", "xoff"), "port_registers");
  EXPECT_EQ(rtl_of(chip, "interrupt", "status"), "port_registers");
  EXPECT_EQ(rtl_of(chip, "flow_control", "b_k"), "stage_comparator_threshold");
  for (const char* const other : {"burst", "pauses", "stage", "hidden", "reset"})
    EXPECT_EQ(rtl_of(chip, "flow_control", other), "") << other;
}

// Of the registers 20 + 8 bits, of the bus 71 and a number of 3: values are 0 to 4.
TEST(PortBank, HasTheRegistersOfTheBus) {
  const Chip plain = chip_of();
  const Chip chip = with_port_bank(plain);
  const std::vector<RtlInstance>& instances = chip.find(kPortBank)->rtl_instances();
  ASSERT_EQ(instances.size(), 1U);
  EXPECT_EQ(instances.front().count(), 4U);
  EXPECT_EQ(bits_of_one(chip, instances.front()), 20U + 8 + 71 + 3);
  EXPECT_EQ(chip.bits().total(), plain.bits().total() + 4 * 74);
  EXPECT_EQ(bits_of_one(plain, instances.front()), 0U);
}

TEST(PortBank, IsMadeAnewWhereItIsThereAlready) {
  const Chip once = with_port_bank(chip_of());
  const Chip twice = with_port_bank(once);
  EXPECT_EQ(twice.blocks().size(), once.blocks().size());
  EXPECT_EQ(twice.bits().total(), once.bits().total());
  EXPECT_EQ(rtl_of(twice, "flow_control", "xoff"), "port_registers");
}

TEST(PortBank, NumbersAsManyValuesAsThereAre) {
  EXPECT_EQ(value_number_bits(1), 1U);
  EXPECT_EQ(value_number_bits(2), 1U);
  EXPECT_EQ(value_number_bits(256), 8U);
  EXPECT_EQ(value_number_bits(257), 9U);
}

TEST(PortBank, IsNoneWhereNothingIsWrittenOrNothingIsRead) {
  Block block("port");
  block.add(of_port("xoff", 20, Access::kReadWrite));
  Chip chip("switch");
  chip.add(block);
  EXPECT_EQ(with_port_bank(chip).find(kPortBank), nullptr);
  EXPECT_EQ(rtl_of(with_port_bank(chip), "port", "xoff"), "");
}

}  // namespace weir::ledger::port_bank_test
