// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// One register of the modelled hardware, declared once: the register map, the cost report and the parameters of the RTL
// are made from declarations, so that no figure is typed in a second place.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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

// A dimension of a register: one element for each port, class, stage, word. Size 0: this configuration has none.
struct Dimension {
  std::string of = {};  // singular, lower_snake_case: "port", "class", "stage", "word"
  std::uint64_t size = 1;
  bool operator==(const Dimension&) const = default;
};

// Outermost first, as in an array of C; empty: a single register.
using Dimensions = std::vector<Dimension>;

// The product of the sizes.
std::uint64_t count(const Dimensions& dimensions);

// How often a packet touches a memory, on its way through the switch; flip-flops need no such figure.
struct Accesses {
  double reads_per_packet = 0;
  double writes_per_packet = 0;
  // Not 0: the bytes of a packet in one word. A packet begins in a word of its own and touches each of its words as
  // often as above.
  std::uint64_t word_bytes = 0;
  bool operator==(const Accesses&) const = default;
};

// A bit of a register in which each bit is a fact of its own.
struct NamedBit {
  std::string name = {};  // lower_snake_case
  std::string description = {};
  bool operator==(const NamedBit&) const = default;
};

struct RegisterDeclaration {
  std::string name = {};       // lower_snake_case, the same word in C++, RTL and docs
  unsigned width = 1;          // bits of one, 1..4096
  Dimensions dimensions = {};  // number of elements, and of what
  std::uint64_t reset = 0;     // value after reset; fits `width`
  // Values after reset along the innermost dimension, if they differ: thresholds. Empty: all are `reset`.
  std::vector<std::uint64_t> resets = {};
  // Bit 0 first, one for each bit of the width; empty: the register is one value.
  std::vector<NamedBit> named_bits = {};
  Access access = Access::kInternal;
  std::string mechanism = {};  // that needs it: "pfc", "cbfc", ...
  Storage storage = Storage::kFlipFlop;
  Accesses accesses = {};  // of memories
  // The memory that several counters share, all of one width, of which a packet counts in one at most. Empty: each
  // counter memory is its own.
  std::string memory = {};
  std::string rtl_block = {};      // the RTL block that holds it: "rate_limiter_stage"; empty: none
  std::string width_follows = {};  // what gives the width: "bits of xoff"; empty: the standard's
  std::string source = {};         // paper and section, or standard and clause
  std::string description = {};

  // The product of the dimensions.
  std::uint64_t count() const;
  std::uint64_t bits() const { return width * count(); }

  // "24 b x 32 port x 8 class".
  std::string formula() const;

  // Size of the dimension of that name; 1 when there is none.
  std::uint64_t size_of(std::string_view dimension) const;
};

}  // namespace weir::ledger
