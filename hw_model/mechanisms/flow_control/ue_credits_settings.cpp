// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/cc_update.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/wire.h"
#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/mechanisms/flow_control/ue_credits.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_settings.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

constexpr std::string_view kCountAlike = "both ends of a cable count the same credits";
constexpr std::int64_t kMostCredits = (1 << 20) - 1;

}  // namespace

const SettingsOf<UeCreditsConfig>& ue_credits_settings() {
  using Config = UeCreditsConfig;
  static const SettingsOf<Config> kSettings = [] {
    SettingsOf<Config> all = alike(ledger::within(&Config::credits, ue_cbfc::ue_cbfc_settings()), kCountAlike);
    all.push_back(
        alike(setting(&Config::profile, "profile", ue_cbfc::kProfiles,
                      "Rules that are not written in the file. repaired: the defaults of this table. sai: the "
                      "public text of versions 1.0 to 1.0.2: cc_update_eligible = false, cc_rule and cf_delta "
                      "= \"signed\", vc_init_order = \"sai\"."),
              kCountAlike));
    all.push_back(alike(ledger::list(&Config::channels, "channels", {0, std::int64_t{ue_cbfc::kChannels} - 1},
                                     "List of 8: the channel of each class, 0 to 31. Lossless classes have a channel "
                                     "each; other classes are best effort, and use no credits.",
                                     {.each = "class"}),
                        kCountAlike));
    all.push_back(alike(setting(&Config::unmapped, "unmapped", kUnmapped,
                                "What becomes of a frame whose class has no channel, as it is not lossless. "
                                "best_effort: it goes by the best-effort channel, without credits. drop: there is no "
                                "such channel, and the first switch drops it (`no_channel`)."),
                        kCountAlike));
    all.push_back(ledger::list(&Config::limits, "limits", {0, kMostCredits},
                               "List of 8: credits that a receiver offers in the channel of each class, the limit of "
                               "its sender. 0: what the VIQ may take (`switch.mmu.viq_limit` + `headroom`), as far as "
                               "CF_Updates tell apart. Not used with `pool_credits`.",
                               {.each = "class"}));
    all.push_back(
        setting(&Config::pool_mode, "pool_mode", ue_cbfc::kSharedModes,
                "What a channel may use of the pool beside its reserved credits. none: nothing. static: up to "
                "`pool_shared_max`. dynamic: 2^`pool_exponent` times the shared credits that are free."));
    all.push_back(ledger::list(&Config::pool_reserved, "pool_reserved", {0, kMostCredits},
                               "List of 8: credits of the pool that only the channel of that class may use.",
                               {.each = "class"}));
    all.push_back(ledger::list(&Config::pool_shared_max, "pool_shared_max", {0, kMostCredits},
                               "static: list of 8: shared credits that the channel may use at most; 0: no maximum.",
                               {.each = "class"}));
    all.push_back(ledger::list(&Config::pool_exponent, "pool_exponent",
                               {ue_cbfc::PoolShareConfig::kLeastExponent, ue_cbfc::PoolShareConfig::kMostExponent},
                               "dynamic: list of 8: the channel may use 2^n times the shared credits that are free.",
                               {.each = "class"}));
    return all;
  }();
  return kSettings;
}

namespace {

SchemeTable ue_credits_table() {
  return {"flow_control.ue_cbfc", "CBFC: the credits of Ultra Ethernet.",
          ledger::within(&FlowControlConfig::ue_cbfc, ue_credits_settings())};
}

void check_channels(const FlowControlConfig& config, Complaints& complaints) {
  std::uint32_t taken = 0;
  for_each_class(config.lossless, [&](ClassId c) {
    const unsigned vc = config.ue_cbfc.channels[c.index()];
    complaints.unless((taken >> vc & 1U) == 0, {"channels", "flow_control.lossless"},
                      "wanted a channel of its own for each lossless class; got channel " + std::to_string(vc) +
                          " for class " + std::to_string(c.index()) + " and another one");
    taken |= 1U << vc;
  });
}

// Without room for a frame a channel never sends one.
void check_limits(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  const UeCreditsConfig& ue = config.ue_cbfc;
  const std::uint32_t frame = ue.credits.credits(port.max_frame);
  const std::string key = ue.pooled() ? "pool_credits" : "limits";
  if (ue.pooled()) {
    std::vector<ue_cbfc::PoolShareConfig> shares;
    for_each_class(config.lossless, [&](ClassId c) { shares.push_back(ue.share(c.index())); });
    ue_cbfc::check_pool(ue.credits, shares, complaints);
  }
  for_each_class(config.lossless, [&](ClassId c) {
    const std::string of_class = " for class " + std::to_string(c.index());
    const std::uint32_t most = ue.most(c.index());
    complaints.unless(ue.pooled() || most <= ue_cbfc::most_credits(ue.credits), {key, "cf_delta"},
                      "wanted at most " + std::to_string(ue_cbfc::most_credits(ue.credits)) +
                          " credits, what a CF_Update of " + std::to_string(ue.credits.cf_update_bits) +
                          " bits tells apart; got " + std::to_string(most) + of_class);
    complaints.unless(most >= frame, {key, "credit_size", "switch.max_frame", "switch.mmu.viq_limit"},
                      "wanted at least the " + std::to_string(frame) + " credits of a frame of switch.max_frame, " +
                          quantity_text(port.max_frame) + "; got " + std::to_string(most) + of_class);
  });
}

void check_ue_credits(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  OfTable table(complaints, "flow_control.ue_cbfc");
  ue_cbfc::check(config.ue_cbfc.credits, table);
  check_channels(config, table);
  table.unless(config.ue_cbfc.unmapped != Unmapped::kDrop || config.lossless != 0,
               {"unmapped", "flow_control.lossless"},
               "wanted \"best_effort\" where no class is lossless: no class has a channel, and every packet would be "
               "dropped");
  check_limits(config, port, table);
}

// A credit that a loss takes comes home with the next CC_Update.
Time longest_without_news(const FlowControlConfig& config, BitRate line) {
  return config.ue_cbfc.credits.cc_message_timer + serialization_time(config.ue_cbfc.credits.cf_max_spacing, line);
}

constexpr control::FrameKind kUpdateFrame{
    .type = frame::EtherType::kMacControl,
    .code = frame::kOrganisationOpcode,
    .sound = [](std::span<const std::uint8_t> frame) {
      return frame::read_cc_update(frame, frame::MacAddress(frame::WireReader(frame).u48())).has_value();
    }};

}  // namespace

const SchemeCard& ue_credits_card() {
  static constexpr SchemeCard kCard{.traits = {.may_deadlock = true, .by_channel = true, .outlives_reset = true},
                                    .table = ue_credits_table,
                                    .check = check_ue_credits,
                                    .silence = longest_without_news,
                                    .frame = &kUpdateFrame,
                                    .make = make_engine<UeCredits>,
                                    .declare = UeCredits::declare};
  return kCard;
}

}  // namespace weir::flow_control
