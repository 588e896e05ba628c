// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One register of the modelled hardware, declared once: the register map, the cost report and the parameters of the RTL
// are made from declarations, so that no figure is typed in a second place.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weir::ledger {

// Who may change a register: software, or only the hardware that owns it.
enum class Access : std::uint8_t {
  kReadOnly,         // software reads what the hardware counts or decides
  kReadWrite,        // a setting
  kWriteOneToClear,  // a flag that software acknowledges
  kInternal,         // not in the register map
};

enum class Storage : std::uint8_t { kFlipFlop, kSram, kTcam };
inline constexpr std::size_t kStorageKinds = 3;

// The words of reports: "flip_flop", "sram", "tcam"; "ro", "rw", "w1c", "internal".
std::string_view name(Storage storage);
std::string_view name(Access access);

struct RegisterDeclaration {
  std::string name = {};    // lower_snake_case, the same word in C++, RTL and docs
  unsigned width = 1;       // bits of one, 1..4096
  std::uint64_t count = 1;  // how many of them the block has; 0: this configuration has none
  std::uint64_t reset = 0;  // value after reset; fits `width`
  Access access = Access::kInternal;
  std::string mechanism = {};  // who asks for it: "pfc", "cbfc", ...
  Storage storage = Storage::kFlipFlop;
  std::string source = {};  // paper and section, or standard and clause
  std::string description = {};

  std::uint64_t bits() const { return width * count; }
};

}  // namespace weir::ledger
