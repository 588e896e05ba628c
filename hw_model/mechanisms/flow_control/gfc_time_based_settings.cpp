// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "hw_model/mechanisms/flow_control/gfc_time_based.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

const SettingsOf<GfcTimeBasedConfig>& gfc_time_based_settings() {
  using Config = GfcTimeBasedConfig;
  static const SettingsOf<Config> kSettings = [] {
    SettingsOf<Config> settings = {
        setting(&Config::b0, "b0", {0_B, kMost},
                "B0: the rate is below C when the remaining credits are less than Bm - B0.", {.name = "linear_range"}),
        setting(&Config::bm, "bm", {1_B, kMost}, "Bm: buffer that the receiver advertises by credits, for each class.",
                {.name = "buffer_blocks"}),
    };
    for (ledger::Setting<Config>& credit : ledger::within(&Config::credits, cbfc_settings())) {
      if (credit.word != "buffer")  // which is Bm
        settings.push_back(std::move(credit));
    }
    return settings;
  }();
  return kSettings;
}

namespace {

SchemeTable gfc_time_based_table() {
  return {"flow_control.gfc_time_based",
          "GFC, section 5.2: with the remaining credits r the rate is C min(1, r/(Bm - B0)).",
          alike(ledger::within(&FlowControlConfig::gfc_time_based, gfc_time_based_settings()), kComputedAtBothEnds)};
}

void check_time_based(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const GfcTimeBasedConfig& gfc = config.gfc_time_based;
  OfTable table(complaints, "flow_control.gfc_time_based");
  check_below("b0", gfc.b0, gfc.bm, table);
  check_credits("bm", gfc.credits, gfc.bm, config, port, table);
  check_limiter(port, complaints);
}

}  // namespace

const SchemeCard& gfc_time_based_card() {
  static constexpr SchemeCard kCard{
      .traits = {.limiter = reference::RateForm::kFixedPoint},
      .table = gfc_time_based_table,
      .check = check_time_based,
      .credits = [](const FlowControlConfig& config) { return &config.gfc_time_based.credits; },
      .advertised =
          [](const FlowControlConfig& config) {
            return AdvertisedBuffer{config.gfc_time_based.bm, config.gfc_time_based.credits,
                                    "flow_control.gfc_time_based.", "bm"};
          },
      .lowest_rate =
          [](const FlowControlConfig& config, BitRate line) {
            return lowest_linear_rate(line, config.gfc_time_based.bm - config.gfc_time_based.b0);
          },
      .make = make_engine<GfcTimeBased>,
      .declare = GfcTimeBased::declare};
  return kCard;
}

}  // namespace weir::flow_control
