// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/address_map.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace weir::ledger {
namespace {

constexpr std::uint64_t kLeastBlock = 4096;
constexpr std::uint64_t kLargestMap = std::uint64_t{1} << 48U;

std::uint64_t aligned(std::uint64_t address, std::uint64_t alignment) {
  return (address + alignment - 1) / alignment * alignment;
}

std::uint64_t element_bytes(unsigned width) {
  return std::max<std::uint64_t>(kWordBytes, std::bit_ceil((std::uint64_t{width} + 7) / 8));
}

void require_fits(std::uint64_t bytes, const std::string& what) {
  if (bytes > kLargestMap)
    throw std::invalid_argument("address map: " + what + " takes more than 2^48 bytes");
}

bool is_mapped(const RegisterDeclaration& declaration) {
  return declaration.access != Access::kInternal && declaration.count() > 0;
}

}  // namespace

std::uint64_t MappedRegister::stride(std::size_t dimension) const {
  std::uint64_t bytes = element_bytes;
  for (std::size_t inner = dimension + 1; inner < declaration.dimensions.size(); ++inner)
    bytes *= declaration.dimensions[inner].size;
  return bytes;
}

std::uint64_t MappedRegister::address(const Indices& indices) const {
  std::uint64_t sum = offset;
  for (std::size_t i = 0; i < indices.size(); ++i)
    sum += indices[i] * stride(i);
  return sum;
}

std::string subscript(const Indices& indices) {
  std::string text;
  for (const std::uint64_t index : indices)
    text += "[" + std::to_string(index) + "]";
  return text;
}

Indices MappedRegister::indices_of(std::uint64_t element) const {
  Indices indices(declaration.dimensions.size());
  for (std::size_t i = indices.size(); i > 0; --i) {
    indices[i - 1] = element % declaration.dimensions[i - 1].size;
    element /= declaration.dimensions[i - 1].size;
  }
  return indices;
}

std::uint64_t MappedRegister::reset_of(const Indices& indices) const {
  return declaration.resets.empty() ? declaration.reset : declaration.resets[indices.back()];
}

AddressMap::AddressMap(const Chip& chip) : name_(chip.name()) {
  for (const Block& block : chip.blocks())
    place(block);
  const std::uint64_t end = blocks_.empty() ? 0 : blocks_.back().offset + blocks_.back().bytes;
  bytes_ = std::max(kLeastBlock, std::bit_ceil(end));
  require_fits(bytes_, name_);
}

void AddressMap::place(const Block& block) {
  const std::size_t first = mapped_.size();
  std::uint64_t end = 0;  // from the start of the block
  for (const RegisterDeclaration& declaration : block.registers()) {
    if (!is_mapped(declaration)) {
      left_out_.insert(block.name() + "." + declaration.name);
      continue;
    }
    const std::uint64_t element = element_bytes(declaration.width);
    require_fits(declaration.count(), block.name() + "." + declaration.name);
    const std::uint64_t bytes = declaration.count() * element;
    require_fits(bytes, block.name() + "." + declaration.name);
    const std::uint64_t offset = aligned(end, std::bit_ceil(bytes));
    mapped_.push_back({mapped_.size(), block.name(), declaration, offset, element});
    end = offset + bytes;
    require_fits(end, block.name());
  }
  if (mapped_.size() == first)
    return;
  const std::uint64_t bytes = std::max(kLeastBlock, std::bit_ceil(end));
  const std::uint64_t offset = blocks_.empty() ? 0 : aligned(blocks_.back().offset + blocks_.back().bytes, bytes);
  require_fits(offset + bytes, name_);
  for (std::size_t i = first; i < mapped_.size(); ++i)
    mapped_[i].offset += offset;
  blocks_.push_back({block.name(), offset, bytes, first, mapped_.size() - first});
}

unsigned AddressMap::address_bits() const { return static_cast<unsigned>(std::bit_width(bytes_ - 1)); }

std::span<const MappedRegister> AddressMap::registers_of(const MappedBlock& block) const {
  return std::span(mapped_).subspan(block.first, block.count);
}

std::optional<Location> AddressMap::locate(std::uint64_t address) const {
  const auto after =
      std::upper_bound(mapped_.begin(), mapped_.end(), address,
                       [](std::uint64_t wanted, const MappedRegister& mapped) { return wanted < mapped.offset; });
  if (after == mapped_.begin())
    return std::nullopt;
  const MappedRegister& mapped = *(after - 1);
  const std::uint64_t within = address - mapped.offset;
  if (within >= mapped.bytes())
    return std::nullopt;
  return Location{&mapped, within / mapped.element_bytes, within % mapped.element_bytes};
}

bool AddressMap::leaves_out(std::string_view block, std::string_view register_name) const {
  return left_out_.contains(std::string(block) + "." + std::string(register_name));
}

const MappedRegister* AddressMap::find(std::string_view block, std::string_view register_name) const {
  const auto found = std::find_if(mapped_.begin(), mapped_.end(), [&](const MappedRegister& mapped) {
    return mapped.block == block && mapped.declaration.name == register_name;
  });
  return found == mapped_.end() ? nullptr : &*found;
}

}  // namespace weir::ledger
