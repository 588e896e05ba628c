// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/report.h"

#include <utility>

namespace weir::cost {

Report make_report(Setup setup, std::vector<Macro> macros) {
  Report report;
  report.setup = std::move(setup);
  report.macros = std::move(macros);
  const asic::SwitchConfig& device = report.setup.device;
  report.cost = cost_of(declare(device, report.setup.selection, report.setup.headrooms),
                        declare(device, plain_pfc(), report.setup.headrooms));
  report.headrooms = headrooms(device, report.setup.selection.schemes);
  report.packets_per_cycle = packets_per_cycle(device.ports, device.parser.clock);
  report.memories = memories_of(report.cost, report.packets_per_cycle, report.macros);
  return report;
}

}  // namespace weir::cost
