// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/block.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace weir::ledger {
namespace {

constexpr unsigned kWidestRegister = 4096;

bool is_snake_case(const std::string& word) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return !word.empty() && word.front() >= 'a' && word.front() <= 'z' && std::all_of(word.begin(), word.end(), allowed);
}

void require(bool holds, const std::string& block, const std::string& register_name, const std::string& what) {
  if (!holds)
    throw std::invalid_argument("ledger: " + block + "." + register_name + ": " + what);
}

}  // namespace

std::uint64_t Bits::total() const { return std::accumulate(by_storage.begin(), by_storage.end(), std::uint64_t{0}); }

Bits& Bits::operator+=(const Bits& other) {
  for (std::size_t kind = 0; kind < kStorageKinds; ++kind)
    by_storage[kind] += other.by_storage[kind];
  return *this;
}

Block& Block::add(RegisterDeclaration declaration) {
  const auto check = [&](bool holds, const std::string& what) { require(holds, name_, declaration.name, what); };
  check(is_snake_case(declaration.name), "the name of a register is lower_snake_case");
  check(find(declaration.name) == nullptr, "declared twice");
  check(!declaration.mechanism.empty(), "names no mechanism that asks for it");
  check(declaration.width >= 1 && declaration.width <= kWidestRegister,
        "is " + std::to_string(declaration.width) + " bits wide, wanted 1.." + std::to_string(kWidestRegister));
  const auto check_reset = [&](std::uint64_t reset) {
    check(declaration.width >= 64 || reset >> declaration.width == 0,
          "reset value " + std::to_string(reset) + " does not fit " + std::to_string(declaration.width) + " bits");
  };
  check_reset(declaration.reset);
  std::for_each(declaration.resets.begin(), declaration.resets.end(), check_reset);
  check(declaration.resets.empty() ||
            (!declaration.dimensions.empty() && declaration.resets.size() == declaration.dimensions.back().size),
        std::to_string(declaration.resets.size()) + " reset values, wanted one for each of the innermost dimension");
  for (const Dimension& dimension : declaration.dimensions)
    check(is_snake_case(dimension.of), "dimension \"" + dimension.of + "\": wanted lower_snake_case");
  registers_.push_back(std::move(declaration));
  return *this;
}

Block& Block::add(const Block& part, const Dimension& dimension) {
  for (RegisterDeclaration declaration : part.registers_) {
    declaration.dimensions.insert(declaration.dimensions.begin(), dimension);
    add(std::move(declaration));
  }
  return *this;
}

const RegisterDeclaration* Block::find(std::string_view register_name) const {
  const auto found = std::find_if(registers_.begin(), registers_.end(),
                                  [&](const RegisterDeclaration& known) { return known.name == register_name; });
  return found == registers_.end() ? nullptr : &*found;
}

Bits Block::bits() const {
  Bits sum;
  for (const auto& [mechanism, bits] : bits_by_mechanism())
    sum += bits;
  return sum;
}

std::map<std::string, Bits> Block::bits_by_mechanism() const {
  std::map<std::string, Bits> sums;
  for (const RegisterDeclaration& declaration : registers_) {
    sums[declaration.mechanism].by_storage[static_cast<std::size_t>(declaration.storage)] += declaration.bits();
  }
  return sums;
}

}  // namespace weir::ledger
