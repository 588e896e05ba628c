// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of one hardware block, and what they add up to.

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

class Block {
 public:
  explicit Block(std::string name) : name_(std::move(name)) {}

  // Throws std::invalid_argument when a name is not lower_snake_case or is taken, the mechanism is not named, the width
  // is out of range, or a reset value does not fit.
  Block& add(RegisterDeclaration declaration);

  // All registers of `part`, once for each of `dimension`: a switch has the block of a port for each of its ports.
  Block& add(const Block& part, const Dimension& dimension);

  const std::string& name() const { return name_; }
  const std::vector<RegisterDeclaration>& registers() const { return registers_; }

  // nullptr when there is none of that name.
  const RegisterDeclaration* find(std::string_view register_name) const;

  Bits bits() const;
  std::map<std::string, Bits> bits_by_mechanism() const;

 private:
  std::string name_;
  std::vector<RegisterDeclaration> registers_;  // in the order of declaration
};

}  // namespace weir::ledger
