// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers that the deadlock unit declares, against figures worked out by hand and those of the paper.

#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "hw_model/mechanisms/deadlock/deadlock.h"

namespace weir::deadlock {
namespace {

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
  try {
    declare_deadlock(context);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

// ITSY, section III.B: "each port maintains a bit-map of size N", a bit whether it pauses, a RESUME tag, and the stored
// {S, P, Seq_id}; section VI.D: 64 ports, "14-bit SwitchID and 6-bit PortID".
TEST(Itsy, CausalityOf64Ports) {
  const ledger::Block block = declare_deadlock(context_of(64));
  EXPECT_EQ(bits(block, "traffic_mapping"), 64U * 64);
  EXPECT_EQ(bits(block, "pausing") + bits(block, "resumed"), 2U * 64);
  const unsigned seq = DeadlockConfig{}.itsy.seq_bits;
  EXPECT_EQ(bits(block, "initiator_switch") + bits(block, "initiator_port") + bits(block, "initiator_seq"),
            64U * (14 + 6 + seq));
}

TEST(Itsy, OncePerLosslessClass) {
  EXPECT_EQ(bits(declare_deadlock(context_of(64, 0x07)), "traffic_mapping"), 3U * 64 * 64);
  EXPECT_EQ(declare_deadlock(context_of(64, 0x07)).find("traffic_mapping")->formula(), "64 b x 64 port x 3 class");
}

// All flip-flops of detection with one lossless class: each port has N + 2 bits, {S, P, Seq} and a bit, a Seq of its
// own and three flags, a cut-off and a deadlock flag; the switch its S, and {S, P} of the initial trigger.
TEST(Itsy, FlipFlops) {
  EXPECT_EQ(declare_deadlock(context_of(64)).bits().of(ledger::Storage::kFlipFlop),
            64U * (64 + 2 + (14 + 6 + 8) + 1 + 8 + 3 + 2) + 14 + 14 + 6);
}

// A bit is cleared with the last packet of its pair only where packets are counted: 60,495 cells, 16 bits a pair.
TEST(Itsy, CountsOfThePairs) {
  SwitchContext context = context_of(64);
  EXPECT_EQ(bits(declare_deadlock(context), "traffic_count"), 64U * 64 * 16);
  context.config.itsy.count_packets = false;
  EXPECT_EQ(bits(declare_deadlock(context), "traffic_count"), 0U);
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

TEST(Itsy, PortLevelAndFlowLevel) {
  const ledger::Block port = declare_deadlock(context_of(64, 0x01, Resolution::kPortLevel));
  EXPECT_EQ(port.bits_by_mechanism().at("itsy_port_level").total(), 16U * 20 + 5 + 6 + 6 + 24 + 64 + 1);
  const ledger::Block flow = declare_deadlock(context_of(64, 0x01, Resolution::kFlowLevel));
  EXPECT_EQ(flow.bits_by_mechanism().at("itsy_flow_level").total(), 426U + 64 * 64 * 10 + 64 * 7);
  EXPECT_EQ(bits(flow, "sketch_cell"), 0U);
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
  SwitchContext context = context_of(128);
  EXPECT_EQ(refusal(context), "");
  context.config.itsy.port_id_bits = 6;
  EXPECT_EQ(refusal(context), "itsy: port_id_bits is 6, which cannot name 128 ports");
  context = context_of(64);
  context.config.itsy.seq_bits = 0;
  EXPECT_EQ(refusal(context), "itsy: seq_bits is 0, wanted 1..32");
  context = context_of(64, 0x01, Resolution::kCountMinDrop);
  context.config.itsy.sketch_rows = 0;
  EXPECT_NE(refusal(context), "");
  context = context_of(64, 0x01, Resolution::kFlowLevel);
  context.config.itsy.longest_loop = 0;
  EXPECT_NE(refusal(context), "");
}

}  // namespace
}  // namespace weir::deadlock
