// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/admission_rules.h"

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::asic {

std::string not_by_viq(const SwitchConfig& config) {
  using flow_control::Scheme;
  const mmu::MmuConfig& mmu = config.mmu;
  const Scheme scheme = config.flow_control.scheme;
  if (mmu.partitioned())
    return "switch.mmu.partitions divides the buffer, which the RTL does not";
  if (!mmu.count_cells)
    return "switch.mmu.count_cells is false, and the RTL counts whole cells";
  if (mmu.viq_limit.is_list())
    return "switch.mmu.viq_limit is one for each class, and the RTL has one for all";
  if (scheme != Scheme::kNone && scheme != Scheme::kPfc)
    return "flow_control.scheme is \"" + std::string(flow_control::name_of(scheme)) +
           "\", and the RTL has XOFF and XON of \"pfc\"";
  if (scheme == Scheme::kPfc && config.flow_control.pfc.by_class())
    return "flow_control.pfc.xoff or xon is one for each class, and the RTL has one for all";
  if (const deadlock::Lender* const lender = deadlock::lender_of(config.deadlock))
    return std::string(lender->setting) + " lends room of the buffer, which the RTL does not";
  const auto cells = static_cast<std::uint64_t>(mmu.buffer / mmu.cell);
  const unsigned viq = ledger::bits_to_name(config.ports.size()) + ledger::bits_to_name(config.classes);
  if (!reference::in_range("VIQ_W", viq))
    return "the switch has " + std::to_string(config.ports.size()) + " ports, and the widest RTL 64";
  if (!reference::in_range("CELL_W", ledger::bits_for(cells)))
    return "the buffer has " + std::to_string(cells) + " cells, and the widest RTL counts 2^30 - 1";
  return {};
}

}  // namespace weir::asic
