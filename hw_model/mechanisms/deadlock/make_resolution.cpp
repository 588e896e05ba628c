// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/itsy_resolver.h"
#include "hw_model/mechanisms/deadlock/resolution_count_min.h"
#include "hw_model/mechanisms/deadlock/resolution_flow_level.h"
#include "hw_model/mechanisms/deadlock/resolution_port_level.h"

namespace weir::deadlock {

std::unique_ptr<LoopResolution> make_resolution(const SwitchContext& context, SwitchActions& actions) {
  switch (context.config.itsy.resolution) {
    case Resolution::kCountMinDrop:
      return std::make_unique<CountMinDrop>(context, actions);
    case Resolution::kPortLevel:
      return std::make_unique<PortLevel>(context, actions);
    case Resolution::kFlowLevel:
      return std::make_unique<FlowLevel>(context, actions);
    case Resolution::kNone:
      break;
  }
  return nullptr;
}

void check_resolution_declared(const ledger::Block& block, const ItsyConfig& config) {
  const Resolution resolution = config.resolution;
  if (resolution == Resolution::kNone)
    return;
  ItsyResolver::check_declared(block, config.protocol);
  PortLevel::check_declared(block);
  if (resolution == Resolution::kCountMinDrop)
    CountMinDrop::check_declared(block);
  if (resolution == Resolution::kFlowLevel)
    FlowLevel::check_declared(block);
}

}  // namespace weir::deadlock
