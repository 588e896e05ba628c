// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/register_map/text.h"

#include "hw_model/ledger/register_bank.h"

namespace weir::register_map {

std::string array_of(const ledger::MappedRegister& mapped, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += "[" + std::to_string(mapped.declaration.dimensions[i].size) + "]";
  return text;
}

std::string name_within_file(const ledger::MappedRegister& mapped, std::uint64_t index) {
  return mapped.declaration.dimensions.back().of + "_" + std::to_string(index);
}

std::uint64_t file_bytes(const ledger::MappedRegister& mapped) {
  return mapped.declaration.dimensions.back().size * mapped.element_bytes;
}

std::uint64_t Field::reset_of(std::uint64_t reset) const { return reset >> offset & ledger::word_mask(width, 0); }

std::vector<Field> fields_of(const ledger::RegisterDeclaration& declaration) {
  if (declaration.named_bits.empty())
    return {{"value", "", 0, declaration.width}};
  std::vector<Field> fields;
  for (const ledger::NamedBit& bit : declaration.named_bits)
    fields.push_back({bit.name, bit.description, static_cast<unsigned>(fields.size()), 1});
  return fields;
}

std::string description_of(const ledger::MappedRegister& mapped) {
  const std::string& source = mapped.declaration.source;
  return mapped.declaration.description + (source.empty() ? "" : " (" + source + ")");
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
  return text;
}

}  // namespace weir::register_map
