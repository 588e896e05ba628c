// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/egress_settings.h"

#include "hw_model/base/quantity_text.h"
#include "hw_model/datapath/egress/discipline_card.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"

namespace weir::egress {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr const char* kPriority = "IEEE 802.1Q, 8.6.8";
constexpr const char* kLanes = "InfiniBand Architecture, volume 1, 7.6.9";

// As those of ShaperConfig::rate and burst, of which there are many.
void check_shaper(const ShaperConfig& shaper, const std::string& which, Bytes max_frame,
                  ledger::Complaints& complaints) {
  complaints.unless(shaper.rate >= 0_bps && shaper.rate <= kLargestShapedRate, {"shaper.rate"},
                    "the shaper of " + which + " has a rate of " + quantity_text(shaper.rate) +
                        ", wanted 0bps (none) to " + quantity_text(kLargestShapedRate));
  complaints.unless(shaper.rate == 0_bps || (shaper.burst >= max_frame && shaper.burst <= kLargestBurst),
                    {"shaper.burst", "switch.max_frame"},
                    "the shaper of " + which + " has a burst of " + quantity_text(shaper.burst) +
                        ", wanted switch.max_frame, " + quantity_text(max_frame) + ", to " +
                        quantity_text(kLargestBurst));
}

bool by_weight(const EgressConfig& config) {
  return config.discipline == Discipline::kDwrr || config.discipline == Discipline::kStrictOverDwrr;
}

// Hardware that can arbitrate lanes has a word more; hardware with a discipline from outside of weir has all words.
unsigned discipline_bits(const EgressConfig& config) {
  if (card_of(config.discipline) != nullptr)
    return ledger::bits_to_name(disciplines().size());
  return ledger::bits_to_name(arbitrates_lanes(config) ? kDisciplines.size() : kDisciplines.size() - 1);
}

ledger::SettingsOf<EgressConfig> common_settings() {
  using Config = EgressConfig;
  return {
      ledger::setting(
          &Config::discipline, "discipline", disciplines(),
          "Which class sends next. strict_priority: the highest class that may send. round_robin, the default under "
          "ttl_pfc: a packet of each class in turn. dwrr: bytes by weight. strict_over_dwrr: the classes of `strict` "
          "first, then the others by weight. vl_arbitration: InfiniBand's two tables. Others come from outside of "
          "weir.",
          {.width = discipline_bits, .source = kPriority}),
      ledger::only_for(ledger::list(&Config::weights, "weights", {1, 255},
                                    "dwrr, vl_arbitration: list of 8, the weight of each class; default: 1 each. "
                                    "vl_arbitration counts in 64 B.",
                                    {.width = [](const Config&) { return 8U; }, .name = "weight", .each = "class"}),
                       "discipline = \"dwrr\" or \"strict_over_dwrr\" or \"vl_arbitration\"",
                       [](const Config& egress) { return by_weight(egress) || arbitrates_lanes(egress); }),
      ledger::only_for(
          ledger::setting(&Config::quantum, "quantum", {0_B, frame::kMaxFrameLength},
                          "dwrr: bytes that a class of weight 1 sends in its turn, at least switch.max_frame; 0B: "
                          "switch.max_frame.",
                          {.width = [](const Config&) { return ledger::bits_for(frame::kMaxFrameLength.count()); },
                           .width_follows = "frames up to 9216 B"}),
          "discipline = \"dwrr\" or \"strict_over_dwrr\"", by_weight),
      ledger::only_for(
          ledger::class_set(
              &Config::strict, "strict",
              "strict_over_dwrr: the classes that go first, the highest of them first. vl_arbitration: the "
              "classes of the high-priority table.",
              {.width = [](const Config&) { return unsigned{kClasses}; },
               .width_follows = "a bit a class",
               .source = kPriority}),
          "discipline = \"strict_over_dwrr\" or \"vl_arbitration\"",
          [](const Config& egress) {
            return egress.discipline == Discipline::kStrictOverDwrr || arbitrates_lanes(egress);
          }),
  };
}

ledger::SettingsOf<EgressConfig> with_lanes() {
  ledger::SettingsOf<EgressConfig> all = common_settings();
  all.push_back(ledger::only_for(
      ledger::setting(&EgressConfig::vl_limit, "vl_limit", {0, kNoVlLimit},
                      "vl_arbitration: units of 4 KiB that the lanes of `strict` send before a packet of "
                      "another lane may go; 0: one packet; 255: the lanes of `strict` always go first.",
                      {.width = [](const EgressConfig&) { return 8U; }, .source = kLanes}),
      "discipline = \"vl_arbitration\"", arbitrates_lanes));
  return all;
}

}  // namespace

const ledger::SettingsOf<EgressConfig>& egress_settings() {
  static const ledger::SettingsOf<EgressConfig> kSettings = with_lanes();
  return kSettings;
}

const ledger::SettingsOf<EgressConfig>& held_settings(const EgressConfig& config) {
  static const ledger::SettingsOf<EgressConfig> kCommon = common_settings();
  return arbitrates_lanes(config) ? egress_settings() : kCommon;
}

const ledger::SettingsOf<ShaperConfig>& shaper_settings() {
  using Config = ShaperConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::rate, "rate", {0_bps, kLargestShapedRate},
                      "most that the port or class sends, in frame bits a second; 0: no limit",
                      {.width = [](const Config&) { return ledger::bits_for(kLargestShapedRate.count()); },
                       .width_follows = "up to 10 Tbps"}),
      ledger::setting(&Config::burst, "burst", {0_B, kLargestBurst},
                      "tokens of a full bucket, at least the largest frame",
                      {.width = [](const Config&) { return ledger::bits_for(kLargestBurst.count()); },
                       .width_follows = "up to 16 MB"}),
  };
  return kSettings;
}

void check(const EgressConfig& config, Bytes max_frame, ledger::Complaints& complaints) {
  complaints.unless(
      config.quantum >= max_frame, {"quantum", "switch.max_frame"},
      "wanted at least switch.max_frame, " + quantity_text(max_frame) + "; got " + quantity_text(config.quantum));
  complaints.unless(config.discipline != Discipline::kStrictOverDwrr || config.strict != 0, {"strict", "discipline"},
                    "wanted a class, or discipline = \"dwrr\"");
  for (std::size_t p = 0; p < config.shapers.size(); ++p) {
    const std::string port = "port " + std::to_string(p);
    check_shaper(config.shapers[p].port, port, max_frame, complaints);
    for (std::size_t c = 0; c < kClasses; ++c)
      check_shaper(config.shapers[p].classes[c], port + " class " + std::to_string(c), max_frame, complaints);
  }
}

}  // namespace weir::egress
