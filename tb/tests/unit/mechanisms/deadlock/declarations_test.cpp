// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that the deadlock unit declares, against figures worked out by hand and those of the paper.

#include "hw_model/mechanisms/deadlock/deadlock.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::declarations_test {

SwitchContext context_of(std::size_t ports, ClassMask lossless = 0x01, Resolution resolution = Resolution::kNone) {
  SwitchContext context;
  context.config.unit = Unit::kItsy;
  context.config.itsy.resolution = resolution;
  context.ports = ports;
  context.lossless = lossless;
  context.buffer = Bytes(12 * 1024 * 1024);
  context.cells = 60'495;
  return context;
}

std::uint64_t bits(const ledger::Block& block, const char* name) {
  const ledger::RegisterDeclaration* found = block.find(name);
  return found == nullptr ? 0 : found->bits();
}

std::string refusal(const SwitchContext& context) {
  return error_of([&] { declare_deadlock(context); });
}

SwitchContext published(std::size_t ports, ClassMask lossless = 0x01) {
  SwitchContext context = context_of(ports, lossless);
  context.config.itsy.protocol = Protocol::kPublished;
  return context;
}

// ITSY, section III.B: "each port maintains a bit-map of size N", and the stored {S, P, Seq_id}; section VI.D: 64
// ports, "14-bit SwitchID and 6-bit PortID"; a Seq_id of 8 bits, a bit that it is there, and one for a host.
TEST(Itsy, PublishedWith64Ports) {
  const ledger::Block block = declare_deadlock(published(64));
  EXPECT_EQ(bits(block, "traffic_mapping"), 64U * 64);
  EXPECT_EQ(bits(block, "stored_initiator"), 64U * (1 + 14 + 6 + 8 + 1));
  EXPECT_EQ(bits(block, "seen"), 0U);
}

TEST(Itsy, OncePerLosslessClass) {
  EXPECT_EQ(bits(declare_deadlock(published(64, 0x07)), "traffic_mapping"), 3U * 64 * 64);
  EXPECT_EQ(declare_deadlock(published(64, 0x07)).find("traffic_mapping")->formula(), "64 b x 64 port x 3 class");
}

// A bit of the comparisons a pair; the last check seen, one to be passed on, and that one's own is due; numbers.
TEST(Itsy, RepairedWith64Ports) {
  const ledger::Block block = declare_deadlock(context_of(64));
  EXPECT_EQ(bits(block, "over_xon"), 64U * 64);
  EXPECT_EQ(bits(block, "seen"), 64U * 33);
  EXPECT_EQ(bits(block, "forwarded_due"), 64U * 33);
  EXPECT_EQ(bits(block, "own_due"), 64U);
  EXPECT_EQ(bits(block, "own_seq"), 64U * 8);
  EXPECT_EQ(bits(block, "again_in"), 64U * 8);
  EXPECT_EQ(bits(block, "traffic_mapping"), 0U);
  SwitchContext without = context_of(64);
  without.config.itsy.sums = false;
  EXPECT_EQ(bits(declare_deadlock(without), "stuck_count"), 0U);
}

// Of bytes or of cells, as VIQs are: 12 MiB are 24 bits, or 16 of 60,494 cells.
TEST(Itsy, CountsOfThePairs) {
  SwitchContext context = context_of(64);
  EXPECT_EQ(bits(declare_deadlock(context), "traffic_count"), 64U * 64 * 24);
  context.counted = Bytes(208);
  EXPECT_EQ(bits(declare_deadlock(context), "traffic_count"), 64U * 64 * 16);
}

TEST(Itsy, WideEntries) {
  SwitchContext context = context_of(256);
  context.config.itsy.wide_entries = true;
  EXPECT_EQ(bits(declare_deadlock(context), "seen"), 256U * 41);
}

TEST(Itsy, CountMinDrop) {
  const ledger::Block block = declare_deadlock(context_of(64, 0x01, Resolution::kCountMinDrop));
  // m rows of e cells for each egress port.
  EXPECT_EQ(bits(block, "sketch_cell"), 64U * 4 * 1024 * 32);
  EXPECT_EQ(block.find("sketch_cell")->accesses.reads_per_packet, 4.0);
  // k slots: flow, size, parent and children, dropped.
  EXPECT_EQ(
      bits(block, "heap_flow") + bits(block, "heap_size") + bits(block, "heap_links") + bits(block, "heap_dropped"),
      64U * 16 * (104 + 32 + 12 + 32));
  EXPECT_EQ(block.find("tolerated_loss")->reset, 429'496U);  // 1e-4 x 2^32
  EXPECT_TRUE(block.bits_by_mechanism().contains("itsy_count_min_drop"));
}

// An entry has 32 bits and a port of a list 20; a list has 16 ports and 5 bits that count them. Messages: who claims
// the switch, what passed each egress, and of each port one list of each kind. Then the part of the loop, and counters.
TEST(Itsy, PortLevelAndFlowLevel) {
  constexpr std::uint64_t kClaim = 33 + 7 + 1;
  constexpr std::uint64_t kOfAPort = 33 + 1 + (32 + 5) + 16 * 20 + 1 + (32 + 3 + 5) + 16 * 20 + 1;
  constexpr std::uint64_t kLoop = 1 + 3 + 6 + 6 + 1 + 24;
  constexpr std::uint64_t kGroups = 256 + 1 + 1 + 24 + 256 + 2 + 3 * 16;  // 12 MiB; a cell is named by 16 bits
  constexpr std::uint64_t kAll = kClaim + 64 * kOfAPort + kLoop + 4 * 64;
  const ledger::Block port = declare_deadlock(context_of(64, 0x01, Resolution::kPortLevel));
  EXPECT_EQ(port.bits_by_mechanism().at("itsy_port_level").total(), kAll);
  const ledger::Block flow = declare_deadlock(context_of(64, 0x01, Resolution::kFlowLevel));
  EXPECT_EQ(flow.bits_by_mechanism().at("itsy_flow_level").total(), kAll + 64 * kGroups + 64);
  EXPECT_EQ(bits(flow, "sketch_cell"), 0U);
}

// As count-min drop knows flows, of this window; of the one before 16 flows of 104 bits, each with a port and a bit. A
// port of a host limits 16 flows, each with its class and a bit, what it owes and ticks of the time.
TEST(Itsy, TriggerLimit) {
  SwitchContext context = context_of(64);
  EXPECT_EQ(bits(declare_deadlock(context), "limited_flow"), 0U);
  context.config.itsy.trigger_limit = BitRate(1'000'000'000);
  context.config.itsy.trigger_limit_time = Time(10'000'000'000);
  context.t_re = Time(256'000'000);
  const ledger::Block block = declare_deadlock(context);
  EXPECT_EQ(bits(block, "heavy_sketch_cell"), 64U * 4 * 1024 * 32);
  EXPECT_EQ(bits(block, "heavy_flow") + bits(block, "heavy_size") + bits(block, "heavy_links"),
            64U * 16 * (104 + 32 + 12));
  EXPECT_EQ(bits(block, "heavy_before"), 64U * 16 * (104 + 6 + 1));
  EXPECT_EQ(bits(block, "limited_flow"), 64U * 16 * (104 + 3 + 1));
  EXPECT_EQ(bits(block, "limited_left"), 64U * 16 * 13) << "10 ms are 5,000 ticks of 2 us";
  EXPECT_EQ(bits(block, "host_limited"), 64U);
  EXPECT_EQ(bits(block, "sketch_cell"), 0U);
}

// Of each (port, lossless class): bytes of 12 MiB, paused, the state between polls in two bits, masked and dropping;
// and the big red switch. All else is counters in SRAM.
TEST(PfcwdRegisters, OfSixtyFourPortsAndTwoClasses) {
  SwitchContext context = context_of(64, 0x0a);
  context.config.unit = Unit::kPfcwd;
  const ledger::Block block = declare_deadlock(context);
  std::uint64_t flip_flops = 0;
  for (const ledger::RegisterDeclaration& one : block.registers()) {
    EXPECT_FALSE(one.source.empty()) << one.name;
    EXPECT_FALSE(one.description.empty()) << one.name;
    flip_flops += one.storage == ledger::Storage::kFlipFlop ? one.bits() : 0;
  }
  EXPECT_EQ(flip_flops, 64U * 2 * (24 + 1 + 2 + 1 + 1) + 1);
  EXPECT_EQ(bits(block, "pfcwd_received"), 64U * 2 * 64);
  EXPECT_EQ(bits(block, "pfcwd_paused_time"), 64U * 2 * 48);
}

TEST(Itsy, NoneCostsNothing) {
  SwitchContext context = context_of(64);
  context.config.unit = Unit::kNone;
  EXPECT_TRUE(declare_deadlock(context).registers().empty());
}

TEST(Itsy, EveryRegisterSaysWhoAsksForItAndWhy) {
  for (const ResolutionName& resolution : kResolutions) {
    const ledger::Block block = declare_deadlock(context_of(8, 0x01, resolution.value));
    for (const ledger::RegisterDeclaration& reg : block.registers()) {
      EXPECT_FALSE(reg.source.empty()) << reg.name;
      EXPECT_FALSE(reg.description.empty()) << reg.name;
    }
  }
}

TEST(Itsy, RefusesWhatNoHardwareCouldHave) {
  SwitchContext context = context_of(64, 0x01, Resolution::kCountMinDrop);
  context.config.itsy.sketch_rows = 0;
  EXPECT_NE(refusal(context), "");
}

}  // namespace weir::deadlock::declarations_test
