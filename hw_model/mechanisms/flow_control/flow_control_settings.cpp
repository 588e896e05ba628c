// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <vector>

#include "hw_model/mechanisms/flow_control/scheme_card.h"
#include "hw_model/reference/reference_settings.h"

namespace weir::flow_control {

using ledger::alike;
using ledger::Complaints;
using ledger::OfTable;
using ledger::setting;
using ledger::SettingsOf;

namespace {

ledger::Setting<FlowControlConfig> scheme_setting() {
  ledger::Setting<FlowControlConfig> scheme =
      setting(&FlowControlConfig::scheme, "scheme", schemes(),
              "Flow-control scheme of all ports; the tables of other schemes are checked, but not used. `ib_credits` "
              "and `cbfc` are the same: the credits of InfiniBand.");
  scheme.words.push_back({static_cast<std::int64_t>(kOtherWord.value), kOtherWord.name});
  return alike(std::move(scheme), "both ends of a cable speak the same scheme");
}

}  // namespace

const SettingsOf<FlowControlConfig>& flow_control_settings() {
  using Config = FlowControlConfig;
  static const SettingsOf<Config> kSettings = {
      scheme_setting(),
      alike(ledger::class_set(&Config::lossless, "lossless",
                              "Classes that the scheme protects; with `none` no class is lossless. `ttl_pfc` requires "
                              "the class of each hop below ttl0; these classes are its default.",
                              {.width = [](const Config&) { return unsigned{kClasses}; },
                               .width_follows = "a bit a class, as the class-enable vector of a frame",
                               .name = "lossless_classes"}),
            "both ends of a cable protect the same classes"),
      setting(&Config::processing_delay, "processing_delay", {0_ps, Time(kPicosecondsPerSecond)},
              "t_r: time from the arrival of a control frame to its effect."),
  };
  return kSettings;
}

const std::vector<SchemeTable>& scheme_tables() {
  static const std::vector<SchemeTable> kTables = [] {
    std::vector<SchemeTable> tables;
    for (const SchemeList::Listed& listed : scheme_cards()) {
      if (listed.card.table != nullptr)
        tables.push_back(listed.card.table());
    }
    return tables;
  }();
  return kTables;
}

const SchemeTraits& traits_of(Scheme scheme) { return card_of(scheme).traits; }

const CbfcConfig* credits_of(const FlowControlConfig& config) {
  const auto credits = card_of(config.scheme).credits;
  return credits != nullptr ? credits(config) : nullptr;
}

Time longest_silence(const FlowControlConfig& config, BitRate line) {
  const SchemeCard& card = card_of(config.scheme);
  if (card.silence != nullptr)
    return card.silence(config, line);
  const CbfcConfig* const credits = credits_of(config);
  return credits != nullptr ? credit_period(*credits, line) : Time(0);
}

std::optional<AdvertisedBuffer> advertised_by(const FlowControlConfig& config) {
  const auto advertised = card_of(config.scheme).advertised;
  return advertised != nullptr ? std::optional(advertised(config)) : std::nullopt;
}

std::optional<BitRate> lowest_rate(const FlowControlConfig& config, BitRate line) {
  const auto lowest = card_of(config.scheme).lowest_rate;
  return lowest != nullptr ? std::optional(lowest(config, line)) : std::nullopt;
}

ClassMask at_switches(const FlowControlConfig& config) {
  ClassMask classes = config.lossless;
  const bool is_shifted = traits_of(config.scheme).follows_ttl && !config.ttl_pfc.from_first;
  for (std::size_t c = 0; is_shifted && c < kClasses; ++c) {
    const reference::Service service = reference::service_of(config.ttl_pfc.services, ClassId(c));
    if (!service.is_plain())
      classes &= static_cast<ClassMask>(~mask_of(service.first));
  }
  return classes;
}

void check(const FlowControlConfig& config, const PortFacts& port, Complaints& complaints) {
  OfTable common(complaints, "flow_control");
  OfTable limiter(complaints, "limiter");
  check_ranges(config, flow_control_settings(), common);
  for (const SchemeTable& table : scheme_tables()) {
    OfTable of_scheme(complaints, std::string(table.path));
    check_ranges(config, table.settings, of_scheme);
  }
  check_ranges(port.limiter, reference::limiter_settings(), limiter);
  if (const auto rules = card_of(config.scheme).check; rules != nullptr)
    rules(config, port, complaints);
}

}  // namespace weir::flow_control
