// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/memories.h"

#include "tb/scenario/scenario_error.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::memories_test {

// One shape each, as UG573 lists them.
TEST(Fpga, WholeBlocks) {
  EXPECT_EQ(fpga_blocks(512, 72), (FpgaBlocks{1, 2, 1}));
  EXPECT_EQ(fpga_blocks(1024, 36), (FpgaBlocks{1, 2, 1}));
  EXPECT_EQ(fpga_blocks(4096, 9), (FpgaBlocks{1, 2, 1}));
  EXPECT_EQ(fpga_blocks(32768, 1), (FpgaBlocks{1, 2, 8}));
  EXPECT_EQ(fpga_blocks(4096, 72), (FpgaBlocks{8, 16, 1}));
}

TEST(Fpga, RoundsUp) {
  EXPECT_EQ(fpga_blocks(1, 1), (FpgaBlocks{1, 1, 1}));
  EXPECT_EQ(fpga_blocks(513, 72), (FpgaBlocks{2, 4, 1}));  // as 1024 x 36
  EXPECT_EQ(fpga_blocks(512, 73), (FpgaBlocks{2, 3, 2}));
  EXPECT_EQ(fpga_blocks(4097, 72), (FpgaBlocks{9, 18, 2}));
  // 8 bits of 9 are used, or 4 of 4: 16384 x 8 is 4 of 4096 x 9 or 4 of 8192 x 4.
  EXPECT_EQ(fpga_blocks(16384, 8).bram36, 4U);
}

TEST(Banks, FollowFromAccesses) {
  EXPECT_EQ(banks_for(MacroPorts::k1rw, 1, 1), 2U);
  EXPECT_EQ(banks_for(MacroPorts::k1r1w, 1, 1), 1U);
  EXPECT_EQ(banks_for(MacroPorts::k1r1w, 2.5, 1), 3U);
  EXPECT_EQ(banks_for(MacroPorts::k2rw, 2.5, 1), 2U);
  EXPECT_EQ(banks_for(MacroPorts::k1rw1r, 1, 1), 1U);
  EXPECT_EQ(banks_for(MacroPorts::k1rw1r, 0, 3), 3U);
  EXPECT_EQ(banks_for(MacroPorts::k1rw, 0, 0), 1U);
}

// A word is read and written once in a cycle at most, whatever comes: two events of one counter are one sum.
TEST(Banks, HaveAWordEach) {
  EXPECT_EQ(banks_of_words(MacroPorts::k1r1w, 1, 22.9, 22.9), 1U);
  EXPECT_EQ(banks_of_words(MacroPorts::k1r1w, 64, 22.9, 22.9), 23U);
  EXPECT_EQ(banks_of_words(MacroPorts::k1rw, 64, 22.9, 22.9), 46U);
  EXPECT_EQ(banks_of_words(MacroPorts::k1rw, 1, 0.7, 0.7), std::nullopt);  // a read and a write of the only word
  EXPECT_EQ(banks_of_words(MacroPorts::k1rw, 2, 0.7, 0.7), 2U);
  EXPECT_EQ(banks_of_words(MacroPorts::k1rw, 0, 1, 1), 1U);
  const std::vector<Macro> one_access = {Macro{"m", 512, 64, MacroPorts::k1rw, 100.0, {}, "nobody"}};
  EXPECT_FALSE(best_macro(one_access, 1, 64, 0.7, 0.7));
  EXPECT_EQ(best_macro(one_access, 2, 64, 0.7, 0.7)->banks, 2U);
}

// 32 ports of 100 Gbps: 32 x 148.8 million packets a second, 5.714 in each 1.2 ns.
// Each frame that is a byte longer than a word fills a second one: words of 64 B, and 1920 B a cycle from 32 x 400
// Gbps.
TEST(Memories, TheWorstFrameBeginsAWord) {
  const std::vector<link::LinkConfig> ports(32, {.rate = BitRate(400'000'000'000)});
  const auto words = [&](const WorstFrame& frame) {
    return static_cast<double>(frame.words) * packets_per_cycle(ports, Time(1'200), frame.length);
  };
  EXPECT_NEAR(words({Bytes(64), 1}), 22.9, 0.05);
  EXPECT_NEAR(words({Bytes(1518), 24}), 30.0, 0.05);
  const WorstFrame worst = worst_frame(64, Bytes(1518));
  EXPECT_EQ(worst.length, Bytes(65));
  EXPECT_EQ(worst.words, 2U);
  EXPECT_NEAR(words(worst), 45.2, 0.05);
  EXPECT_EQ(worst_frame(0, Bytes(1518)).length, Bytes(64));
  EXPECT_EQ(worst_frame(208, Bytes(1518)).length, Bytes(64));  // two cells of 209 B are fewer than one each of 64 B
  EXPECT_EQ(worst_frame(8, Bytes(1518)).length, Bytes(1513));  // nothing of the word is lost but in the last
}

TEST(Memories, PacketsPerCycle) {
  const std::vector<link::LinkConfig> ports(32, {.rate = BitRate(100'000'000'000)});
  EXPECT_NEAR(packets_per_cycle(ports, Time(1'200)), 32 * 100e9 / 672 * 1.2e-9, 1e-9);
}

// Four packets of 64 B a cycle.
Traffic four_packets() {
  return {.ports = {{.rate = BitRate(1'000'000'000)}}, .clock = Time(4 * 672'000), .longest = Bytes(1500)};
}

Cost cost_with(const ledger::RegisterDeclaration& declaration) {
  ledger::Chip chip("chip");
  ledger::Block block("mmu");
  block.add(declaration);
  chip.add(block);
  return cost_of(chip, ledger::Chip("plain"));
}

TEST(Memories, OfAChip) {
  const Cost cost = cost_with({.name = "link_list",
                               .width = 16,
                               .dimensions = {{"word", 60'000}},
                               .mechanism = "mmu",
                               .storage = ledger::Storage::kSram,
                               .accesses = {1, 0.5}});
  const std::vector<Memory> memories = memories_of(cost, four_packets(), {});
  ASSERT_EQ(memories.size(), 1U);
  EXPECT_EQ(memories[0].name, "mmu.link_list");
  EXPECT_EQ(memories[0].bits(), 960'000U);
  EXPECT_EQ(memories[0].banks_1rw, 6U);
  EXPECT_EQ(memories[0].banks_1r1w, 4U);
  // Banks of 15,000 x 16: eight of 2048 x 18, or of 16384 x 2.
  EXPECT_EQ(memories[0].fpga, (FpgaBlocks{4 * 8, 4 * 15, 4 * 4}));
  EXPECT_FALSE(memories[0].macros);
}

// Counters of which a packet counts in one at most: ranges of one memory, touched as often as the busiest.
TEST(Memories, CountersShareAMemory) {
  ledger::Block block("parser");
  for (const char* name : {"dropped_runt", "dropped_truncated", "dropped_bad_fcs"}) {
    block.add({.name = name,
               .width = 32,
               .dimensions = {{"port", 32}, {"class", 8}},
               .mechanism = "parser",
               .storage = ledger::Storage::kSram,
               .accesses = {1, 1},
               .memory = "drop_counters"});
  }
  ledger::Chip chip("chip");
  chip.add(block);
  const std::vector<Memory> memories = memories_of(cost_of(chip, ledger::Chip("plain")), four_packets(), {});
  ASSERT_EQ(memories.size(), 1U);
  EXPECT_EQ(memories[0].name, "parser.drop_counters");
  EXPECT_EQ(memories[0].number, 32U);
  EXPECT_EQ(memories[0].words, 3U * 8);
  EXPECT_EQ(memories[0].bits(), 3U * 32 * 8 * 32);
  EXPECT_EQ(memories[0].width, 32U);
  EXPECT_EQ(memories[0].banks_1r1w, 4U);
}

// Ports of 1 and of 2 packets of 64 B a cycle.
Traffic of_two_rates() {
  return {.ports = {{.rate = BitRate(1'000'000'000)}, {.rate = BitRate(2'000'000'000)}},
          .clock = Time(672'000),
          .longest = Bytes(1500)};
}

ledger::RegisterDeclaration counters_of_two_ports(std::uint64_t classes) {
  return {.name = "sent",
          .width = 36,
          .dimensions = {{"port", 2}, {"class", classes}},
          .mechanism = "egress",
          .storage = ledger::Storage::kSram,
          .accesses = {1, 1}};
}

// A counter that its port alone writes is not in the memory of all: that of each port stands the fastest port's
// packets.
TEST(Memories, WhatIsOfAPortIsInAMemoryOfThePort) {
  const std::vector<Macro> macros = {Macro{"m", 64, 36, MacroPorts::k1r1w, 100.0, 2.0, "nobody"}};
  const Memory memory = memories_of(cost_with(counters_of_two_ports(8)), of_two_rates(), macros).at(0);
  EXPECT_EQ(memory.number, 2U);
  EXPECT_EQ(memory.words, 8U);
  EXPECT_EQ(memory.bits(), 2U * 8 * 36);
  EXPECT_DOUBLE_EQ(memory.reads_per_cycle, 2.0);
  EXPECT_EQ(memory.banks_1rw, 4U);
  EXPECT_EQ(memory.banks_1r1w, 2U);
  EXPECT_EQ(memory.fpga, (FpgaBlocks{4, 4, 4}));  // two banks in each of two memories
  ASSERT_TRUE(memory.macros);
  EXPECT_EQ(memory.macros->count, 4U);
  EXPECT_DOUBLE_EQ(*memory.macros->area_um2, 400.0);
  EXPECT_EQ(memories_of(cost_with(counters_of_two_ports(1)), of_two_rates(), {}).at(0).banks_1rw, std::nullopt);
}

// What an RTL block of the whole switch holds is one memory, although it has rows for each port.
TEST(Memories, OfABlockOfTheSwitchAreOne) {
  ledger::RegisterDeclaration accounts = counters_of_two_ports(8);
  accounts.rtl_block = "viq_admission";
  ledger::Block block("mmu");
  block.add(accounts);
  block.add(ledger::RtlInstance{.block = "viq_admission", .has_memories = true});
  ledger::Chip chip("chip");
  chip.add(block);
  const Memory memory = memories_of(cost_of(chip, ledger::Chip("plain")), of_two_rates(), {}).at(0);
  EXPECT_EQ(memory.number, 1U);
  EXPECT_EQ(memory.words, 16U);
  EXPECT_DOUBLE_EQ(memory.reads_per_cycle, 3.0);
  EXPECT_EQ(memory.banks_1r1w, 3U);
}

// Each of the four packets may ask for any entry, and two for the same: no division into banks answers all.
TEST(Memories, ATableThatIsAskedFourTimesACycleIsThereFourTimes) {
  ledger::RegisterDeclaration declaration{.name = "l2_entry",
                                          .width = 36,
                                          .dimensions = {{"entry", 1024}},
                                          .mechanism = "forwarding",
                                          .storage = ledger::Storage::kSram,
                                          .accesses = {1, 0}};
  const std::vector<Macro> macros = {Macro{"m", 512, 36, MacroPorts::k1rw, 100.0, 2.0, "nobody"}};
  const Memory table = memories_of(cost_with(declaration), four_packets(), macros).at(0);
  EXPECT_EQ(table.copies, 4U);
  EXPECT_EQ(table.banks_1rw, 1U);
  EXPECT_EQ(table.banks_1r1w, 1U);
  EXPECT_EQ(table.bits(), 36'864U);
  EXPECT_EQ(table.bits_of_copies(), 4 * 36'864U);
  EXPECT_EQ(table.fpga, (FpgaBlocks{4, 8, 4}));
  ASSERT_TRUE(table.macros);
  EXPECT_EQ(table.macros->count, 4 * 2U);
  EXPECT_DOUBLE_EQ(*table.macros->area_um2, 4 * 200.0);

  declaration.accesses = {1, 0.25};  // written by packets, too: a state, whose words packets share
  const Memory state = memories_of(cost_with(declaration), four_packets(), macros).at(0);
  EXPECT_EQ(state.copies, 1U);
  EXPECT_EQ(state.banks_1rw, 5U);

  declaration.accesses = {0.2, 0};  // once in five packets
  EXPECT_EQ(memories_of(cost_with(declaration), four_packets(), macros).at(0).copies, 1U);

  declaration.accesses = {1, 0};
  declaration.storage = ledger::Storage::kTcam;
  const Memory tcam = memories_of(cost_with(declaration), four_packets(), macros).at(0);
  EXPECT_EQ(tcam.copies, 4U);
  EXPECT_EQ(tcam.bits_of_copies(), 4 * 36'864U);
}

TEST(Memories, ATcamIsNoSram) {
  const Cost cost = cost_with({.name = "rule",
                               .width = 64,
                               .dimensions = {{"word", 16}},
                               .mechanism = "mmu",
                               .storage = ledger::Storage::kTcam});
  const std::vector<Memory> memories =
      memories_of(cost, four_packets(), {Macro{"m", 16, 64, MacroPorts::k1rw, 1.0, {}, "nobody"}});
  ASSERT_EQ(memories.size(), 1U);
  EXPECT_FALSE(memories[0].fpga);
  EXPECT_FALSE(memories[0].macros);
}

constexpr const char* kTable = R"([[macro]]
name = "small"
words = 256
width = 32
ports = "1rw1r"
area_um2 = 100
power_mw = 0.5
source = "made up"

[[macro]]
name = "large"
words = 4096
width = 32
ports = "1rw"
area_um2 = 1000.5
source = "made up"
)";

TEST(Macros, Read) {
  const std::vector<Macro> table = parse_macros(kTable, "t.toml");
  ASSERT_EQ(table.size(), 2U);
  EXPECT_EQ(table[0].ports, MacroPorts::k1rw1r);
  EXPECT_EQ(table[0].power_mw, 0.5);
  EXPECT_EQ(table[1].words, 4096U);
  EXPECT_EQ(table[1].area_um2, 1000.5);
  EXPECT_FALSE(table[1].power_mw);
}

TEST(Macros, TheLeastAreaIsTaken) {
  const std::vector<Macro> table = parse_macros(kTable, "t.toml");
  const auto one = best_macro(table, 200, 30, 0.5, 0.5);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->macro->name, "small");
  EXPECT_EQ(one->count, 1U);
  EXPECT_EQ(one->wasted_bits, 256U * 32 - 200 * 30);
  // 4096 words: 16 small ones for 1600, or one large one for 1000.5.
  EXPECT_EQ(best_macro(table, 4096, 32, 0.5, 0.5)->macro->name, "large");
  // Two accesses a cycle: two large ones, but still one bank of small ones.
  const auto two = best_macro(table, 4096, 32, 1, 1);
  EXPECT_EQ(two->macro->name, "small");
  EXPECT_EQ(two->banks, 1U);
  EXPECT_EQ(two->count, 16U);
  EXPECT_EQ(two->area_um2, 1600.0);
  EXPECT_EQ(two->power_mw, 8.0);
}

std::string message(const std::string& text) {
  try {
    parse_macros(text, "t.toml");
  } catch (const scenario::ScenarioError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Macros, BadTables) {
  EXPECT_THAT(message(""), HasSubstr("holds no [[macro]]"));
  EXPECT_THAT(message("[[macro]]\nname = \"a\"\n"), HasSubstr("macro.words"));
  EXPECT_THAT(message("[[macro]]\nnam = \"a\"\n"),
              HasSubstr("t.toml:2:1: key 'macro.nam': unknown key; the nearest known key is 'name'"));
  EXPECT_THAT(message("[[macro]]\nwords = 0\n"), HasSubstr("wanted an integer 1.."));
  EXPECT_THAT(message("[[macro]]\nports = \"3r\"\n"), HasSubstr("wanted \"1rw\""));
  EXPECT_THAT(message("[[macro]]\narea_um2 = -1.0\n"), HasSubstr("above 0"));
  EXPECT_THAT(message("[[macros]]\nwords = 1\n"), HasSubstr("unknown key"));
  EXPECT_THAT(message("macro = 1\n"), HasSubstr("[[macro]]"));
}

}  // namespace weir::cost::memories_test
