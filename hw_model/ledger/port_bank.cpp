// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/port_bank.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/ledger/origin.h"

namespace weir::ledger {
namespace {

constexpr unsigned kBusBits = 32;  // of the bus

bool is_of_port(const RegisterDeclaration& declaration) {
  return !declaration.dimensions.empty() && declaration.dimensions.front().of == "port" && declaration.count() > 0;
}

struct Counts {
  std::uint64_t ports = 0;
  std::uint64_t kept = 0;    // registers
  std::uint64_t values = 0;  // elements of a port
};

Counts counts_of(const Chip& chip) {
  Counts counts;
  for (const Block& block : chip.blocks()) {
    for (const RegisterDeclaration& declaration : block.registers()) {
      const BankPart part = part_of_bank(declaration);
      if (part == BankPart::kNone)
        continue;
      counts.ports = declaration.dimensions.front().size;
      counts.kept += part == BankPart::kKept ? 1 : 0;
      counts.values += part == BankPart::kValue ? declaration.count() / counts.ports : 0;
    }
  }
  return counts;
}

// What answers an access, and the snapshot: the registers of register_answer, by their names there.
Block bus_of(const Counts& counts) {
  const Origin origin("port", "register bank of a port");
  const Dimensions each = {{"port", counts.ports}};
  Block block(kPortBank);
  const auto add = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal({.name = name,
                               .width = width,
                               .dimensions = each,
                               .rtl_block = kPortRegisters,
                               .width_follows = follows,
                               .description = what}));
  };
  add("answers", 1, "", "an access is answered");
  add("error", 1, "", "the access did nothing");
  add("value", 1, "", "the answer is a value that another block holds");
  add("high", 1, "", "the answer is the upper word of the value");
  add("begins", 1, "", "the snapshot begins");
  add("ends", 1, "", "the answer is the snapshot, which ends");
  add("held", 1, "", "there is a snapshot");
  add("held_number", value_number_bits(counts.values), "names a value of the port", "value of the snapshot");
  add("word", kBusBits, "bits of the bus", "word of a register that the bank keeps, for the answer");
  add("snapshot", kBusBits, "bits of the bus", "upper word of the value whose lower word was read");
  block.add(RtlInstance{.block = kPortRegisters, .parameters = {{"PORT", 0}}, .dimensions = each});
  return block;
}

}  // namespace

BankPart part_of_bank(const RegisterDeclaration& declaration) {
  if (!is_of_port(declaration) || declaration.access == Access::kInternal)
    return BankPart::kNone;
  if (declaration.access == Access::kReadOnly)
    return BankPart::kValue;
  const bool is_elsewhere = declaration.storage != Storage::kFlipFlop ||
                            (!declaration.rtl_block.empty() && declaration.rtl_block != kPortRegisters);
  return is_elsewhere ? BankPart::kNone : BankPart::kKept;
}

unsigned value_number_bits(std::uint64_t values) {
  return std::max(1U, static_cast<unsigned>(std::bit_width(values - 1)));
}

Chip with_port_bank(const Chip& chip) {
  const Counts counts = counts_of(chip);
  if (counts.kept == 0 || counts.values == 0)
    return chip;
  Chip with_bank(chip.name());
  for (const Block& block : chip.blocks()) {
    if (block.name() == kPortBank)
      continue;
    Block marked(block.name());
    for (RegisterDeclaration declaration : block.registers()) {
      if (part_of_bank(declaration) == BankPart::kKept)
        declaration.rtl_block = kPortRegisters;
      marked.add(std::move(declaration));
    }
    for (const RtlInstance& instance : block.rtl_instances())
      marked.add(instance);
    with_bank.add(std::move(marked));
  }
  with_bank.add(bus_of(counts));
  return with_bank;
}

std::uint64_t bits_of_one(const Chip& chip, const RtlInstance& instance) {
  std::uint64_t bits = 0;
  for (const Block& block : chip.blocks())
    bits += block.bits_of_one(instance);
  return bits;
}

}  // namespace weir::ledger
