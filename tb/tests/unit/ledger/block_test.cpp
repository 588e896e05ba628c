// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/block.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::ledger::block_test {

RegisterDeclaration declared(const char* name, unsigned width, std::uint64_t count, const char* mechanism = "pfc",
                             Storage storage = Storage::kFlipFlop) {
  return {.name = name, .width = width, .dimensions = {{"class", count}}, .mechanism = mechanism, .storage = storage};
}

std::string refusal(const RegisterDeclaration& declaration) {
  Block block("port");
  block.add(declared("taken", 1, 1));
  return error_of([&] { block.add(declaration); });
}

TEST(Ledger, AddsUpBitsByKindAndByMechanism) {
  Block block("port");
  block.add(declared("pause_timer", 16, 8))
      .add(declared("fctbs", 12, 3, "cbfc"))
      .add(declared("queue", 64, 100, "cbfc", Storage::kSram));
  EXPECT_EQ(block.bits().of(Storage::kFlipFlop), 16U * 8 + 12 * 3);
  EXPECT_EQ(block.bits().of(Storage::kSram), 6400U);
  EXPECT_EQ(block.bits().of(Storage::kTcam), 0U);
  EXPECT_EQ(block.bits().total(), 6564U);
  EXPECT_EQ(block.bits_by_mechanism().at("pfc").total(), 128U);
  EXPECT_EQ(block.bits_by_mechanism().at("cbfc").of(Storage::kFlipFlop), 36U);
}

TEST(Ledger, ASwitchHasTheRegistersOfAPortForEachPort) {
  Block port("port");
  port.add(declared("pause_timer", 16, 8)).add({.name = "xoff", .width = 20, .mechanism = "pfc"});
  Block chip("switch");
  chip.add(port, {"port", 32});
  ASSERT_EQ(chip.registers().size(), 2U);
  EXPECT_EQ(chip.find("pause_timer")->count(), 32U * 8);
  EXPECT_EQ(chip.find("pause_timer")->formula(), "16 b x 32 port x 8 class");
  EXPECT_EQ(chip.find("pause_timer")->size_of("port"), 32U);
  EXPECT_EQ(chip.find("xoff")->size_of("class"), 1U);
  EXPECT_EQ(chip.find("xoff")->formula(), "20 b x 32 port");
  EXPECT_EQ(chip.bits().total(), 32U * (128 + 20));
  EXPECT_THROW(chip.add(port, {"port", 32}), std::invalid_argument);
}

TEST(Ledger, ResetValuesGoAlongTheInnermostDimension) {
  RegisterDeclaration thresholds{
      .name = "b_k", .width = 4, .dimensions = {{"stage", 3}}, .resets = {1, 8, 15}, .mechanism = "gfc"};
  EXPECT_EQ(refusal(thresholds), "");
  thresholds.resets = {1, 8};
  EXPECT_EQ(refusal(thresholds), "ledger: port.b_k: 2 reset values, wanted one for each of the innermost dimension");
  thresholds.resets = {1, 8, 16};
  EXPECT_EQ(refusal(thresholds), "ledger: port.b_k: reset value 16 does not fit 4 bits");
}

TEST(Ledger, BitsWithNamesAreAllOfARegister) {
  RegisterDeclaration flags{
      .name = "flags", .width = 2, .named_bits = {{"drop", "one"}, {"link", "two"}}, .mechanism = "port"};
  EXPECT_EQ(refusal(flags), "");
  flags.named_bits[1].name = "drop";
  EXPECT_EQ(refusal(flags), "ledger: port.flags: two bits are named drop");
  flags.named_bits[1].name = "Link";
  EXPECT_EQ(refusal(flags), "ledger: port.flags: bit \"Link\": wanted lower_snake_case");
  flags.named_bits.pop_back();
  EXPECT_EQ(refusal(flags), "ledger: port.flags: 1 named bits, wanted one for each of 2, at most 64");
}

// Two ports that need different widths: one block serves both.
TEST(Ledger, WidestServesBoth) {
  Block slow("port");
  slow.add(declared("timer", 12, 3)).add(declared("only_slow", 1, 1));
  Block fast("port");
  fast.add(declared("timer", 10, 5)).add(declared("only_fast", 1, 1));
  const Block both = widest(slow, fast);
  EXPECT_EQ(both.find("timer")->formula(), "12 b x 5 class");
  EXPECT_NE(both.find("only_slow"), nullptr);
  EXPECT_NE(both.find("only_fast"), nullptr);
  Block other("port");
  other.add({.name = "timer", .width = 10, .dimensions = {{"stage", 3}}, .mechanism = "pfc"});
  EXPECT_THROW(widest(slow, other), std::invalid_argument);
}

// RTL that only one of them has is in both.
TEST(Ledger, WidestHasTheRtlOfBoth) {
  const auto with = [](const char* rtl) {
    Block block("port");
    RegisterDeclaration timer = declared("timer", 12, 3);
    timer.rtl_block = rtl;
    RegisterDeclaration own = declared(*rtl == '\0' ? "plain" : rtl, 4, 3);
    own.rtl_block = rtl;
    block.add(timer).add(own);
    return *rtl == '\0' ? block : block.add(RtlInstance{.block = rtl, .dimensions = {{"class", 3}}});
  };
  for (const Block& both : {widest(with(""), with("meter")), widest(with("meter"), with(""))}) {
    ASSERT_EQ(both.rtl_instances().size(), 1U);
    EXPECT_EQ(both.bits_of_one(both.rtl_instances().front()), 16U);
  }
  const Block two = widest(with("meter"), with("gate"));
  ASSERT_EQ(two.rtl_instances().size(), 2U);
  EXPECT_EQ(two.find("timer")->rtl_block, "meter");
  EXPECT_EQ(two.bits_of_one(two.rtl_instances().back()), 4U);
}

TEST(Ledger, AnRtlBlockHoldsRegisters) {
  const RtlInstance limiter{.block = "rate_limiter", .parameters = {{"R_C_W", 40}}, .dimensions = {{"class", 3}}};
  Block port("port");
  EXPECT_THROW(port.add(limiter), std::invalid_argument);  // none of its registers is there
  RegisterDeclaration r_c = declared("r_c", 40, 3);
  RegisterDeclaration r_l = declared("r_l", 20, 3);
  r_c.rtl_block = r_l.rtl_block = "rate_limiter";
  port.add(r_c).add(r_l).add(declared("other", 7, 3)).add(limiter);
  EXPECT_EQ(port.bits_of_one(limiter), 60U);
  Block chip("switch");
  chip.add(port, {"port", 24});
  ASSERT_EQ(chip.rtl_instances().size(), 1U);
  EXPECT_EQ(chip.rtl_instances().front().count(), 72U);
  EXPECT_EQ(chip.bits_of_one(chip.rtl_instances().front()), 60U);
  Block wrong("port");
  RegisterDeclaration fewer = declared("r_c", 40, 2);
  fewer.rtl_block = "rate_limiter";
  EXPECT_THROW(wrong.add(fewer).add(limiter), std::invalid_argument);
}

// What the ledger has in SRAM, the RTL has in memories or in flip-flops, as the instance says.
TEST(Ledger, AnRtlBlockMayHaveMemories) {
  RegisterDeclaration account = declared("account", 16, 8);
  account.storage = Storage::kSram;
  RegisterDeclaration asks = declared("asks", 1, 8);
  account.rtl_block = asks.rtl_block = "admission";
  Block block("mmu");
  block.add(account).add(asks);
  const RtlInstance without{.block = "admission"};
  const RtlInstance with{.block = "admission", .has_memories = true};
  EXPECT_EQ(block.bits_of_one(without), 8U * 17);
  EXPECT_EQ(block.memory_bits_of_one(without), 0U);
  EXPECT_EQ(block.bits_of_one(with), 8U);
  EXPECT_EQ(block.memory_bits_of_one(with), 8U * 16);
}

TEST(Ledger, WidestIsInFlipFlopsIfOneOfThemIs) {
  const auto in = [](Storage storage) {
    RegisterDeclaration depth = declared("depth", 16, 8);
    depth.storage = storage;
    return Block("mmu").add(depth);
  };
  for (const auto& [a, b, both] : {std::array{Storage::kSram, Storage::kSram, Storage::kSram},
                                   std::array{Storage::kSram, Storage::kFlipFlop, Storage::kFlipFlop},
                                   std::array{Storage::kFlipFlop, Storage::kSram, Storage::kFlipFlop}})
    EXPECT_EQ(widest(in(a), in(b)).find("depth")->storage, both);
}

// One a class, of registers that are of ports first.
TEST(Ledger, AnRtlBlockHoldsRegistersOfAllPorts) {
  const RtlInstance unit{.block = "unit", .dimensions = {{"class", 2}}};
  RegisterDeclaration counts{.name = "counts", .width = 5, .dimensions = {{"port", 4}, {"class", 2}, {"ingress", 4}}};
  counts.mechanism = "itsy";
  counts.rtl_block = "unit";
  Block block("deadlock");
  block.add(counts).add(unit);
  EXPECT_EQ(block.bits_of_one(unit), 5U * 4 * 4);
  EXPECT_THROW(block.add(RtlInstance{.block = "unit", .dimensions = {{"class", 3}}}), std::invalid_argument);
}

TEST(Ledger, FindsByName) {
  Block block("port");
  block.add(declared("xoff", 20, 1));
  EXPECT_NE(block.find("xoff"), nullptr);
  EXPECT_EQ(block.find("xon"), nullptr);
}

TEST(Ledger, RefusesWhatNoRegisterCouldBe) {
  EXPECT_EQ(refusal(declared("Bad", 1, 1)), "ledger: port.Bad: the name of a register is lower_snake_case");
  EXPECT_EQ(refusal(declared("", 1, 1)), "ledger: port.: the name of a register is lower_snake_case");
  EXPECT_EQ(refusal(declared("taken", 1, 1)), "ledger: port.taken: declared twice");
  EXPECT_EQ(refusal(declared("r", 1, 1, "")), "ledger: port.r: names no mechanism that asks for it");
  EXPECT_EQ(refusal(declared("r", 0, 1)), "ledger: port.r: is 0 bits wide, wanted 1..4096");
  EXPECT_EQ(refusal(declared("r", 4097, 1)), "ledger: port.r: is 4097 bits wide, wanted 1..4096");
  RegisterDeclaration full = declared("r", 4, 1);
  full.reset = 16;
  EXPECT_EQ(refusal(full), "ledger: port.r: reset value 16 does not fit 4 bits");
  full.reset = 15;
  EXPECT_EQ(refusal(full), "");
  full.width = 64;
  full.reset = ~std::uint64_t{0};
  EXPECT_EQ(refusal(full), "");
}

TEST(Ledger, NamesOfReports) {
  EXPECT_EQ(name(Storage::kFlipFlop), "flip_flop");
  EXPECT_EQ(name(Storage::kSram), "sram");
  EXPECT_EQ(name(Storage::kTcam), "tcam");
  EXPECT_EQ(name(Access::kReadOnly), "ro");
  EXPECT_EQ(name(Access::kReadWrite), "rw");
  EXPECT_EQ(name(Access::kWriteOneToClear), "w1c");
  EXPECT_EQ(name(Access::kInternal), "internal");
}

// Element 0 lowest, each as wide as the register.
TEST(Ledger, ResetConstant) {
  Block block("b");
  block.add({.name = "table", .width = 3, .dimensions = {{"stage", 2}}, .resets = {1, 6}, .mechanism = "m"});
  block.add({.name = "one", .width = 4, .dimensions = {{"port", 2}}, .reset = 5, .mechanism = "m"});
  EXPECT_EQ(block.reset_constant("table"), "6'b110001");
  EXPECT_EQ(block.reset_constant("one"), "4'b0101");
  EXPECT_THROW(block.reset_constant("none"), std::invalid_argument);
}

}  // namespace weir::ledger::block_test
