// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/egress/egress_settings.h"

#include "hw_model/base/quantity_text.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"

namespace weir::egress {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr const char* kPriority = "IEEE 802.1Q, 8.6.8";

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

}  // namespace

const ledger::SettingsOf<EgressConfig>& egress_settings() {
  using Config = EgressConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(
          &Config::discipline, "discipline", kDisciplines,
          "strict_priority: the highest class that may send. round_robin: a packet of each in turn. dwrr: "
          "bytes by weight. strict_over_dwrr: the classes of `strict` first, then the others by weight.",
          {.width = [](const Config&) { return ledger::bits_to_name(kDisciplines.size()); }, .source = kPriority}),
      ledger::list(&Config::weights, "weights", {1, 255}, "dwrr: the weight of each class, 8 of them; default: 1 each.",
                   {.width = [](const Config&) { return 8U; }, .name = "weight", .each = "class"}),
      ledger::setting(&Config::quantum, "quantum", {0_B, frame::kMaxFrameLength},
                      "dwrr: what a class of weight 1 sends in its turn; 0B: switch.max_frame, which is the least.",
                      {.width = [](const Config&) { return ledger::bits_for(frame::kMaxFrameLength.count()); },
                       .width_follows = "frames up to 9216 B"}),
      ledger::class_set(&Config::strict, "strict", "strict_over_dwrr: the classes that go first, the highest of them.",
                        {.width = [](const Config&) { return unsigned{kClasses}; },
                         .width_follows = "a bit a class",
                         .source = kPriority}),
  };
  return kSettings;
}

const ledger::SettingsOf<ShaperConfig>& shaper_settings() {
  using Config = ShaperConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      ledger::setting(&Config::rate, "rate", {0_bps, kLargestShapedRate},
                      "most that it sends, in frame bits a second; 0: no limit",
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
