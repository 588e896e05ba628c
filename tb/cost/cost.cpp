// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/cost.h"

#include <algorithm>

namespace weir::cost {
namespace {

// "port", and what is a port by another name: "egress_port".
bool is_of_ports(const ledger::Dimension& dimension) {
  return dimension.of == "port" || dimension.of.ends_with("_port");
}

bool is_of_classes(const ledger::Dimension& dimension) { return dimension.of == "class"; }

// The size of the outermost dimension that `is`, or nothing.
template <class Is>
std::optional<std::uint64_t> first_size(const ledger::RegisterDeclaration& declaration, Is is) {
  const auto found = std::find_if(declaration.dimensions.begin(), declaration.dimensions.end(), is);
  return found == declaration.dimensions.end() ? std::nullopt : std::optional(found->size);
}

void add_bits(ledger::Bits& bits, ledger::Storage storage, std::uint64_t more) {
  bits.by_storage[static_cast<std::size_t>(storage)] += more;
}

std::uint64_t packet_bits(const ledger::Chip& chip) {
  const ledger::Block* buffer = chip.find("packet_buffer");
  return buffer == nullptr ? 0 : buffer->bits().of(ledger::Storage::kSram);
}

// What comes first if that is the ports: they are outermost, and each of them has the rest for itself.
std::uint64_t ports_first(const ledger::Dimensions& dimensions) {
  const bool are = !dimensions.empty() && is_of_ports(dimensions.front()) && dimensions.front().size > 0;
  return are ? dimensions.front().size : 1;
}

std::uint64_t memories_that_hold(const ledger::RegisterDeclaration& declaration, const ledger::Block& block) {
  const std::vector<ledger::RtlInstance>& instances = block.rtl_instances();
  const auto holds = std::find_if(instances.begin(), instances.end(), [&](const ledger::RtlInstance& instance) {
    return instance.has_memories && instance.block == declaration.rtl_block;
  });
  return ports_first(holds == instances.end() ? declaration.dimensions : holds->dimensions);
}

MechanismCost& mechanism_named(std::vector<MechanismCost>& mechanisms, const std::string& name) {
  const auto found = std::find_if(mechanisms.begin(), mechanisms.end(),
                                  [&](const MechanismCost& known) { return known.name == name; });
  if (found != mechanisms.end()) {
    return *found;
  }
  mechanisms.push_back({.name = name, .bits = {}, .each = {}, .plain_pfc = {}});
  return mechanisms.back();
}

}  // namespace

std::string_view name(Scope scope) {
  switch (scope) {
    case Scope::kPortClass:
      return "port_class";
    case Scope::kPort:
      return "port";
    case Scope::kSwitch:
      return "switch";
  }
  return "";
}

Scope scope_of(const ledger::RegisterDeclaration& declaration) {
  if (!first_size(declaration, is_of_ports)) {
    return Scope::kSwitch;
  }
  return first_size(declaration, is_of_classes) ? Scope::kPortClass : Scope::kPort;
}

std::uint64_t each_bits(const ledger::RegisterDeclaration& declaration) {
  const Scope scope = scope_of(declaration);
  std::uint64_t times = scope == Scope::kSwitch ? 1 : first_size(declaration, is_of_ports).value_or(1);
  if (scope == Scope::kPortClass) {
    times *= first_size(declaration, is_of_classes).value_or(1);
  }
  return times == 0 ? 0 : declaration.bits() / times;
}

Cost cost_of(const ledger::Chip& chip, const ledger::Chip& plain_pfc) {
  Cost cost;
  for (const ledger::Block& block : chip.blocks()) {
    for (const ledger::RegisterDeclaration& declaration : block.registers()) {
      const Scope scope = scope_of(declaration);
      const std::uint64_t each = each_bits(declaration);
      MechanismCost& mechanism = mechanism_named(cost.mechanisms, declaration.mechanism);
      add_bits(mechanism.bits, declaration.storage, declaration.bits());
      add_bits(mechanism.each[static_cast<std::size_t>(scope)], declaration.storage, each);
      cost.registers.push_back({block.name(), declaration, scope, each, memories_that_hold(declaration, block)});
    }
  }
  for (const auto& [name, bits] : plain_pfc.bits_by_mechanism()) {
    mechanism_named(cost.mechanisms, name).plain_pfc = bits;
  }
  cost.bits = chip.bits();
  cost.packet_bits = packet_bits(chip);
  cost.plain_packet_bits = packet_bits(plain_pfc);
  cost.plain_pfc = plain_pfc.bits();
  return cost;
}

std::optional<double> percent_more(std::uint64_t bits, std::uint64_t base) {
  constexpr double kPercent = 100;
  return base == 0 ? std::nullopt
                   : std::optional((static_cast<double>(bits) - static_cast<double>(base)) / static_cast<double>(base) *
                                   kPercent);
}

}  // namespace weir::cost
