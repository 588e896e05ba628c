// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The address map of a chip: where software finds each register. It follows from the declarations alone, so the same
// chip has the same map on any machine:
//   element   a register of up to 32 bits takes 4 bytes, of up to 64 takes 8, a wider one the power of two that holds
//             it; little endian, least significant word first, value at bit 0, unused bits read 0
//   array     row-major without gaps, as in C, at a multiple of the power of two that holds it all
//   block     its registers in the order of declaration; at a multiple of its size, a power of two of 4 KiB or more
// Internal registers, and registers of which a configuration has no element, have no address. (docs/decisions/0120)

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/chip.h"

namespace weir::ledger {

inline constexpr std::uint64_t kWordBytes = 4;  // of the bus

// One number for each dimension of a declaration, outermost first.
using Indices = std::vector<std::uint64_t>;

// "[1][0]".
std::string subscript(const Indices& indices);

struct MappedRegister {
  std::size_t number = 0;  // in AddressMap::registers()
  std::string block = {};
  RegisterDeclaration declaration = {};
  std::uint64_t offset = 0;         // of the first element, from the start of the map
  std::uint64_t element_bytes = 4;  // from one element to the next: 4, 8, 16, ...

  std::uint64_t bytes() const { return declaration.count() * element_bytes; }
  // Bytes from one index to the next in this dimension.
  std::uint64_t stride(std::size_t dimension) const;
  // Of the element with these indices, each within its dimension.
  std::uint64_t address(const Indices& indices) const;
  Indices indices_of(std::uint64_t element) const;
  // Of the element with these indices, bits 0..63.
  std::uint64_t reset_of(const Indices& indices) const;
  // "block.name".
  std::string path() const { return block + "." + declaration.name; }
};

struct MappedBlock {
  std::string name;
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // a power of two
  std::size_t first = 0;    // its registers in AddressMap::registers()
  std::size_t count = 0;
};

// The register, element and byte at an address.
struct Location {
  const MappedRegister* mapped = nullptr;
  std::uint64_t element = 0;  // counted row-major
  std::uint64_t byte = 0;     // within the element
};

class AddressMap {
 public:
  // Throws std::invalid_argument when the chip needs more than 2^48 bytes.
  explicit AddressMap(const Chip& chip);

  const std::string& name() const { return name_; }
  const std::vector<MappedBlock>& blocks() const { return blocks_; }        // ascending
  const std::vector<MappedRegister>& registers() const { return mapped_; }  // ascending
  std::uint64_t bytes() const { return bytes_; }                            // of the whole map: a power of two
  unsigned address_bits() const;

  std::span<const MappedRegister> registers_of(const MappedBlock& block) const;

  // The location of an address; nothing if no register is there. O(log registers).
  std::optional<Location> locate(std::uint64_t address) const;

  // Whether the chip declares a register of that name without an address.
  bool leaves_out(std::string_view block, std::string_view register_name) const;

  // nullptr when there is none of that name.
  const MappedRegister* find(std::string_view block, std::string_view register_name) const;

 private:
  void place(const Block& block);

  std::string name_;
  std::vector<MappedBlock> blocks_;
  std::vector<MappedRegister> mapped_;
  std::set<std::string> left_out_;  // "block.name"
  std::uint64_t bytes_ = 0;
};

}  // namespace weir::ledger
