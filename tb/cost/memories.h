// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The memories of a switch and the accesses that they must stand: every port receives and sends frames of one length at
// line rate, with 20 B of preamble and gap each, of the length that is worst for that memory. What is touched once a
// packet has its worst with 64 B; what holds packets in words, with the length that begins one word more. A memory that
// must be read or written more often than once a cycle is divided into banks or has more ports. What there is for each
// port is in a memory of the port, which the packets of this port touch.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/cost/cost.h"
#include "tb/cost/fpga.h"
#include "tb/cost/macros.h"

namespace weir::cost {

inline constexpr Bytes kSmallestFrame{64};  // of Ethernet

// Of all ports together, at most.
double packets_per_cycle(const std::vector<link::LinkConfig>& ports, Time clock, Bytes frame = kSmallestFrame);

// The length of 64 B to `longest` with which most words are touched at line rate, where a word holds so many bytes of a
// packet, and each packet begins in a word of its own; 64 B for 0.
struct WorstFrame {
  Bytes length;
  std::uint64_t words = 1;  // of one packet
};
WorstFrame worst_frame(std::uint64_t word_bytes, Bytes longest);

// How many packets there are.
struct Traffic {
  std::vector<link::LinkConfig> ports;
  Time clock;
  Bytes longest;
};

struct Memory {
  std::string name;  // block.register
  std::string mechanism;
  ledger::Storage storage = ledger::Storage::kSram;
  std::uint64_t number = 1;  // one, or one a port; all below is of one of them, but for bits, FPGA blocks and macros
  std::uint64_t words = 0;
  std::uint64_t width = 0;
  WorstFrame worst;
  double reads_per_cycle = 0;  // with frames of that length; of ports, that of the fastest
  double writes_per_cycle = 0;
  // Of a table: as many as are asked in a cycle, each of which has all words and is asked once. A table is what packets
  // read and never write, a TCAM among them: any packet may ask for any entry, so that banks are of no help.
  std::uint64_t copies = 1;
  // The least number of banks, of one copy. Accesses of one cycle must then fall on different ones: a statement about
  // addresses that the figure cannot make.
  std::optional<std::uint64_t> banks_1rw = 1;  // each one read or write a cycle; nothing: more than there are words
  std::uint64_t banks_1r1w = 1;                // each one read and one write a cycle
  std::optional<FpgaBlocks> fpga;              // of banks_1r1w banks in all copies; nothing for a TCAM
  // Of all copies; refers to the table of macros; nothing for a TCAM, without such a table, or if none of it is enough.
  std::optional<MacroUse> macros;

  std::uint64_t bits() const { return number * words * width; }  // of one copy of each
  std::uint64_t bits_of_copies() const { return copies * bits(); }
};

// SRAM and TCAM of `cost`, in its order.
std::vector<Memory> memories_of(const Cost& cost, const Traffic& traffic, const std::vector<Macro>& macros);

}  // namespace weir::cost
