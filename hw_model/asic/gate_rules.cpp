// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/gate_rules.h"

#include <string>

#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

void check_judged_inputs(const SwitchConfig& config, ledger::Complaints& complaints) {
  const flow_control::Scheme scheme = config.flow_control.scheme;
  if (!flow_control::traits_of(scheme).judges_inputs || config.flow_control.lossless == 0)
    return;
  const std::string name(flow_control::name_of(scheme));
  complaints.unless(
      config.crossbar.strategy != crossbar::Strategy::kOutputQueued,
      {"switch.crossbar.strategy", "flow_control.scheme"},
      name +
          " decides for each input whether an output may take its packet, but with \"output_queued\" packets of all "
          "inputs stand in one FIFO, whose head would block the others; wanted \"input_queued\" or \"combined\"");
  complaints.unless(!congestion::notifies(config.congestion), {"congestion.detector", "flow_control.scheme"},
                    "notifications enter egress queues without being judged by " + name +
                        ", so that VIQs would grow beyond its bound; wanted a detector that only marks packets");
}

}  // namespace weir::asic
