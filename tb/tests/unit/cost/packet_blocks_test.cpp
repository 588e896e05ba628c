// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/packet_blocks.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::cost::packet_blocks_test {

using ledger::Answers;
using namespace literals;

// One that packets ask as `answers` says, of 7 flip-flops; and one that they do not ask.
ledger::Chip chip_with(Answers answers) {
  ledger::Block block("mmu");
  block.add({.name = "asked", .width = 7, .mechanism = "mmu", .rtl_block = "unit"});
  block.add({.name = "own", .width = 3, .mechanism = "mmu", .rtl_block = "other"});
  block.add(ledger::RtlInstance{.block = "unit", .answers = answers});
  block.add(ledger::RtlInstance{.block = "other"});
  ledger::Chip chip("chip");
  chip.add(block);
  return chip;
}

// So many ports that bring a packet of 64 B in a cycle of 672 ns.
std::vector<link::LinkConfig> ports_of_a_packet(std::size_t ports) {
  return std::vector<link::LinkConfig>(ports, {.rate = 1_Gbps});
}

TEST(PacketBlocks, CopiesShareThePackets) {
  for (const std::size_t packets : {1, 2, 5}) {
    const std::vector<PacketBlock> blocks =
        packet_blocks(chip_with(Answers::kAnyPacket), ports_of_a_packet(packets), 672_ns);
    ASSERT_THAT(blocks, SizeIs(1));
    EXPECT_EQ(blocks[0].block, "unit");
    EXPECT_EQ(blocks[0].copies, packets);
    EXPECT_EQ(blocks[0].flip_flops, 7U);
    EXPECT_EQ(blocks[0].keeps_up_from, 64_B);
    EXPECT_EQ(copied_bits({}, blocks).of(ledger::Storage::kFlipFlop), 7 * (packets - 1));
    EXPECT_THAT(slower_than_the_ports(blocks, 5), IsEmpty());
  }
}

TEST(PacketBlocks, APartOfAPacketMoreIsACopyMore) {
  const auto copies = [](Time clock) {
    return packet_blocks(chip_with(Answers::kAnyPacket), ports_of_a_packet(2), clock).at(0).copies;
  };
  EXPECT_EQ(copies(672_ns), 2U);
  EXPECT_EQ(copies(673_ns), 3U);
  EXPECT_EQ(copies(336_ns), 1U);
}

// 84 B come in 672 ns: two ports bring 168 B, of which 20 B are preamble and gap of one frame.
TEST(PacketBlocks, OneOfAllAccountsKeepsUpWithLongerFrames) {
  const auto of = [](std::size_t ports, Time clock) {
    return packet_blocks(chip_with(Answers::kAllPackets), ports_of_a_packet(ports), clock);
  };
  EXPECT_EQ(of(1, 672_ns).at(0).keeps_up_from, 64_B);
  EXPECT_EQ(of(1, 100_ns).at(0).keeps_up_from, 64_B);
  EXPECT_EQ(of(2, 672_ns).at(0).keeps_up_from, 148_B);
  EXPECT_EQ(of(2, 673_ns).at(0).keeps_up_from, 149_B);
  EXPECT_EQ(of(2, 672_ns).at(0).copies, 1U);
  EXPECT_EQ(copied_bits({}, of(2, 672_ns)).total(), 0U);
  EXPECT_THAT(slower_than_the_ports(of(1, 672_ns), 1), IsEmpty());
  EXPECT_THAT(
      slower_than_the_ports(of(2, 672_ns), 2),
      ElementsAre("unit takes one packet in a cycle, and all ports bring 2.00 of 64 B: it keeps up where frames "
                  "have 148 B or more on average; for shorter ones a chip needs several such blocks with "
                  "common sums, which rtl/ has not"));
}

}  // namespace weir::cost::packet_blocks_test
