// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/cost/gfc_forms.h"

namespace weir::cost {
namespace {

// What `weir check` warns of; a scenario's own mechanisms it has warned of already.
void add_warnings(Report& report) {
  std::vector<std::string>& warnings = report.setup.warnings;
  for (const SchemeVerdict& one : report.settings) {
    const std::string who = report.settings.size() == 1 ? "" : fmt::format("set to {}: ", name_of(one.scheme));
    for (const std::string& misfit : one.warnings) {
      const std::string line = who + misfit;
      if (std::none_of(warnings.begin(), warnings.end(), [&](const auto& said) { return said.ends_with(line); })) {
        warnings.push_back(line);
      }
    }
  }
}

}  // namespace

Report make_report(Setup setup, std::vector<Macro> macros) {
  Report report;
  report.setup = std::move(setup);
  report.macros = std::move(macros);
  const asic::SwitchConfig& device = report.setup.device;
  report.settings = judge(report.setup);
  require_one(report.settings, report.setup.selection);
  add_warnings(report);
  const ledger::Chip chip = declare(device, report.setup.selection, report.setup.headrooms);
  const ledger::Chip plain = declare(device, plain_pfc(), report.setup.headrooms);
  report.cost = cost_of(report.setup.thresholds == Thresholds::kPort ? with_shared_thresholds(chip) : chip, plain);
  report.notes = notes_of(report.setup, report.cost);
  report.headrooms =
      headrooms(device, report.setup.selection.schemes, report.setup.headrooms.frames, report.setup.filled);
  for (const std::string& misfit : misfits(report.headrooms)) {
    report.setup.warnings.push_back(misfit);
  }
  report.packets_per_cycle = packets_per_cycle(device.ports, device.parser.clock);
  const Traffic traffic{.ports = device.ports, .clock = device.parser.clock, .longest = device.max_frame};
  report.memories = memories_of(report.cost, traffic, report.macros);
  report.packet_blocks = packet_blocks(chip, device.ports, device.parser.clock);
  report.copied = copied_bits(report.memories, report.packet_blocks);
  report.plain_copied = copied_bits(memories_of(cost_of(plain, plain), traffic, {}),
                                    packet_blocks(plain, device.ports, device.parser.clock));
  const std::vector<std::string> slow = slower_than_the_ports(report.packet_blocks, report.packets_per_cycle);
  report.notes.insert(report.notes.end(), slow.begin(), slow.end());
  return report;
}

}  // namespace weir::cost
