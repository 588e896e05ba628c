// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Helpers shared by the formats.

#pragma once

#include <string>
#include <string_view>

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

// "description (source)".
std::string description_of(const ledger::MappedRegister& mapped);

// `text` with every `what` replaced by `with`.
std::string replaced(std::string text, std::string_view what, std::string_view with);

}  // namespace weir::register_map
