// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

const SettingsOf<GfcConceptualConfig>& gfc_conceptual_settings() {
  using Config = GfcConceptualConfig;
  const ledger::HeldIn<Config> held{.width = [](const Config& gfc) { return bits_of(gfc.bm); },
                                    .width_follows = "bits of Bm in bytes"};
  static const SettingsOf<Config> kSettings = {
      setting(&Config::b0, "b0", {0_B, kMost}, "B0: VIQ depth up to which the rate is C; above B0 it falls.", held),
      setting(&Config::bm, "bm", {1_B, kMost},
              "Bm: VIQ depth at which the rate would be 0; the sender keeps a least rate.", held),
  };
  return kSettings;
}

namespace {

SchemeTable gfc_conceptual_table() {
  return {"flow_control.gfc_conceptual",
          "GFC, SIGCOMM '19, section 4.1: at VIQ depth q the rate is C up to B0, above C (Bm - q)/(Bm - B0).",
          alike(ledger::within(&FlowControlConfig::gfc_conceptual, gfc_conceptual_settings()), kComputedAtBothEnds)};
}

void check_conceptual(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const GfcConceptualConfig& gfc = config.gfc_conceptual;
  OfTable table(complaints, "flow_control.gfc_conceptual");
  check_below("b0", gfc.b0, gfc.bm, table);
  table.unless(gfc.bm < kMost, {"bm"},
               "wanted less than 4096MiB, which the message's depth field of 32 bits cannot express");
  check_limiter(port, complaints);
}

constexpr control::FrameKind kDepthFrame{
    .type = frame::EtherType::kLocalExperiment,
    .code = static_cast<std::uint16_t>(frame::PrivateSubtype::kGfcQueueDepth),
    .sound = [](std::span<const std::uint8_t> frame) { return frame::read_private_message(frame).has_value(); },
    .out_of_band = true};

}  // namespace

const SchemeCard& gfc_conceptual_card() {
  static constexpr SchemeCard kCard{.traits = {.limiter = reference::RateForm::kFixedPoint},
                                    .table = gfc_conceptual_table,
                                    .check = check_conceptual,
                                    .lowest_rate =
                                        [](const FlowControlConfig& config, BitRate line) {
                                          return lowest_linear_rate(
                                              line, config.gfc_conceptual.bm - config.gfc_conceptual.b0);
                                        },
                                    .frame = &kDepthFrame,
                                    .make = make_engine<GfcConceptual>,
                                    .declare = GfcConceptual::declare};
  return kCard;
}

}  // namespace weir::flow_control
