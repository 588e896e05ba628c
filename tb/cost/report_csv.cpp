// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A row a register. Free text (width_follows, source, description) is in the JSON: nothing here needs quotes.

#include <fmt/format.h>

#include "tb/cost/report.h"

namespace weir::cost {

std::string report_csv(const Report& report) {
  std::string text = "block,register,mechanism,kind,rtl_block,access,width_bits,count,bits,per,each_bits,formula\n";
  for (const RegisterCost& held : report.cost.registers) {
    const ledger::RegisterDeclaration& declaration = held.declaration;
    text +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", held.block, declaration.name, declaration.mechanism,
                    name(declaration.storage), declaration.rtl_block, name(declaration.access), declaration.width,
                    declaration.count(), declaration.bits(), name(held.scope), held.each_bits, declaration.formula());
  }
  return text;
}

}  // namespace weir::cost
