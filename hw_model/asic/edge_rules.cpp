// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/edge_rules.h"

#include <string>

#include "hw_model/asic/class_rules.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

void check_edge(const SwitchConfig& config, ledger::Complaints& complaints) {
  if (config.congestion.fera_edge.at == congestion::FeraEdgeAt::kNone)
    return;
  const flow_control::Scheme scheme = config.flow_control.scheme;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  complaints.unless((traits.pauses && !traits.follows_ttl) || !has_lossless(config),
                    {"congestion.fera_edge.at", "flow_control.scheme"},
                    "an edge pauses hosts that send too much, by the class of their packets; wanted "
                    "flow_control.scheme = \"pfc\", \"pause\", \"egress_pfc\", \"egress_pause\" or \"none\"; got \"" +
                        std::string(flow_control::name_of(scheme)) + "\"");
}

}  // namespace weir::asic
