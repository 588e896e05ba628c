// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/register_writes.h"

#include <map>
#include <string>
#include <vector>

#include "hw_model/asic/declare_switch.h"
#include "tb/network/routing.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using text::in_quotes;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw ScenarioError(where + ": " + what);
}

[[noreturn]] void refuse_unknown(const WriteRegister& write, const ledger::AddressMap& map) {
  const std::string path = write.block + "." + write.name;
  if (map.leaves_out(write.block, write.name)) {
    refuse(write.register_where, in_quotes(path) + " has no address: software cannot reach it");
  }
  std::vector<std::string> known;
  for (const ledger::MappedRegister& mapped : map.registers()) {
    known.push_back(mapped.path());
  }
  refuse(write.register_where, "the switch has no register " + in_quotes(path) + text::nearest_hint(path, known));
}

void check_element(const WriteRegister& write, const ledger::RegisterDeclaration& declaration) {
  const std::string path = in_quotes(write.block + "." + write.name);
  if (declaration.access == ledger::Access::kReadOnly) {
    refuse(write.register_where, path + " can only be read");
  }
  if (write.indices.size() != declaration.dimensions.size()) {
    std::string wanted;
    for (const ledger::Dimension& dimension : declaration.dimensions) {
      wanted += "[" + dimension.of + "]";
    }
    refuse(write.register_where, wanted.empty()
                                     ? path + " is one register; wanted no index"
                                     : "wanted an element, " + in_quotes(write.block + "." + write.name + wanted));
  }
  for (std::size_t i = 0; i < write.indices.size(); ++i) {
    const ledger::Dimension& dimension = declaration.dimensions[i];
    if (write.indices[i] >= dimension.size) {
      refuse(write.register_where, "wanted a " + dimension.of + " from 0 to " + std::to_string(dimension.size - 1) +
                                       "; got " + std::to_string(write.indices[i]));
    }
  }
  constexpr unsigned kBitsOfValue = 64;
  if (declaration.width < kBitsOfValue && (write.value >> declaration.width) != 0) {
    refuse(write.value_where, "wanted at most " + std::to_string((std::uint64_t{1} << declaration.width) - 1) + ", " +
                                  std::to_string(declaration.width) + " bits; got " + std::to_string(write.value));
  }
}

}  // namespace

void check_register_writes(const Scenario& scenario) {
  std::map<std::size_t, ledger::AddressMap> maps;  // by device
  for (const ScenarioEvent& event : scenario.events) {
    const auto* write = std::get_if<WriteRegister>(&event.what);
    if (write == nullptr) {
      continue;
    }
    auto known = maps.find(write->device);
    if (known == maps.end()) {
      const asic::SwitchConfig config = config_of(scenario, write->device, network::peers_of(scenario.topology));
      known = maps.emplace(write->device, ledger::AddressMap(asic::declare_switch(config))).first;
    }
    const ledger::MappedRegister* mapped = known->second.find(write->block, write->name);
    if (mapped == nullptr) {
      refuse_unknown(*write, known->second);
    }
    check_element(*write, mapped->declaration);
  }
}

RegisterPlace place_of(const WriteRegister& write, const ledger::AddressMap& map) {
  const ledger::MappedRegister& mapped = *map.find(write.block, write.name);
  return {mapped.address(write.indices), mapped.element_bytes};
}

}  // namespace weir::scenario
