// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the declared hardware of a switch adds up to: by kind of storage and by mechanism, how it grows with ports and
// classes, and what it adds to a switch that has PFC only. No figure comes from anywhere but the ledger.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/ledger/chip.h"

namespace weir::cost {

// What a register is repeated for. Its other dimensions (stages, words) belong to one of these.
enum class Scope : std::uint8_t { kPortClass, kPort, kSwitch };
inline constexpr std::size_t kScopes = 3;

// The words of reports: "port_class", "port", "switch".
std::string_view name(Scope scope);

Scope scope_of(const ledger::RegisterDeclaration& declaration);

// Bits for one (port, class), one port, or the switch. A second dimension of ports (an N x N bitmap) stays in it.
std::uint64_t each_bits(const ledger::RegisterDeclaration& declaration);

struct RegisterCost {
  std::string block;
  ledger::RegisterDeclaration declaration;
  Scope scope = Scope::kSwitch;
  std::uint64_t each_bits = 0;
  // In memories: how many of them hold it. Each port has its own, but for what an RTL block of the switch holds.
  std::uint64_t memories = 1;

  std::string full_name() const { return block + "." + declaration.name; }
};

struct MechanismCost {
  std::string name;
  ledger::Bits bits;                         // of the whole switch
  std::array<ledger::Bits, kScopes> each{};  // of one (port, class); of one port beside its classes; once
  ledger::Bits plain_pfc;                    // of the same mechanism in the switch that has PFC only
};

struct Cost {
  std::vector<RegisterCost> registers;    // blocks in datapath order
  std::vector<MechanismCost> mechanisms;  // in the order of their first register
  ledger::Bits bits;
  ledger::Bits plain_pfc;  // what the same switch costs with PFC only
  // Of the SRAM: the cells that hold packets. All the rest is control.
  std::uint64_t packet_bits = 0;
  std::uint64_t plain_packet_bits = 0;

  std::uint64_t flip_flops() const { return bits.of(ledger::Storage::kFlipFlop); }
  std::uint64_t control_sram() const { return bits.of(ledger::Storage::kSram) - packet_bits; }
};

// `plain_pfc`: the same ports, classes and buffer with PFC only.
Cost cost_of(const ledger::Chip& chip, const ledger::Chip& plain_pfc);

// In percent of `base`; nothing where `base` is 0.
std::optional<double> percent_more(std::uint64_t bits, std::uint64_t base);

}  // namespace weir::cost
