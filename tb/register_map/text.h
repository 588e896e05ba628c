// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Helpers shared by the formats.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/address_map.h"

namespace weir::register_map {

// The dimensions as text, "[4][8]"; empty for a single register. With `count`: the first `count` dimensions only.
std::string array_of(const ledger::MappedRegister& mapped, std::size_t count);
inline std::string array_of(const ledger::MappedRegister& mapped) {
  return array_of(mapped, mapped.declaration.dimensions.size());
}

// Whether elements differ in their reset values, which SystemRDL and IP-XACT cannot express for an array. Such a
// register becomes a register file with one register per innermost index: "stage_0", "stage_1", ...
inline bool has_several_resets(const ledger::MappedRegister& mapped) { return !mapped.declaration.resets.empty(); }
std::string name_within_file(const ledger::MappedRegister& mapped, std::uint64_t index);
// The distance in bytes from one such register file to the next.
std::uint64_t file_bytes(const ledger::MappedRegister& mapped);

// A field of a register: each of its named bits, or all of it as "value".
struct Field {
  std::string name;
  std::string description;  // empty: as the register's
  unsigned offset;          // of its lowest bit
  unsigned width;

  std::uint64_t reset_of(std::uint64_t reset) const;  // its part of the register's reset value
};
std::vector<Field> fields_of(const ledger::RegisterDeclaration& declaration);

// "description (source)".
std::string description_of(const ledger::MappedRegister& mapped);

// `text` with every `what` replaced by `with`.
std::string replaced(std::string text, std::string_view what, std::string_view with);

}  // namespace weir::register_map
