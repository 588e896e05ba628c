// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which registers of a chip stand in the register bank of a port (rtl/port_registers), and the bank as a block of the
// ledger: what software writes of a port, and the registers of the bus. (docs/decisions/0309)

#pragma once

#include <cstdint>

#include "hw_model/ledger/chip.h"

namespace weir::ledger {

inline constexpr char kPortRegisters[] = "port_registers";  // the RTL
inline constexpr char kPortBank[] = "port_bank";            // the block of a chip that has it

enum class BankPart : std::uint8_t {
  kNone,   // not of a port, not in the map, or written by software but in a memory or another RTL block
  kKept,   // the bank's flip-flops
  kValue,  // read by number: another block or a memory holds it
};
BankPart part_of_bank(const RegisterDeclaration& declaration);

// Bits of the number of a value; `values`: how many a port has, at least 1.
unsigned value_number_bits(std::uint64_t values);

// The same chip with a bank of each port: what the bank keeps has it as its RTL, and block port_bank has the registers
// of the bus and the instances. A bank that is there already is made anew. A chip whose ports have nothing to keep or
// nothing to read stays as it is.
Chip with_port_bank(const Chip& chip);

// Block::bits_of_one over all blocks: the bank of a port holds registers of many.
std::uint64_t bits_of_one(const Chip& chip, const RtlInstance& instance);

}  // namespace weir::ledger
