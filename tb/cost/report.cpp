// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/report.h"

#include <utility>

#include "tb/cost/gfc_forms.h"

namespace weir::cost {

Report make_report(Setup setup, std::vector<Macro> macros) {
  Report report;
  report.setup = std::move(setup);
  report.macros = std::move(macros);
  const asic::SwitchConfig& device = report.setup.device;
  const ledger::Chip chip = declare(device, report.setup.selection, report.setup.headrooms);
  report.cost = cost_of(report.setup.thresholds == Thresholds::kPort ? with_shared_thresholds(chip) : chip,
                        declare(device, plain_pfc(), report.setup.headrooms));
  report.notes = notes_of(report.setup, report.cost);
  report.headrooms = headrooms(device, report.setup.selection.schemes, report.setup.filled);
  for (const std::string& misfit : misfits(report.headrooms)) {
    report.setup.warnings.push_back(misfit);
  }
  report.packets_per_cycle = packets_per_cycle(device.ports, device.parser.clock);
  report.memories = memories_of(
      report.cost, {.ports = device.ports, .clock = device.parser.clock, .longest = device.max_frame}, report.macros);
  return report;
}

}  // namespace weir::cost
