// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/admission_rules.h"

#include <optional>
#include <utility>

#include "hw_model/base/require.h"
#include "hw_model/datapath/mmu/partition_widths.h"
#include "hw_model/datapath/mmu/viq_levels.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::asic {

std::string not_by_viq(const SwitchConfig& config) {
  const mmu::MmuConfig& mmu = config.mmu;
  const flow_control::Scheme scheme = config.flow_control.scheme;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  if (mmu.partitioned())
    return "switch.mmu.partitions divides the buffer, which the RTL does not";
  if (!mmu.count_cells)
    return "switch.mmu.count_cells is false, and the RTL counts whole cells";
  if (mmu.viq_limit.is_list())
    return "switch.mmu.viq_limit is one for each class, and the RTL has one for all";
  if (traits.protects && !(traits.takes_headroom_pool && traits.pauses_own_class()))
    return "flow_control.scheme is \"" + std::string(flow_control::name_of(scheme)) +
           "\", and the RTL has XOFF and XON of \"pfc\"";
  if (traits.protects && config.flow_control.pfc.by_class())
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

std::string not_beside_mmu(const SwitchConfig& config) {
  const std::string other = not_by_viq(config);
  if (!other.empty())
    return other;
  const flow_control::PfcConfig& pfc = config.flow_control.pfc;
  std::optional<flow_control::PauseLevels> pauses;
  if (flow_control::traits_of(config.flow_control.scheme).protects)
    pauses = {.xoff = pfc.xoff_of(ClassId(0)), .xon = pfc.xon_of(ClassId(0))};
  return mmu::not_in_cells(config.mmu, config.ports.size(), pauses);
}

std::string not_by_partition(const SwitchConfig& config) {
  const mmu::MmuConfig& mmu = config.mmu;
  if (!mmu.partitioned())
    return "switch.mmu.partitions does not divide the buffer, and the RTL admits to partitions";
  if (mmu.pooled())
    return "switch.mmu.headroom_pool is set aside for all VIQs, which the RTL does not";
  if (const deadlock::Lender* const lender = deadlock::lender_of(config.deadlock))
    return std::string(lender->setting) + " lends room of the buffer, which the RTL does not";
  const reference::PartitionAdmissionConfig widths = mmu::partition_widths(config.ports.size(), mmu);
  for (const auto& [name, value] :
       {std::pair{"PORTS", widths.ports}, {"CELL_W", widths.cell_bits}, {"Q_W", widths.q_bits}}) {
    if (!reference::in_range(name, value))
      return "the switch wants " + std::string(name) + " = " + std::to_string(value) + ", which the RTL cannot have";
  }
  return {};
}

void check_beside_mmu(const SwitchConfig& now, const SwitchConfig& draft) {
  const bool divided = now.mmu.partitioned();
  const std::string with_rtl =
      std::string(" in a switch with the RTL of ") + (divided ? "partition_admission" : "viq_admission");
  require(now.mmu.viq_reserved == draft.mmu.viq_reserved,
          "switch.mmu.viq_reserved cannot change" + with_rtl + ": sums would be of another minimum");
  const flow_control::PfcConfig& pfc = draft.flow_control.pfc;
  require(now.flow_control.pfc.xoff == pfc.xoff && now.flow_control.pfc.xon == pfc.xon,
          "flow_control.pfc.xoff and xon cannot change" + with_rtl +
              (divided ? ", which compares a VIQ at its next packet" : ", which are one for all ports"));
  const std::string other = divided ? not_by_partition(draft) : not_beside_mmu(draft);
  require(other.empty(), other + with_rtl);
}

}  // namespace weir::asic
