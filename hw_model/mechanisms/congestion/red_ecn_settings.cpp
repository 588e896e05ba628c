// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/red_ecn.h"
#include "hw_model/mechanisms/congestion/thresholds.h"

namespace weir::congestion {

const DetectorCard& red_ecn_card();

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

ledger::SettingsOf<RedEcnConfig> red_ecn_settings() {
  using Config = RedEcnConfig;
  return {
      by_scheme(ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                                "Bytes that wait behind a leaving packet; up to k_min no packet is marked. by_scheme: "
                                "5 KB, or half of k_max if that is less.",
                                {.name = "red_k_min"})),
      by_scheme(ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB},
                                "Bytes that wait behind a leaving packet; above k_max every packet is marked. "
                                "by_scheme: 200 KB, with pauses at most half of the least XOFF of a lossless class.",
                                {.name = "red_k_max"})),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; the probability rises from 0 at k_min.", {.name = "red_slope"}),
      ledger::class_set(&Config::classes, "classes", "Classes whose packets are marked.", {.name = "red_classes"}),
      ledger::setting(&Config::beside, "beside",
                      "Whether RED runs beside another `detector`: the other watches the classes with flow control, "
                      "RED marks those of `classes` without flow control."),
      ledger::setting(&Config::notify, "notify",
                      "Whether the switch also notifies the source of a marked packet (`notifications_received`)."),
      ledger::setting(&Config::notify_interval, "notify_interval", {1_us, 1000_ms, 1_us},
                      "notify: least time between two notifications about one egress queue.",
                      {.name = "red_notify_interval"}),
  };
}

std::vector<DetectorTable> red_ecn_tables() {
  return {{"congestion.red_ecn", "RED with ECN (RFC 3168), by the present depth of a queue, not by an average.",
           ledger::within(&CongestionConfig::red_ecn, red_ecn_settings())}};
}

void check_thresholds(const PortContext& context, ledger::Complaints& complaints) {
  const RedEcnConfig red = red_config(context);
  complaints.unless(red.k_min < red.k_max, {"congestion.red_ecn.k_min", "congestion.red_ecn.k_max"},
                    "wanted less than k_max, " + quantity_text(red.k_max) + "; got " + quantity_text(red.k_min));
  check_within_buffer(context, red.k_max, "congestion.red_ecn.k_max", complaints);
}

// RED beside another detector marks no class that the other detector watches.
void check_beside(const PortContext& context, ledger::Complaints& complaints) {
  const CongestionConfig& config = context.config;
  complaints.unless(!config.detectors.empty() && &card_of(config.detectors.front()) != &red_ecn_card(),
                    {"congestion.red_ecn.beside", "congestion.detector"},
                    "wanted beside = false, or another congestion.detector than \"none\" and \"red_ecn\"");
  complaints.unless(red_classes(context) != 0, {"congestion.red_ecn.classes", "congestion.red_ecn.beside"},
                    "wanted a class without flow control for red_ecn to mark; all of these have flow control");
}

void check_red(const PortContext& context, ledger::Complaints& complaints) {
  check_thresholds(context, complaints);
  if (context.config.red_ecn.beside)
    check_beside(context, complaints);
}

}  // namespace

const DetectorCard& red_ecn_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true},
                                      .tables = red_ecn_tables,
                                      .check = check_red,
                                      .notifies = [](const CongestionConfig& config) { return config.red_ecn.notify; },
                                      .make = make_detector<RedEcn>,
                                      .declare = RedEcn::declare};
  return kCard;
}

}  // namespace weir::congestion
