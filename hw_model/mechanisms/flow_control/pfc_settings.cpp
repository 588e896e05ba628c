// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of schemes with PAUSE frames, and the cards of these schemes.

#include "hw_model/frame/mac_control.h"
#include "hw_model/mechanisms/flow_control/egress_pfc.h"
#include "hw_model/mechanisms/flow_control/pause.h"
#include "hw_model/mechanisms/flow_control/pause_rules.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/scheme_rules.h"
#include "hw_model/mechanisms/flow_control/ttl_pfc.h"

namespace weir::flow_control {

using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr unsigned kQuantaBits = 16;

}  // namespace

const SettingsOf<PfcConfig>& pfc_settings() {
  using Config = PfcConfig;
  const auto depth = [](const Config& pfc) { return bits_of(pfc.highest_xoff()); };
  static const SettingsOf<Config> kSettings = {
      setting(&Config::xoff, "xoff", {1_B, kMost},
              "XOFF: VIQ depth at or above which PAUSE is sent. `pause`: depth of all lossless VIQs of the port "
              "together. `egress_pfc`: depth of a VEQ. `egress_pause`: depth of all lossless VEQs of the port "
              "together. With `pfc` and `ttl_pfc` also a list of 8, one for each class.",
              {.width = depth, .width_follows = "bits of XOFF in bytes"}),
      setting(&Config::xon, "xon", {0_B, kMost},
              "XON: depth, measured as for `xoff`, at or below which RESUME is sent. With `pfc` and `ttl_pfc` also a "
              "list of 8, one for each class.",
              {.width = depth, .width_follows = "bits of XOFF in bytes"}),
      setting(&Config::pause_quanta, "pause_quanta", {1, 65'535}, "Timer value of a PAUSE, in quanta of 512 bit times.",
              {.width = [](const Config&) { return kQuantaBits; }}),
      setting(&Config::refresh_fraction, "refresh_fraction", {0.01, 0.99},
              "A standing PAUSE is sent again after this part of its timer.", {.name = "refresh_quanta"}),
  };
  return kSettings;
}

const SettingsOf<EgressPfcConfig>& egress_pfc_settings() {
  using Config = EgressPfcConfig;
  static const SettingsOf<Config> kSettings = {
      setting(&Config::spared, "spared", kSpared,
              "Peer that a deep egress queue does not pause. own_port: the peer at the queue's own port. nobody: none; "
              "the peers at all ports are paused."),
  };
  return kSettings;
}

namespace {

SchemeTable pfc_table() {
  return {
      "flow_control.pfc",
      "PFC, IEEE 802.1Qbb. `pause`, `ttl_pfc`, `egress_pfc` and `egress_pause` take their thresholds from here, too.",
      ledger::within(&FlowControlConfig::pfc, pfc_settings())};
}

SchemeTable egress_pfc_table() {
  return {"flow_control.egress_pfc",
          "`egress_pfc` and `egress_pause`: PFC and 802.3x PAUSE by the depth of egress queues, which drop packets at "
          "`switch.mmu.veq_limit`.",
          ledger::within(&FlowControlConfig::egress_pfc, egress_pfc_settings())};
}

void check_thresholds(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  OfTable pfc(complaints, "flow_control.pfc");
  check_pauses(config, port, pfc);
}

constexpr control::FrameKind kPfcFrame{.type = frame::EtherType::kMacControl,
                                       .code = static_cast<std::uint16_t>(frame::MacControlOpcode::kPfc)};

constexpr control::FrameKind kPauseFrame{.type = frame::EtherType::kMacControl,
                                         .code = static_cast<std::uint16_t>(frame::MacControlOpcode::kPause)};

}  // namespace

const SchemeCard& pfc_card() {
  static constexpr SchemeCard kCard{.traits = {.pauses = true, .may_deadlock = true, .takes_headroom_pool = true},
                                    .table = pfc_table,
                                    .check = check_thresholds,
                                    .frame = &kPfcFrame,
                                    .make = make_engine<Pfc>,
                                    .declare = Pfc::declare};
  return kCard;
}

const SchemeCard& pause_card() {
  static constexpr SchemeCard kCard{.traits = {.pauses = true, .may_deadlock = true, .is_of_the_port = true},
                                    .check = check_thresholds,
                                    .frame = &kPauseFrame,
                                    .make = make_engine<Pause>,
                                    .declare = Pause::declare};
  return kCard;
}

const SchemeCard& ttl_pfc_card() {
  static constexpr SchemeCard kCard{
      .traits = {.pauses = true, .may_deadlock = true, .follows_ttl = true, .takes_headroom_pool = true},
      .check = check_thresholds,
      .make = make_engine<TtlPfc>,
      .declare = TtlPfc::declare};
  return kCard;
}

const SchemeCard& egress_pfc_card() {
  static constexpr SchemeCard kCard{.traits = {.pauses = true, .may_deadlock = true, .by_egress = true},
                                    .table = egress_pfc_table,
                                    .check = check_thresholds,
                                    .make = make_engine<EgressPfc>,
                                    .declare = EgressPfc::declare};
  return kCard;
}

const SchemeCard& egress_pause_card() {
  static constexpr SchemeCard kCard{
      .traits = {.pauses = true, .may_deadlock = true, .is_of_the_port = true, .by_egress = true},
      .check = check_thresholds,
      .make = make_engine<EgressPfc>,
      .declare = EgressPfc::declare};
  return kCard;
}

}  // namespace weir::flow_control
