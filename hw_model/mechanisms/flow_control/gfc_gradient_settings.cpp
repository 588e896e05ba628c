// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>

#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient_rule.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"

namespace weir::flow_control {

using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

const SettingsOf<GfcGradientConfig>& gfc_gradient_settings() {
  using Config = GfcGradientConfig;
  static const SettingsOf<Config> kSettings = [] {
    SettingsOf<Config> settings = {
        setting(&Config::bm, "bm", {1_B, kMost},
                "Bm: depth from which a VIQ takes packets only from VIQs at least as deep. Hosts stop a frame of "
                "switch.max_frame below Bm.",
                {.name = "gradient_stop"}),
    };
    for (ledger::Setting<Config>& report : ledger::within(&Config::reports, cbfc_settings())) {
      if (report.word == "block") {
        report.meaning = "Block in which sent and freed bytes and depths are counted; a packet takes whole blocks.";
      } else if (report.word == "counter_bits") {
        report.meaning =
            "Width of the counters: at most 2^counter_bits - 1 blocks can be sent and not yet known to be freed.";
      } else if (report.word == "period") {
        report.meaning =
            "Time from one message of a class to its next; 0ps: the time that 65,535 B take at line rate. If a slow "
            "sink takes less than two packets in a period, the rule may starve one of two flows to the sink; of many "
            "flows in a line to the sink the rule starves some at any period.";
      }
      if (report.word != "buffer")
        settings.push_back(std::move(report));
    }
    return settings;
  }();
  return kSettings;
}

}  // namespace

reference::GradientConfig gradient_rule(const GfcGradientConfig& gfc, Bytes max_frame) {
  return {.bm = gfc.bm, .longest = max_frame, .block = gfc.reports.block, .counter_bits = gfc.reports.counter_bits};
}

namespace {

SchemeTable gfc_gradient_table() {
  return {"flow_control.gfc_gradient",
          "The gradient rule: into a VIQ as deep as Bm or deeper come only packets from VIQs at least as deep, which "
          "bounds all VIQs for all time. Its messages are those of credits, but no credit is spent.",
          ledger::within(&FlowControlConfig::gfc_gradient, gfc_gradient_settings())};
}

// Hosts stop below Bm, and the counters express what a VIQ alone may come to (theorem B with n = 1). How many VIQs feed
// one another is for the network to say.
void check_gradient(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const GfcGradientConfig& gfc = config.gfc_gradient;
  OfTable table(complaints, "flow_control.gfc_gradient");
  const reference::GradientConfig rule = gradient_rule(gfc, port.max_frame);
  const std::int64_t stop = gfc.bm / gfc.reports.block;
  table.unless(stop > std::int64_t{rule.blocks(port.max_frame)}, {"bm", "block", "switch.max_frame"},
               "wanted more than the " + std::to_string(rule.blocks(port.max_frame)) +
                   " blocks of a frame of switch.max_frame, since hosts stop a frame below bm; got " +
                   std::to_string(stop) + " blocks of " + quantity_text(gfc.reports.block));
  const std::int64_t most = (std::int64_t{1} << gfc.reports.counter_bits) - 1;
  table.unless(stop - 1 + 2 * std::int64_t{rule.blocks(port.max_frame)} <= most, {"bm", "block", "counter_bits"},
               "wanted bm and two frames of switch.max_frame within the " + std::to_string(most) +
                   " blocks that counters of " + std::to_string(gfc.reports.counter_bits) + " bits express; got " +
                   std::to_string(stop) + " blocks");
  check_period(gfc.reports, config, port, table);
}

}  // namespace

const SchemeCard& gfc_gradient_card() {
  static constexpr SchemeCard kCard{
      .traits = {.judges_inputs = true},
      .table = gfc_gradient_table,
      .check = check_gradient,
      .credits = [](const FlowControlConfig& config) { return &config.gfc_gradient.reports; },
      .make = make_engine<GfcGradient>,
      .declare = GfcGradient::declare};
  return kCard;
}

}  // namespace weir::flow_control
