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

template <typename Check>
void check_bits(const RegisterDeclaration& declaration, const Check& check) {
  const std::vector<NamedBit>& bits = declaration.named_bits;
  check(bits.empty() || (bits.size() == declaration.width && bits.size() <= 64),
        std::to_string(bits.size()) + " named bits, wanted one for each of " + std::to_string(declaration.width) +
            ", at most 64");
  for (std::size_t i = 0; i < bits.size(); ++i) {
    check(is_snake_case(bits[i].name), "bit \"" + bits[i].name + "\": wanted lower_snake_case");
    for (std::size_t k = 0; k < i; ++k)
      check(bits[k].name != bits[i].name, "two bits are named " + bits[i].name);
  }
}

void widen(RegisterDeclaration& declaration, const RegisterDeclaration& other, const std::string& block) {
  require(declaration.dimensions.size() == other.dimensions.size(), block, declaration.name,
          "has other dimensions at another port");
  for (std::size_t i = 0; i < other.dimensions.size(); ++i) {
    Dimension& dimension = declaration.dimensions[i];
    require(dimension.of == other.dimensions[i].of, block, declaration.name, "has other dimensions at another port");
    dimension.size = std::max(dimension.size, other.dimensions[i].size);
  }
  if (!declaration.resets.empty())
    declaration.resets.resize(declaration.dimensions.back().size, declaration.reset);
  declaration.width = std::max(declaration.width, other.width);
  if (declaration.storage != other.storage) {  // who wants flip-flops reads all of them at once
    declaration.storage = Storage::kFlipFlop;
    declaration.accesses = {};
  }
  if (declaration.rtl_block.empty())
    declaration.rtl_block = other.rtl_block;
}

}  // namespace

std::uint64_t Bits::total() const { return std::accumulate(by_storage.begin(), by_storage.end(), std::uint64_t{0}); }

Bits& Bits::operator+=(const Bits& other) {
  for (std::size_t kind = 0; kind < kStorageKinds; ++kind)
    by_storage[kind] += other.by_storage[kind];
  return *this;
}

std::uint64_t RtlInstance::count() const { return ledger::count(dimensions); }

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
  check_bits(declaration, check);
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
  for (RtlInstance instance : part.rtl_instances_) {
    instance.dimensions.insert(instance.dimensions.begin(), dimension);
    add(std::move(instance));
  }
  return *this;
}

Block& Block::add(RtlInstance instance) {
  bool holds_any = false;
  for (const RegisterDeclaration& declaration : registers_) {
    if (declaration.rtl_block != instance.block)
      continue;
    holds_any = true;
    const Dimensions& of = declaration.dimensions;
    require(std::ranges::all_of(instance.dimensions,
                                [&](const Dimension& each) { return std::ranges::find(of, each) != of.end(); }),
            name_, declaration.name, "is not one for each instance of " + instance.block);
  }
  require(holds_any, name_, instance.block, "an RTL block without a register");
  rtl_instances_.push_back(std::move(instance));
  return *this;
}

std::uint64_t Block::bits_of_one(const RtlInstance& instance, bool in_memories) const {
  std::uint64_t bits = 0;
  for (const RegisterDeclaration& declaration : registers_) {
    const bool in_memory = instance.has_memories && declaration.storage == Storage::kSram;
    bits += declaration.rtl_block == instance.block && in_memory == in_memories ? declaration.bits() : 0;
  }
  return bits / std::max<std::uint64_t>(instance.count(), 1);
}

std::uint64_t Block::bits_of_one(const RtlInstance& instance) const { return bits_of_one(instance, false); }
std::uint64_t Block::memory_bits_of_one(const RtlInstance& instance) const { return bits_of_one(instance, true); }

std::string Block::reset_constant(std::string_view register_name) const {
  const RegisterDeclaration* held = find(register_name);
  require(held != nullptr, name_, std::string(register_name), "an RTL block resets what is not declared");
  const std::vector<std::uint64_t> resets =
      held->resets.empty() ? std::vector<std::uint64_t>{held->reset} : held->resets;
  std::string bits;  // lowest first
  for (const std::uint64_t reset : resets) {
    for (unsigned bit = 0; bit < held->width; ++bit)
      bits.push_back(bit < 64 && (reset >> bit & 1U) != 0 ? '1' : '0');
  }
  std::reverse(bits.begin(), bits.end());
  return std::to_string(bits.size()) + "'b" + bits;
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

Block widest(const Block& a, const Block& b) {
  Block merged(a.name());
  for (RegisterDeclaration declaration : a.registers()) {
    if (const RegisterDeclaration* other = b.find(declaration.name); other != nullptr)
      widen(declaration, *other, a.name());
    merged.add(std::move(declaration));
  }
  for (const RegisterDeclaration& declaration : b.registers()) {
    if (a.find(declaration.name) == nullptr)
      merged.add(declaration);
  }
  for (const RtlInstance& instance : a.rtl_instances())
    merged.add(instance);
  for (const RtlInstance& instance : b.rtl_instances()) {
    const bool known =
        std::ranges::find(a.rtl_instances(), instance.block, &RtlInstance::block) != a.rtl_instances().end();
    const bool holds_any = std::ranges::find(merged.registers(), instance.block, &RegisterDeclaration::rtl_block) !=
                           merged.registers().end();
    if (!known && holds_any)
      merged.add(instance);
  }
  return merged;
}

}  // namespace weir::ledger
