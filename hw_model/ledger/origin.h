// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The common origin of several registers: the mechanism that needs them and its source. Each call takes a declaration
// and fills in what it leaves open: mechanism and source, and the access of its kind.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "hw_model/base/units.h"
#include "hw_model/ledger/register.h"

namespace weir::ledger {

// A length as a register of bytes holds it; at least 0.
constexpr std::uint64_t register_value(Bytes length) { return static_cast<std::uint64_t>(length.count()); }

// Bits that hold 0..largest, at least one.
constexpr unsigned bits_for(std::uint64_t largest) {
  return largest == 0 ? 1U : static_cast<unsigned>(std::bit_width(largest));
}

// Bits that name one of `count`, at least one.
constexpr unsigned bits_to_name(std::uint64_t count) { return bits_for(count == 0 ? 0 : count - 1); }

class Origin {
 public:
  Origin(std::string mechanism, std::string source) : mechanism_(std::move(mechanism)), source_(std::move(source)) {}

  // Set by software.
  RegisterDeclaration setting(RegisterDeclaration declaration) const {
    return filled(std::move(declaration), Access::kReadWrite);
  }

  // Changed by the hardware; software may read it.
  RegisterDeclaration state(RegisterDeclaration declaration) const {
    return filled(std::move(declaration), Access::kReadOnly);
  }

  // Set by the hardware, acknowledged by software.
  RegisterDeclaration flag(RegisterDeclaration declaration) const {
    return filled(std::move(declaration), Access::kWriteOneToClear);
  }

  // Out of software's reach: pointers, pipeline registers, the contents of buffers.
  RegisterDeclaration internal(RegisterDeclaration declaration) const {
    return filled(std::move(declaration), Access::kInternal);
  }

  // A counter of packet events in a memory of counters: read and written back for each packet that it counts.
  RegisterDeclaration counter(RegisterDeclaration declaration) const {
    declaration.storage = Storage::kSram;
    declaration.accesses = {.reads_per_packet = 1, .writes_per_packet = 1};
    return filled(std::move(declaration), Access::kReadOnly);
  }

  // How many `events` ("packets") there were: a counter of 64 bits, so that it never wraps.
  RegisterDeclaration events(std::string_view events, RegisterDeclaration declaration) const {
    declaration.width = 64;
    declaration.width_follows = "never wraps: 2^64 " + std::string(events);
    return counter(std::move(declaration));
  }

  // A memory: SRAM unless the declaration says TCAM.
  RegisterDeclaration memory(RegisterDeclaration declaration, Access access = Access::kInternal) const {
    if (declaration.storage == Storage::kFlipFlop)
      declaration.storage = Storage::kSram;
    return filled(std::move(declaration), access);
  }

 private:
  RegisterDeclaration filled(RegisterDeclaration declaration, Access access) const {
    declaration.access = access;
    if (declaration.mechanism.empty())
      declaration.mechanism = mechanism_;
    if (declaration.source.empty())
      declaration.source = source_;
    return declaration;
  }

  std::string mechanism_;
  std::string source_;
};

}  // namespace weir::ledger
