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

std::string_view name(Storage storage) {
  switch (storage) {
    case Storage::kFlipFlop:
      return "flip_flop";
    case Storage::kSram:
      return "sram";
    case Storage::kTcam:
      return "tcam";
  }
  return "";
}

std::string_view name(Access access) {
  switch (access) {
    case Access::kReadOnly:
      return "ro";
    case Access::kReadWrite:
      return "rw";
    case Access::kWriteOneToClear:
      return "w1c";
    case Access::kInternal:
      return "internal";
  }
  return "";
}

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
  check(declaration.width >= 64 || declaration.reset >> declaration.width == 0,
        "reset value " + std::to_string(declaration.reset) + " does not fit " + std::to_string(declaration.width) +
            " bits");
  registers_.push_back(std::move(declaration));
  return *this;
}

Block& Block::add(const Block& part, std::uint64_t copies) {
  for (RegisterDeclaration declaration : part.registers_) {
    declaration.count *= copies;
    const auto same = std::find_if(registers_.begin(), registers_.end(), [&](const RegisterDeclaration& known) {
      return known.name == declaration.name && known.width == declaration.width &&
             known.storage == declaration.storage && known.mechanism == declaration.mechanism;
    });
    if (same == registers_.end()) {
      add(std::move(declaration));
    } else {
      same->count += declaration.count;
    }
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
