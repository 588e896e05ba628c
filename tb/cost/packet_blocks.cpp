// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/packet_blocks.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/ledger/port_bank.h"

namespace weir::cost {
namespace {

// The length with which all ports bring one frame in a cycle: what they bring is its bytes, preamble and gap.
Bytes length_of_one_a_cycle(const std::vector<link::LinkConfig>& ports, Time clock) {
  Wide bits_per_second = 0;
  for (const link::LinkConfig& port : ports) {
    bits_per_second += port.rate.count();
  }
  constexpr Wide kByte = Wide{kBitsPerByte} * kPicosecondsPerSecond;
  const Wide bytes = (bits_per_second * clock.count() + kByte - 1) / kByte;
  return std::max(Bytes(static_cast<std::int64_t>(bytes)) - link::kWireOverhead, kSmallestFrame);
}

}  // namespace

std::uint64_t copies_of(const ledger::RtlInstance& instance, const std::vector<link::LinkConfig>& ports, Time clock) {
  return instance.answers == ledger::Answers::kAnyPacket
             ? banks_for(MacroPorts::k1rw, packets_per_cycle(ports, clock), 0)
             : 1;
}

std::vector<PacketBlock> packet_blocks(const ledger::Chip& chip, const std::vector<link::LinkConfig>& ports,
                                       Time clock) {
  std::vector<PacketBlock> found;
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RtlInstance& instance : block.rtl_instances()) {
      if (instance.answers == ledger::Answers::kNoPackets) {
        continue;
      }
      PacketBlock one;
      one.block = instance.block;
      one.copies = copies_of(instance, ports, clock);
      one.may_be_copied = instance.answers == ledger::Answers::kAnyPacket;
      one.flip_flops = ledger::bits_of_one(chip, instance);
      one.keeps_up_from = one.may_be_copied ? kSmallestFrame : length_of_one_a_cycle(ports, clock);
      found.push_back(std::move(one));
    }
  }
  return found;
}

ledger::Bits copied_bits(const std::vector<Memory>& memories, const std::vector<PacketBlock>& blocks) {
  ledger::Bits bits;
  for (const Memory& memory : memories) {
    bits.by_storage[static_cast<std::size_t>(memory.storage)] += memory.bits_of_copies() - memory.bits();
  }
  for (const PacketBlock& one : blocks) {
    bits.by_storage[static_cast<std::size_t>(ledger::Storage::kFlipFlop)] += one.further_flip_flops();
  }
  return bits;
}

std::vector<std::string> slower_than_the_ports(const std::vector<PacketBlock>& blocks, double packets_per_cycle) {
  std::vector<std::string> lines;
  for (const PacketBlock& one : blocks) {
    if (!one.may_be_copied && one.keeps_up_from > kSmallestFrame) {
      lines.push_back(fmt::format(
          "{} takes one packet in a cycle, and all ports bring {:.2f} of 64 B: it keeps up where frames have {} B or "
          "more on average; for shorter ones a chip needs several such blocks with common sums, which rtl/ has not",
          one.block, packets_per_cycle, one.keeps_up_from.count()));
    }
  }
  return lines;
}

}  // namespace weir::cost
