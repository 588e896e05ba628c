// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/register_writes.h"

#include <algorithm>
#include <map>

#include "hw_model/asic/csr_access.h"
#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/cosim/block.h"
#include "tb/network/routing.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fill_tables.h"
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

// The register writes of a device in the order in which they take place; none if the order is not known.
std::vector<const ScenarioEvent*> in_order(const Scenario& scenario, std::size_t device) {
  std::vector<const ScenarioEvent*> writes;
  for (const ScenarioEvent& event : scenario.events) {
    const auto* write = std::get_if<WriteRegister>(&event.what);
    if (write != nullptr && write->device == device) {
      writes.push_back(&event);
    }
  }
  const auto waits = [](const ScenarioEvent* event) { return event->after.has_value(); };
  if (std::any_of(writes.begin(), writes.end(), waits)) {
    return {};
  }
  std::stable_sort(writes.begin(), writes.end(),
                   [](const ScenarioEvent* a, const ScenarioEvent* b) { return a->at < b->at; });
  return writes;
}

// The first write that this switch refuses. Writes after the end of the run do not count.
std::optional<std::string> refused_write(const Scenario& scenario, std::size_t device) {
  const std::vector<const ScenarioEvent*> writes = in_order(scenario, device);
  if (writes.empty()) {
    return std::nullopt;
  }
  const asic::SwitchConfig config = config_of(scenario, device, network::peers_of(scenario.topology));
  link::FramePool pool;
  const asic::Factories factories =
      cosim::blocks().empty() ? asic::Factories{} : cosim::factories_of(blocks_of(scenario));
  asic::SwitchAsic idle(scenario.topology.devices[device].name.c_str(), config, asic::Timing{}, factories, pool,
                        static_cast<std::uint32_t>(device), seed_of(scenario, device));
  for (const ScenarioEvent* event : writes) {
    const auto& write = std::get<WriteRegister>(event->what);
    const RegisterPlace place = place_of(write, idle.csr().map());
    std::vector<std::uint8_t> data = data_of(write, place);
    std::string refusal;
    const asic::CsrTransfer transfer{
        .is_write = true, .address = place.address, .data = data, .streaming_width = data.size()};
    if (event->at < scenario.duration &&
        asic::do_transfer(idle.csr().bank(), transfer, event->at, refusal) == asic::CsrResponse::kRefused) {
      return refused_text(write, refusal);
    }
  }
  return std::nullopt;
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

std::optional<std::string> refused_write(const Scenario& scenario) {
  for (std::size_t device = 0; device < scenario.topology.devices.size(); ++device) {
    if (auto refused = refused_write(scenario, device)) {
      return refused;
    }
  }
  return std::nullopt;
}

RegisterPlace place_of(const WriteRegister& write, const ledger::AddressMap& map) {
  const ledger::MappedRegister& mapped = *map.find(write.block, write.name);
  return {mapped.address(write.indices), mapped.element_bytes};
}

std::vector<std::uint8_t> data_of(const WriteRegister& write, const RegisterPlace& place) {
  std::vector<std::uint8_t> data(place.bytes);
  for (std::size_t i = 0; i < std::min(data.size(), sizeof write.value); ++i) {
    data[i] = static_cast<std::uint8_t>(write.value >> (8U * i));
  }
  return data;
}

std::string refused_text(const WriteRegister& write, const std::string& refusal) {
  return write.value_where + ": the switch refuses: " + refusal;
}

}  // namespace weir::scenario
