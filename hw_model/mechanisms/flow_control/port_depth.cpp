// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/port_depth.h"

#include <algorithm>
#include <cstdint>

#include "hw_model/ledger/state_fields.h"

namespace weir::flow_control {
namespace {

unsigned bits_of(const PfcConfig& pfc) {
  return ledger::bits_for(static_cast<std::uint64_t>(pfc.highest_xoff().count()));
}

}  // namespace

void PortDepth::declare(ledger::Block& block, const PfcConfig& pfc, const ledger::Origin& origin, const char* what) {
  static constexpr auto kFields =
      ledger::state_fields<PortDepth>(ledger::model_only(&PortDepth::depths_, "the depths of mmu and egress"),
                                      ledger::holds(&PortDepth::all_, "port_depth"));
  block.add(origin.state({.name = "port_depth",
                          .width = bits_of(pfc),
                          .width_follows = "bits of XOFF in bytes; saturates",
                          .description = what}));
  ledger::require_declared(block, kFields);
}

void PortDepth::bind(const EngineRegisters& registers, const PfcConfig& pfc) const {
  const std::uint64_t most = (std::uint64_t{1} << bits_of(pfc)) - 1;
  registers.port_state("port_depth",
                       [this, most](Time) { return std::min(static_cast<std::uint64_t>(all_.count()), most); });
}

}  // namespace weir::flow_control
