// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/ledger/kept_settings.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "tb/tests/plugin/bb_credit/bb_credit.h"

namespace weir::flow_control {
namespace {

constexpr const char* kBbCreditTable = "flow_control.bb_credit";

}  // namespace

// No register is a setting: both ends know the numbers from the login, and keep them until the next.
const ledger::SettingsOf<BbCreditConfig>& bb_credit_settings() {
  using Config = BbCreditConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::credits, "credits", {1, kMostBbCredits},
                      "BB_Credit: frames of any length that the receiver takes in each class before an R_RDY."),
      ledger::setting(&Config::sc_n, "sc_n", {0, kMostBbScN},
                      "BB_SC_N: credits that are lost on a link come back, by counts after each 2^sc_n frames; 0: they "
                      "do not. The ends of a cable use the larger number, or none if one has 0."),
  };
  return kSettings;
}

ledger::SettingsOf<FlowControlConfig> kept_bb_credit_settings() {
  return ledger::within(&FlowControlConfig::others, kBbCreditTable, bb_credit_settings);
}

BbCreditConfig bb_credit_of(const FlowControlConfig& config) {
  return ledger::read(config.others, kBbCreditTable, bb_credit_settings());
}

void set_bb_credit(const BbCreditConfig& own, FlowControlConfig& config) {
  ledger::write(config.others, kBbCreditTable, bb_credit_settings(), own);
}

namespace {

SchemeTable bb_credit_table() {
  return {kBbCreditTable, "Buffer-to-buffer credits of Fibre Channel, counted in frames.", kept_bb_credit_settings()};
}

constexpr control::FrameKind kBbFrame{
    .type = frame::EtherType::kLocalExperiment, .code = kBbSubtype, .sound = [](std::span<const std::uint8_t> frame) {
      return read_bb_message(frame).has_value();
    }};

}  // namespace

const SchemeCard& bb_credit_card() {
  static constexpr SchemeCard kCard{.traits = {.may_deadlock = true},
                                    .table = bb_credit_table,
                                    .frame = &kBbFrame,
                                    .make = make_engine<BbCredit>,
                                    .declare = BbCredit::declare};
  return kCard;
}

}  // namespace weir::flow_control
