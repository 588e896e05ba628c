// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The table that the cycle model of a port's register bank has is the map of the switch that `weir registers` takes.

#include "hw_model/cycle_models/port_registers_layout.h"

#include <fmt/format.h>

#include "hw_model/ledger/address_map.h"
#include "tb/cost/combination.h"
#include "tb/cost/setup.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::port_registers_layout_test {

using ledger::Access;
using ledger::MappedRegister;

std::vector<std::string> wanted_rows(Access access_of_values) {
  const cost::Setup setup = cost::make_setup(cost::SwitchRequest{}, cost::plain_pfc());
  const ledger::AddressMap map(cost::declare(setup.device, setup.selection));
  EXPECT_EQ(map.address_bits(), reference::kRegistersAddressBits);
  std::vector<std::string> rows;
  for (const MappedRegister& mapped : map.registers()) {
    const ledger::RegisterDeclaration& declaration = mapped.declaration;
    if (declaration.dimensions.empty() || declaration.dimensions.front().of != "port")
      continue;
    const std::uint64_t elements = declaration.count() / declaration.dimensions.front().size;
    if (declaration.access == Access::kReadOnly && access_of_values == Access::kReadOnly) {
      rows.push_back(fmt::format("    {{\"{}\", {:#x}, {:#x}, {}, {}}},", mapped.path(), mapped.offset,
                                 mapped.stride(0), elements, mapped.element_bytes));
    } else if (declaration.access != Access::kReadOnly && access_of_values != Access::kReadOnly) {
      EXPECT_EQ(elements, 1U) << mapped.path() << ": the model has settings of one element alone";
      rows.push_back(fmt::format("    {{\"{}\", {:#x}, {:#x}, {}, {:#x}, {}}},", mapped.path(), mapped.offset,
                                 mapped.stride(0), declaration.width, declaration.reset,
                                 declaration.access == Access::kWriteOneToClear));
    }
  }
  return rows;
}

TEST(PortRegistersLayout, HasTheSettingsOfTheMap) {
  std::vector<std::string> rows;
  for (const reference::KeptRegister& kept : reference::kKeptRegisters)
    rows.push_back(fmt::format("    {{\"{}\", {:#x}, {:#x}, {}, {:#x}, {}}},", kept.path, kept.address, kept.stride,
                               kept.width, kept.reset, kept.is_flags));
  EXPECT_EQ(rows, wanted_rows(Access::kReadWrite));
}

TEST(PortRegistersLayout, HasTheValuesOfTheMap) {
  std::vector<std::string> rows;
  for (const reference::ValueRegister& value : reference::kValueRegisters)
    rows.push_back(fmt::format("    {{\"{}\", {:#x}, {:#x}, {}, {}}},", value.path, value.address, value.stride,
                               value.elements, value.bytes));
  EXPECT_EQ(rows, wanted_rows(Access::kReadOnly));
}

}  // namespace weir::port_registers_layout_test
