// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/congestion_settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hw_model/base/quantity_text.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

constexpr std::int64_t kNoDetector = 0;

// Words of a file: those that the model has behaviour for.
constexpr std::int64_t value_of(DetectorKind kind) { return static_cast<std::int64_t>(kind) + 1; }

// A row of one. What is only declared, for its cost, has no word, and neither has a longer row.
ledger::Setting<CongestionConfig> detector() {
  ledger::SettingText text{.word = "detector",
                           .kind = ledger::SettingKind::kWord,
                           .meaning =
                               "What marks packets at every egress port. red_ecn: random early detection, which "
                               "sets CE in packets whose sender can use it (`flow.ecn`)."};
  text.words = {{kNoDetector, "none"}, {value_of(DetectorKind::kRedEcn), "red_ecn"}};
  return ledger::detail::described<CongestionConfig>(
      std::move(text),
      [](const CongestionConfig& config, std::size_t) -> ledger::SettingValue {
        const bool declared_only = config.detectors.size() == 1 && config.detectors.front() > DetectorKind::kRedEcn &&
                                   config.detectors.front() <= DetectorKind::kBcn;
        return {config.detectors.size() != 1 || declared_only ? kNoDetector : value_of(config.detectors.front())};
      },
      [](CongestionConfig& config, std::size_t, ledger::SettingValue value) {
        config.detectors.clear();
        if (value.count != kNoDetector)
          config.detectors.push_back(static_cast<DetectorKind>(value.count - 1));
      },
      {});
}

constexpr std::array kUndetermined{Named<frame::Ecn>{frame::Ecn::kEct0, "ect0"},
                                   Named<frame::Ecn>{frame::Ecn::kEct1, "ect1"}};

}  // namespace

const ledger::SettingsOf<CongestionConfig>& congestion_settings() {
  using Config = CongestionConfig;
  static const ledger::SettingsOf<Config> kSettings = {
      detector(),
      ledger::alike(ledger::setting(&Config::undetermined, "undetermined", kUndetermined,
                                    "Under TCD, the ECN code point that says that a packet has passed a port in the "
                                    "undetermined state; senders that are watched use the other one (`flow.ecn`)."),
                    "what one switch writes, others and hosts read"),
  };
  return kSettings;
}

namespace {

ledger::SettingsOf<RedEcnConfig> red_ecn_settings() {
  using Config = RedEcnConfig;
  return {
      ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                      "Bytes behind a leaving packet up to which none is marked.", {.name = "red_k_min"}),
      ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB}, "Bytes behind it above which each is marked.",
                      {.name = "red_k_max"}),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; it rises from 0 at k_min.", {.name = "red_slope"}),
      ledger::class_set(&Config::classes, "classes", "Classes that are marked.", {.name = "red_classes"}),
      ledger::setting(&Config::notify, "notify",
                      "The switch also tells the source of a packet that it has marked: `notifications_received`."),
      ledger::setting(&Config::notify_interval, "notify_interval", {1_us, 1000_ms, 1_us},
                      "notify: an egress queue tells somebody at most once in this time.",
                      {.name = "red_notify_interval"}),
  };
}

}  // namespace

const std::vector<DetectorTable>& detector_tables() {
  using Config = CongestionConfig;
  static const std::vector<DetectorTable> kTables = {
      {"congestion.red_ecn", "RED with ECN: RFC 3168, with the depth of the moment.",
       ledger::within(&Config::red_ecn, red_ecn_settings())},
  };
  return kTables;
}

void check(const CongestionConfig& config, Bytes buffer, ledger::Complaints& complaints) {
  const RedEcnConfig& red = config.red_ecn;
  if (std::count(config.detectors.begin(), config.detectors.end(), DetectorKind::kRedEcn) == 0)
    return;
  complaints.unless(red.k_min < red.k_max, {"congestion.red_ecn.k_min", "congestion.red_ecn.k_max"},
                    "wanted less than k_max, " + quantity_text(red.k_max) + "; got " + quantity_text(red.k_min));
  complaints.unless(red.k_max <= buffer, {"congestion.red_ecn.k_max", "switch.mmu.buffer"},
                    "wanted at most the whole buffer, " + quantity_text(buffer) + "; got " + quantity_text(red.k_max));
}

}  // namespace weir::congestion
