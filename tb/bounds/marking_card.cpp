// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cards of detectors that go by the length of a queue alone: RED with ECN, InfiniBand's FECN, BCN.

#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/thresholds.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/bounds/detector_card.h"

namespace weir::bounds {
namespace {

class RedEcnCard final : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike& alike) const override {
    const asic::SwitchConfig& device = *alike.device;
    if (!flow_control::traits_of(device.flow_control.scheme).pauses || alike.links.empty()) {
      return {};
    }
    const congestion::PortContext context = context_at(device, alike.links.front().cable->link);
    if ((red_classes(context) & context.lossless) == 0) {
      return {};
    }
    return {level_warning(alike, "congestion.red_ecn.k_max", red_config(context).k_max,
                          "so that its packets are marked by chance alone")};
  }
};

class IbFecnCard final : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike& alike) const override {
    bool roce = false;
    for_each_sort_of_flow(*alike.scenario, [&](const scenario::Flow& flow) {
      roce = roce || flow.framing == host::Framing::kRoceV2 || flow.capture != nullptr;
    });
    return {roce ? "" : "ib_fecn marks base transport headers, and no flow has framing = \"rocev2\""};
  }
};

// BCN keeps no bound that is known before a run.
class BcnCard final : public DetectorCard {
 public:
  std::vector<std::string> warnings(const Alike&) const override { return {}; }
};

}  // namespace

const DetectorCard& red_ecn_card() {
  static const RedEcnCard kCard;
  return kCard;
}

const DetectorCard& ib_fecn_card() {
  static const IbFecnCard kCard;
  return kCard;
}

const DetectorCard& bcn_card() {
  static const BcnCard kCard;
  return kCard;
}

}  // namespace weir::bounds
