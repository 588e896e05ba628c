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
      ledger::setting(
          &Config::epsilon, "epsilon", {0.0001, 1.0},
          "epsilon: congestion degree in the equation of max(T_on); if outputs are FIFOs better at most 0.05."),
      ledger::setting(&Config::xoff_to_xon, "xoff_to_xon", {0_B, 1000_MB},
                      "B1 - B0 in the equation of max(T_on); 0B: XOFF - XON of flow control, or without pauses two "
                      "frames of max_frame."),
      ledger::setting(&Config::longest_on, "longest_on", {0_ps, 1000_ms},
                      "max(T_on): for this time after an OFF period a queue is undetermined; 0ps: by the equation, "
                      "under `tcd_infiniband` the period T_c of credits.",
                      {.name = "tcd_longest_on"}),
      ledger::setting(&Config::period, "period", {0_ps, 1000_ms},
                      "T: time from one sample of a released queue to the next; 0ps: 2 max(T_on).",
                      {.name = "tcd_period"}),
      ledger::setting(&Config::time, "time", kTcdTimes,
                      "Time in which T_on and T are measured. port: the time of the port. own: the time of the class, "
                      "which stands still while the port sends data of another class."),
      ledger::setting(&Config::tick, "tick", {1_ps, 1_us}, "Clock period of the time stamps."),
      ledger::setting(
          &Config::timestamp_bits, "timestamp_bits", {0, 48},
          "Width of the time stamps; 0: the least width with which no wrap-around makes a long time look short."),
  };
}

ledger::SettingsOf<TcdConfig> tcd_rule() {
  using Config = TcdConfig;
  return {
      ledger::setting(&Config::low_threshold, "low_threshold", {0_B, 1000_MB},
                      "Bytes that wait behind a leaving packet; up to this level a released queue is not congested.",
                      {.name = "tcd_low_threshold"}),
      ledger::setting(&Config::rule, "rule", kReleaseRules,
                      "When a released queue is congested. literal: it has risen in T. not_decreased: it has not "
                      "fallen in T. rise_2mtu: it has risen by more than 2 MTU in T. rise_or_pausing: as rise_2mtu, or "
                      "it has not fallen by more than `band` while this switch paused peers. by_scheme: "
                      "rise_or_pausing with pauses, otherwise rise_2mtu."),
      ledger::setting(&Config::hold, "hold", kHolds,
                      "How long a released queue stays congested after the rule has declared it congested. sampled: "
                      "until one of the samples, every T, is not congested by the rule. none: until the next packet, "
                      "for which k_min and k_max decide."),
      ledger::setting(&Config::ingress, "ingress", kPausedIngresses,
                      "rise_or_pausing: which paused peers count. feeding: those whose ingress holds packets for this "
                      "port in the class. any: all."),
      ledger::setting(&Config::pause, "pause", kPausesSeen,
                      "rise_or_pausing: when a pause counts. sticky: if it stood at any departure since the previous "
                      "sample. instant: if it stands at the sample."),
      ledger::setting(&Config::band, "band", {0_B, 1000_MB},
                      "rise_or_pausing: bytes by which a queue may fall in T and still counts as standing; 0B: max(2 "
                      "MTU, epsilon C T).",
                      {.name = "tcd_band"}),
      ledger::setting(
          &Config::hard_level, "hard_level", {0_B, 1000_MB},
          "Bytes that wait behind a leaving packet; above this level the packet gets CE in any state. 0B: no level.",
          {.name = "tcd_hard_level"}),
      by_scheme(ledger::setting(
          &Config::host_hard_level, "host_hard_level", {0_B, 1000_MB},
          "Level of ports to hosts, where the lower of `hard_level` and this level counts; 0B: no level. by_scheme: "
          "with pauses half of the least XOFF of a lossless class, otherwise no level.",
          {.name = "tcd_hard_level"})),
      ledger::setting(&Config::host_hard_time, "host_hard_time", {0_ps, 1000_ms},
                      "Ports to hosts: time for which the queue must have been above its level, without a break, "
                      "before packets get CE.",
                      {.name = "tcd_hard_time"}),
  };
}

ledger::SettingsOf<RedEcnConfig> tcd_marking() {
  using Config = RedEcnConfig;
  return {
      by_scheme(ledger::setting(&Config::k_min, "k_min", {0_B, 1000_MB},
                                "States 0 and 1: bytes that wait behind a leaving packet; up to k_min no packet is "
                                "marked. by_scheme: 5 KB, or half of k_max if that is less.",
                                {.name = "tcd_k_min"})),
      by_scheme(
          ledger::setting(&Config::k_max, "k_max", {1_B, 1000_MB},
                          "States 0 and 1: bytes that wait behind a leaving packet; above k_max every packet is "
                          "marked. by_scheme: 200 KB, with pauses at most half of the least XOFF of a lossless class.",
                          {.name = "tcd_k_max"})),
      ledger::setting(&Config::p_max, "p_max", {0.000001, 1.0},
                      "Probability of a mark at k_max; the probability rises from 0 at k_min.", {.name = "tcd_slope"}),
  };
}

ledger::SettingsOf<TcdConfig> tcd_settings() {
  ledger::SettingsOf<TcdConfig> all = tcd_times();
  for (auto part : {tcd_rule(), ledger::within(&TcdConfig::marking, tcd_marking())})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<DetectorTable> tcd_tables() {
  return {{"congestion.tcd",
           "Ternary congestion detection (TCD, SIGCOMM '21, section 4), for both forms, `tcd` and `tcd_infiniband`.",
           ledger::within(&CongestionConfig::tcd, tcd_settings())}};
}

}  // namespace

// Two forms of one detector with one table: they differ in the source of max(T_on).
const DetectorCard& tcd_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true, .times_pauses = true, .marks_undetermined = true},
                                      .tables = tcd_tables,
                                      .check = check_tcd,
                                      .make = make_detector<Tcd>,
                                      .declare = Tcd::declare};
  return kCard;
}

const DetectorCard& tcd_infiniband_card() {
  static constexpr DetectorCard kCard{.traits = {.marks_ip = true, .times_credits = true, .marks_undetermined = true},
                                      .check = check_tcd,
                                      .make = make_detector<Tcd>,
                                      .declare = Tcd::declare};
  return kCard;
}

}  // namespace weir::congestion
