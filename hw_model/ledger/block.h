// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A hardware block: its registers, the sum of their bits, and its RTL instances.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/register.h"

namespace weir::ledger {

// Bits by kind of storage.
struct Bits {
  std::array<std::uint64_t, kStorageKinds> by_storage{};

  std::uint64_t of(Storage storage) const { return by_storage[static_cast<std::size_t>(storage)]; }
  std::uint64_t total() const;
  Bits& operator+=(const Bits& other);
  bool operator==(const Bits&) const = default;
};

// Which packets of the switch an RTL block answers, one in a cycle.
enum class Answers : std::uint8_t {
  kNoPackets,   // none, or those of one port alone
  kAnyPacket,   // from settings alone, so that any of several copies can answer it
  kAllPackets,  // from what all packets have left in it: copies would know too little
};

// The instances of an RTL block: parameters and number. Block::bits_of_one and memory_bits_of_one give the bits that
// one instance should come to.
struct RtlInstance {
  std::string block = {};                                // folder and module name under rtl/
  std::map<std::string, std::uint64_t> parameters = {};  // by the module's names; an input's: a constant here
  Dimensions dimensions = {};                            // how many there are, and of what
  // By the name of a parameter: the register whose reset values it is, element 0 lowest (Block::reset_constant).
  std::map<std::string, std::string> resets = {};
  bool has_memories = false;  // what the ledger has in SRAM are memories of the RTL; else flip-flops
  Answers answers = Answers::kNoPackets;
  std::uint64_t count() const;
  bool operator==(const RtlInstance&) const = default;
};

class Block {
 public:
  explicit Block(std::string name) : name_(std::move(name)) {}

  // Throws std::invalid_argument when a name is not lower_snake_case or is taken, the mechanism is not named, the width
  // is out of range, or a reset value does not fit.
  Block& add(RegisterDeclaration declaration);

  // Adds all registers of `part`, once for each of `dimension`: a switch has the block of a port for each of its ports.
  Block& add(const Block& part, const Dimension& dimension);

  // Adds RTL instances, to which the registers with `instance.block` as rtl_block belong. Throws std::invalid_argument
  // when there are no such registers, or when one of them does not have all dimensions of the instances.
  Block& add(RtlInstance instance);

  const std::string& name() const { return name_; }
  const std::vector<RegisterDeclaration>& registers() const { return registers_; }
  const std::vector<RtlInstance>& rtl_instances() const { return rtl_instances_; }

  // Bits of all registers that one instance holds: the flip-flops that synthesis must find, and the bits of memories.
  std::uint64_t bits_of_one(const RtlInstance& instance) const;
  std::uint64_t memory_bits_of_one(const RtlInstance& instance) const;

  // The parameter that gives one instance the register's reset values: a constant of Verilog, "8'b11110011".
  std::string reset_constant(std::string_view register_name) const;

  // nullptr when there is none of that name.
  const RegisterDeclaration* find(std::string_view register_name) const;

  Bits bits() const;
  std::map<std::string, Bits> bits_by_mechanism() const;

 private:
  std::uint64_t bits_of_one(const RtlInstance& instance, bool in_memories) const;

  std::string name_;
  std::vector<RegisterDeclaration> registers_;  // in the order of declaration
  std::vector<RtlInstance> rtl_instances_;
};

// One block that serves in place of `a` and of `b`: each register has the greater width and the greater size of each
// dimension, and is in flip-flops where one of the two has it there. All else is as in `a`, and registers and RTL
// blocks that only `b` has are added. Throws std::invalid_argument when a register has other dimensions in `a` than in
// `b`.
Block widest(const Block& a, const Block& b);

}  // namespace weir::ledger
