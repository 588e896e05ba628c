// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/register_map/generators.h"

namespace weir::register_map {
namespace {

using Json = nlohmann::ordered_json;

std::string hex(std::uint64_t value) { return fmt::format("{:#x}", value); }

Json register_json(const ledger::MappedRegister& mapped) {
  const ledger::RegisterDeclaration& declaration = mapped.declaration;
  Json dimensions = Json::array();
  for (std::size_t i = 0; i < declaration.dimensions.size(); ++i) {
    dimensions.push_back({{"of", declaration.dimensions[i].of},
                          {"size", declaration.dimensions[i].size},
                          {"stride_bytes", mapped.stride(i)}});
  }
  Json resets = Json::array();
  for (const std::uint64_t reset : declaration.resets)
    resets.push_back(hex(reset));
  Json bits = Json::array();
  for (const ledger::NamedBit& bit : declaration.named_bits)
    bits.push_back({{"name", bit.name}, {"description", bit.description}});
  return {{"name", declaration.name},
          {"offset", hex(mapped.offset)},
          {"element_bytes", mapped.element_bytes},
          {"width", declaration.width},
          {"bits", std::move(bits)},
          {"dimensions", std::move(dimensions)},
          {"access", ledger::name(declaration.access)},
          {"reset", hex(declaration.reset)},
          {"resets", std::move(resets)},
          {"mechanism", declaration.mechanism},
          {"storage", ledger::name(declaration.storage)},
          {"source", declaration.source},
          {"description", declaration.description}};
}

}  // namespace

std::string to_json(const ledger::AddressMap& map, const Title& title) {
  Json blocks = Json::array();
  for (const ledger::MappedBlock& block : map.blocks()) {
    Json registers = Json::array();
    for (const ledger::MappedRegister& mapped : map.registers_of(block))
      registers.push_back(register_json(mapped));
    blocks.push_back({{"name", block.name},
                      {"offset", hex(block.offset)},
                      {"bytes", block.bytes},
                      {"registers", std::move(registers)}});
  }
  const Json json = {{"schema", "weir-registers-2"}, {"version", title.version}, {"name", map.name()},
                     {"description", title.text},    {"bytes", map.bytes()},     {"address_bits", map.address_bits()},
                     {"blocks", std::move(blocks)}};
  constexpr int kIndent = 2;
  return json.dump(kIndent) + "\n";
}

}  // namespace weir::register_map
