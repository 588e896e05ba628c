// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/top_parts.h"

#include <fmt/format.h>

namespace weir::cost {

PlannedBlock part_of(std::string_view block, const std::vector<synthesis::Parameter>& widths, std::uint64_t bits) {
  PlannedBlock part{.block = {}, .design = synthesis::block_design(block, widths)};
  part.block.block = block;
  part.block.parameters.insert(part.design.parameters.begin(), part.design.parameters.end());
  part.block.instances = 1;
  part.block.declared_bits = bits;
  return part;
}

std::string wider(const std::vector<PlannedBlock>& planned, const PlannedBlock& part) {
  for (const PlannedBlock& asked : planned) {
    if (asked.block.block != part.block.block)
      continue;
    for (const auto& [name, width] : part.block.parameters) {
      const std::uint64_t wanted = asked.block.parameters.at(name);
      if (name.starts_with("SUBTICK") ? wanted != width : wanted > width)
        return fmt::format("it has {} with {}={}, this switch asks for {}", part.block.block, name, width, wanted);
    }
  }
  return "";
}

}  // namespace weir::cost
