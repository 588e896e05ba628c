// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <string_view>

#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/cbfc.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr std::string_view kCounted = "both ends of a cable count the same credits";

}  // namespace

const SettingsOf<CbfcConfig>& cbfc_settings() {
  using Config = CbfcConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::buffer, "buffer", {1_B, kMost},
              "Buffer that the receiver advertises by credits, for each class; by default all that a VIQ may take "
              "(`switch.mmu.viq_limit` + `headroom`), as far as the counters express it.",
              {.name = "buffer_blocks"}),
      alike(setting(&Config::block, "block", {1_B, 9216_B}, "Credit block: a packet takes whole blocks of this size."),
            kCounted),
      alike(
          setting(
              &Config::counter_bits, "counter_bits", {2, 32},
              "Width of the credit counters; 12 in the standard. At most 2^(counter_bits - 1) blocks are outstanding."),
          kCounted),
      setting(&Config::period, "period", {0_ps, Time(kPicosecondsPerSecond)},
              "Time from one credit message of a class to its next; 0ps: the time that 65,535 B take at line rate.",
              {.name = "credit_period"}),
  };
  return kSettings;
}

namespace {

SchemeTable cbfc_table() {
  return {"flow_control.cbfc", "CBFC: the credits of InfiniBand.",
          ledger::within(&FlowControlConfig::cbfc, cbfc_settings())};
}

void check_cbfc(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  OfTable cbfc(complaints, "flow_control.cbfc");
  check_credits("buffer", config.cbfc, config.cbfc.buffer, config, port, cbfc);
}

constexpr control::FrameKind kCreditFrame{
    .type = frame::EtherType::kLocalExperiment,
    .code = static_cast<std::uint16_t>(frame::PrivateSubtype::kCbfcCredit),
    .sound = [](std::span<const std::uint8_t> frame) { return frame::read_private_message(frame).has_value(); }};

}  // namespace

const SchemeCard& cbfc_card() {
  static constexpr SchemeCard kCard{
      .traits = {.may_deadlock = true, .by_block = true},
      .table = cbfc_table,
      .check = check_cbfc,
      .credits = [](const FlowControlConfig& config) { return &config.cbfc; },
      .advertised =
          [](const FlowControlConfig& config) {
            return AdvertisedBuffer{config.cbfc.buffer, config.cbfc, "flow_control.cbfc.", "buffer"};
          },
      .frame = &kCreditFrame,
      .make = make_engine<Cbfc>,
      .declare = Cbfc::declare};
  return kCard;
}

}  // namespace weir::flow_control
