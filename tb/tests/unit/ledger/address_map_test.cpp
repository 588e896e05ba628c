// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/address_map.h"

#include <rapidcheck/gtest.h>

#include "tb/tests/unit/register_map/random_chip.h"

namespace weir::ledger::address_map_test {

RegisterDeclaration declared(const char* name, unsigned width, Dimensions dimensions = {},
                             Access access = Access::kReadWrite) {
  return {.name = name, .width = width, .dimensions = std::move(dimensions), .access = access, .mechanism = "test"};
}

Chip some_chip() {
  Block control("flow_control");
  control.add(declared("xoff", 20, {{"port", 3}}))
      .add(declared("hidden", 8, {}, Access::kInternal))
      .add(declared("packets", 64, {{"port", 3}, {"class", 8}}, Access::kReadOnly))
      .add(declared("absent", 8, {{"class", 0}}))
      .add(declared("key", 104, {{"entry", 5}}))
      .add(declared("mode", 1));
  Block mmu("mmu");
  mmu.add(declared("limit", 33));
  Chip chip("chip");
  chip.add(control).add(mmu);
  return chip;
}

TEST(AddressMap, GivesEachRegisterItsPlace) {
  const AddressMap map(some_chip());
  EXPECT_EQ(map.find("flow_control", "xoff")->offset, 0U);
  EXPECT_EQ(map.find("flow_control", "xoff")->element_bytes, 4U);
  const MappedRegister* packets = map.find("flow_control", "packets");
  EXPECT_EQ(packets->offset, 256U) << "192 bytes, at a multiple of 256";
  EXPECT_EQ(packets->address({2, 5}), 256U + (2 * 8 + 5) * 8);
  EXPECT_EQ(packets->stride(0), 64U);
  EXPECT_EQ(packets->stride(1), 8U);
  const MappedRegister* key = map.find("flow_control", "key");
  EXPECT_EQ(key->element_bytes, 16U);
  EXPECT_EQ(key->offset, 512U);
  EXPECT_EQ(map.find("flow_control", "mode")->offset, 512U + 5 * 16);
  EXPECT_EQ(map.find("mmu", "limit")->offset, 4096U);
  EXPECT_EQ(map.find("mmu", "limit")->element_bytes, 8U);
  EXPECT_EQ(map.bytes(), 8192U);
  EXPECT_EQ(map.address_bits(), 13U);
}

TEST(AddressMap, LeavesOutWhatSoftwareCannotReach) {
  const AddressMap map(some_chip());
  EXPECT_EQ(map.find("flow_control", "hidden"), nullptr);
  EXPECT_EQ(map.find("flow_control", "absent"), nullptr);
  EXPECT_EQ(map.find("mmu", "xoff"), nullptr);
  EXPECT_EQ(map.registers().size(), 5U);
}

TEST(AddressMap, FindsWhatLiesAtAnAddress) {
  const AddressMap map(some_chip());
  const auto found = map.locate(256 + (2 * 8 + 5) * 8 + 3);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->mapped->path(), "flow_control.packets");
  EXPECT_EQ(found->mapped->indices_of(found->element), (Indices{2, 5}));
  EXPECT_EQ(found->byte, 3U);
  EXPECT_FALSE(map.locate(12)) << "between two registers";
  EXPECT_FALSE(map.locate(4096 + 8));
  EXPECT_FALSE(map.locate(~std::uint64_t{0}));
}

TEST(AddressMap, OfAChipWithoutRegistersIsEmpty) {
  const AddressMap map(Chip("empty"));
  EXPECT_EQ(map.bytes(), 4096U);
  EXPECT_FALSE(map.locate(0));
}

TEST(AddressMap, RefusesAMapThatNoBusReaches) {
  Block block("memory");
  block.add(declared("word", 64, {{"word", std::uint64_t{1} << 46U}}));
  EXPECT_THROW(AddressMap(Chip("huge").add(block)), std::invalid_argument);
}

TEST(AddressMap, ANewLastRegisterMovesNoOther) {
  Block block("block");
  block.add(declared("a", 20, {{"port", 3}})).add(declared("b", 40));
  const AddressMap before(Chip("chip").add(block));
  block.add(declared("c", 64, {{"class", 8}}));
  const AddressMap after(Chip("chip").add(block));
  EXPECT_EQ(before.find("block", "a")->offset, after.find("block", "a")->offset);
  EXPECT_EQ(before.find("block", "b")->offset, after.find("block", "b")->offset);
}

// What the page docs/reference/register_map.md promises, of any chip.
RC_GTEST_PROP(AddressMapProperty, RegistersAreAlignedAndDoNotOverlap, ()) {
  const Chip chip = random_chip();
  const AddressMap map(chip);
  RC_ASSERT(std::has_single_bit(map.bytes()));
  std::uint64_t end = 0;
  for (const MappedBlock& block : map.blocks()) {
    RC_ASSERT(block.offset >= end);
    RC_ASSERT(std::has_single_bit(block.bytes));
    RC_ASSERT(block.offset % block.bytes == 0U);
    end = block.offset;
    for (const MappedRegister& mapped : map.registers_of(block)) {
      RC_ASSERT(mapped.block == block.name);
      RC_ASSERT(mapped.offset >= end);
      RC_ASSERT(mapped.offset % std::bit_ceil(mapped.bytes()) == 0U);
      RC_ASSERT(mapped.element_bytes * 8 >= mapped.declaration.width);
      end = mapped.offset + mapped.bytes();
    }
    RC_ASSERT(end <= block.offset + block.bytes);
    end = block.offset + block.bytes;
  }
  RC_ASSERT(end <= map.bytes());
}

RC_GTEST_PROP(AddressMapProperty, EveryElementIsFoundAtItsAddress, ()) {
  const Chip chip = random_chip();
  const AddressMap map(chip);
  std::size_t mapped_registers = 0;
  for (const Block& block : chip.blocks()) {
    for (const RegisterDeclaration& declaration : block.registers()) {
      const MappedRegister* mapped = map.find(block.name(), declaration.name);
      RC_ASSERT((mapped != nullptr) == (declaration.access != Access::kInternal && declaration.count() > 0));
      if (mapped == nullptr)
        continue;
      ++mapped_registers;
      const auto element = *rc::gen::inRange<std::uint64_t>(0, declaration.count());
      const auto byte = *rc::gen::inRange<std::uint64_t>(0, mapped->element_bytes);
      const auto found = map.locate(mapped->address(mapped->indices_of(element)) + byte);
      RC_ASSERT(found.has_value());
      RC_ASSERT(found->mapped == mapped);
      RC_ASSERT(found->element == element);
      RC_ASSERT(found->byte == byte);
    }
  }
  RC_ASSERT(mapped_registers == map.registers().size());
}

}  // namespace weir::ledger::address_map_test
