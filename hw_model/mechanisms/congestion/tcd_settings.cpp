// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/tcd.h"
#include "hw_model/mechanisms/congestion/tcd_timing.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

ledger::SettingsOf<TcdConfig> tcd_times() {
  using Config = TcdConfig;
  return {
      ledger::setting(&Config::epsilon, "epsilon", {0.0001, 1.0},
                      "Congestion degree of the equation of max(T_on); with outputs that are FIFOs at most 0.05."),
      ledger::setting(&Config::xoff_to_xon, "xoff_to_xon", {0_B, 1000_MB},
                      "B1 - B0 of the same; 0: XOFF - XON of flow control, or two frames of max_frame."),
      ledger::setting(&Config::longest_on, "longest_on", {0_ps, 1000_ms},
                      "max(T_on): a queue that was OFF less than this ago is undetermined; 0: by the equation, behind "
                      "credits their period T_c.",
                      {.name = "tcd_longest_on"}),
      ledger::setting(&Config::period, "period", {0_ps, 1000_ms},
                      "T, from one sample of a released queue to the next; 0: 2 max(T_on).", {.name = "tcd_period"}),
      ledger::setting(&Config::time, "time", kTcdTimes,
                      "What T_on and T are measured in. port: all time. own: each class's own, which stands while the "
                      "port sends data of another class."),
      ledger::setting(&Config::tick, "tick", {1_ps, 1_us}, "Clock of the time stamps."),
      ledger::setting(&Config::timestamp_bits, "timestamp_bits", {0, 48},
                      "Width of the time stamps; 0: the least that no wrap-around can fake a short time with."),
  };
}

ledger::SettingsOf<TcdConfig> tcd_rule() {
  using Config = TcdConfig;
  return {
      ledger::setting(&Config::low_threshold, "low_threshold", {0_B, 1000_MB},
                      "Bytes behind a leaving packet at or below which a released queue is not congested.",
                      {.name = "tcd_low_threshold"}),
      ledger::setting(
          &Config::rule, "rule", kReleaseRules,
          "When a released queue is congested: it has risen in T; not fallen; risen by more than 2 MTU; or "
          "that, or it stands while this switch pauses. by_scheme: the last, behind credits the one before."),
      ledger::setting(&Config::hold, "hold", kHolds,
                      "How long a released queue that the rule has declared congested stays so. sampled: until a "
                      "sample, every T, says that it is not. none: until the next packet, of which RED decides."),
      ledger::setting(&Config::ingress, "ingress", kPausedIngresses,
                      "rise_or_pausing: whose pause counts: that of an ingress that holds packets for this port in "
                      "the class, or of any."),
      ledger::setting(&Config::pause, "pause", kPausesSeen,
                      "rise_or_pausing: a pause at any departure since the last sample, or at the sample."),
      ledger::setting(&Config::band, "band", {0_B, 1000_MB},
                      "rise_or_pausing: bytes by which a queue that stands may fall in T; 0: max(2 MTU, epsilon C T).",
                      {.name = "tcd_band"}),
      ledger::setting(&Config::hard_level, "hard_level", {0_B, 1000_MB},
                      "Bytes behind a leaving packet above which it gets CE whatever the state; 0: none.",
                      {.name = "tcd_hard_level"}),
      by_scheme(ledger::setting(
          &Config::host_hard_level, "host_hard_level", {0_B, 1000_MB},
          "The same at ports to hosts, where lower; 0: none. by_scheme: behind pauses half of the least XOFF of a "
          "lossless class, else none.",
          {.name = "tcd_hard_level"})),
      ledger::setting(&Config::host_hard_time, "host_hard_time", {0_ps, 1000_ms},
                      "At ports to hosts CE only after the queue has been above its level for so long on end.",
                      {.name = "tcd_hard_time"}),
  };
}

ledger::SettingsOf<RedEcnConfig> tcd_marking() {
  using Config = RedEcnConfig;
  return {
      by_scheme(ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                                "Bytes behind a leaving packet up to which none is marked, in states 0 and 1. "
                                "by_scheme: 5 KB, or half of k_max where that is less.",
                                {.name = "tcd_k_min"})),
      by_scheme(ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB},
                                "Bytes behind it above which each is. by_scheme: 200 KB, behind pauses at most half of "
                                "the least XOFF of a lossless class.",
                                {.name = "tcd_k_max"})),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; it rises from 0 at k_min.", {.name = "tcd_slope"}),
  };
}

ledger::SettingsOf<TcdConfig> tcd_settings() {
  ledger::SettingsOf<TcdConfig> all = tcd_times();
  for (auto part : {tcd_rule(), ledger::within(&TcdConfig::marking, tcd_marking())})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<DetectorTable> tcd_tables() {
  return {{"congestion.tcd", "Ternary congestion detection, of both forms: TCD, SIGCOMM '21, section 4.",
           ledger::within(&CongestionConfig::tcd, tcd_settings())}};
}

}  // namespace

// Two forms of one detector, with one table: they differ in what max(T_on) follows from.
const DetectorCard& tcd_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true, .times_pauses = true},
                                      .tables = tcd_tables,
                                      .check = check_tcd,
                                      .make = make_detector<Tcd>,
                                      .declare = declare_tcd};
  return kCard;
}

const DetectorCard& tcd_infiniband_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true, .times_credits = true},
                                      .check = check_tcd,
                                      .make = make_detector<Tcd>,
                                      .declare = declare_tcd};
  return kCard;
}

}  // namespace weir::congestion
