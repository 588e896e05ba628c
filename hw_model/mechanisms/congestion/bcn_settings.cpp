// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/bcn.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

ledger::SettingsOf<BcnConfig> bcn_settings() {
  using Config = BcnConfig;
  return {
      ledger::setting(&Config::q_eq, "q_eq", {0_B, 1000_MB},
                      "Q_eq: target depth of a queue; the index is 0 for a queue that stays at this depth.",
                      {.name = "bcn_q_eq"}),
      ledger::setting(&Config::sampling_interval, "sampling_interval", {1, 65'535},
                      "Number of packets that arrive for a queue from one sample to the next.",
                      {.name = "bcn_sampling_interval"}),
      ledger::setting(&Config::w, "w", {0, 255},
                      "w: weight in the index of the queue's change since the previous sample. Not in the thesis.",
                      {.name = "bcn_w"}),
  };
}

std::vector<DetectorTable> bcn_tables() {
  return {{"congestion.bcn", "Backward congestion notification (FERA, section 6.2): the switch.",
           ledger::within(&CongestionConfig::bcn, bcn_settings())}};
}

void check_bcn(const PortContext& context, ledger::Complaints& complaints) {
  check_within_buffer(context, context.config.bcn.q_eq, "congestion.bcn.q_eq", complaints);
}

}  // namespace

const DetectorCard& bcn_card() {
  static constexpr DetectorCard kCard{
      .traits = {.sends_index = true},
      .tables = bcn_tables,
      .check = check_bcn,
      .target = [](const CongestionConfig& config, ClassId) { return std::optional(config.bcn.q_eq); },
      .notifies = [](const CongestionConfig&) { return true; },
      .make = make_detector<Bcn>,
      .declare = Bcn::declare};
  return kCard;
}

}  // namespace weir::congestion
