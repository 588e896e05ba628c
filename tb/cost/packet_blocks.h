// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// RTL blocks that answer packets of all ports, one in a cycle, and what the ports bring: every port receives frames of
// one length at line rate, with 20 B of preamble and gap each. A block that answers from settings alone has copies; one
// with the accounts of all packets has none, and keeps up with frames of some length at least.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "hw_model/ledger/chip.h"
#include "tb/cost/memories.h"

namespace weir::cost {

struct PacketBlock {
  std::string block;             // of rtl/
  std::uint64_t copies = 1;      // as many as frames of 64 B come in a cycle; 1 where copies would know too little
  bool may_be_copied = false;    // its answers follow from settings alone
  std::uint64_t flip_flops = 0;  // of one
  // Frames of all ports are as long on average where no more of them come in a cycle than the copies answer; 64 B at
  // least, and possibly above what the switch takes.
  Bytes keeps_up_from;

  std::uint64_t further_flip_flops() const { return (copies - 1) * flip_flops; }
};

// How often there has to be an instance of the ledger: 1 unless it answers any packet.
std::uint64_t copies_of(const ledger::RtlInstance& instance, const std::vector<link::LinkConfig>& ports, Time clock);

// Blocks that answer packets, in the order of the chip.
std::vector<PacketBlock> packet_blocks(const ledger::Chip& chip, const std::vector<link::LinkConfig>& ports,
                                       Time clock);

// Bits that copies of tables and blocks have beside the first.
ledger::Bits copied_bits(const std::vector<Memory>& memories, const std::vector<PacketBlock>& blocks);

// A line for each block that does not keep up with frames of 64 B.
std::vector<std::string> slower_than_the_ports(const std::vector<PacketBlock>& blocks, double packets_per_cycle);

}  // namespace weir::cost
