// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/congestion/fera_table.h"

#include <optional>
#include <utility>

#include "hw_model/mechanisms/congestion/detector_card.h"
#include "hw_model/mechanisms/congestion/detectors.h"
#include "hw_model/mechanisms/congestion/fera.h"
#include "hw_model/mechanisms/congestion/fera_rules.h"

namespace weir::congestion {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the ranges below

namespace {

using Meter = reference::FeraSettings;

constexpr Bytes kMostEdgeBurst = 1_MB;
constexpr std::int64_t kMostEdgeFlows = 4'096;

ledger::SettingsOf<Meter> interval_settings() {
  return {
      ledger::setting(&Meter::interval, "interval", {1_us, 1000_ms},
                      "T, from one rate of a port to the next; at least the time of a frame, and better 3 N L/C for N "
                      "flows of frames of L bytes.",
                      {.name = "fera_interval"}),
      ledger::setting(&Meter::n0, "n0", {1, 1'000'000}, "N_0: the first rate of a port is C/N_0.",
                      {.name = "fera_initial_rate"}),
      ledger::setting(&Meter::n_max, "n_max", {1, 1'000'000},
                      "The least rate of a port is C/n_max: more flows than that overload it for ever.",
                      {.name = "fera_least_rate"}),
      ledger::setting(&Meter::clock, "clock", reference::kFeraClocks,
                      "What the meter's clock does while the queue of its port asks others to pause (`egress_pfc`, "
                      "`egress_pause`): with runs, PAUSE holds the input at C, and the meter takes that for what flows "
                      "want."),
      ledger::setting(&Meter::least_clock, "least_clock", {0.0, 1.0},
                      "clock = \"stands\": part of T that counts however long the clock stood.",
                      {.name = "fera_least_clock"}),
      ledger::setting(&Meter::takes_off_time, "takes_off_time",
                      "C T is without the time in which the port itself was paused: for pauses much shorter than T."),
  };
}

ledger::SettingsOf<Meter> queue_settings() {
  return {
      ledger::setting(&Meter::q_eq, "q_eq", {1_B, 1000_MB}, "Q_eq: bytes that are to wait at the port.",
                      {.name = "fera_q_eq"}),
      ledger::setting(
          &Meter::queue_control, "queue_control", reference::kFeraQueueControls,
          "f(q). linear: 1 - k (q - Q_eq)/Q_eq. hyperbolic: b Q_eq/((b - 1) q + Q_eq) up to Q_eq, then a in "
          "place of b. multistage: linear, whose slope grows by k at 2 Q_eq, 3 Q_eq, ..."),
      ledger::setting(&Meter::k, "k", {0.000001, 1.0}, "k of linear, and of multistage's first stage.",
                      {.name = "fera_gain"}),
      ledger::setting(&Meter::stages, "stages", {1, 8}, "multistage: how many; the last goes on.",
                      {.name = "fera_stages"}),
      ledger::setting(&Meter::a, "a", {1.0, 2.0}, "hyperbolic, above Q_eq.", {.name = "fera_a"}),
      ledger::setting(&Meter::b, "b", {1.0, 2.0}, "hyperbolic, up to Q_eq.", {.name = "fera_b"}),
      ledger::setting(&Meter::c, "c", {0.0, 1.0}, "f(q) is never less, whatever q and the function.",
                      {.name = "fera_c"}),
  };
}

ledger::SettingsOf<Meter> enhancement_settings() {
  return {
      ledger::setting(&Meter::lambda, "lambda", {0.0001, 1.0},
                      "Weight of the new rate in the moving average with the rate before the last; 1: no average.",
                      {.name = "fera_lambda"}),
      ledger::setting(&Meter::delta, "delta", {0.0, 1.0},
                      "Limited increase: by how much of C a rate may rise in T at first; 0: without limit.",
                      {.name = "fera_delta"}),
      ledger::setting(&Meter::eta, "eta", {1.0001, 64.0},
                      "Limited increase: by which the limit grows each T below Q_eq, and shrinks above Q_sc.",
                      {.name = "fera_eta"}),
      ledger::setting(&Meter::q_sc, "q_sc", {1_B, 1000_MB}, "Q_sc of the same; flow control has its own thresholds.",
                      {.name = "fera_q_sc"}),
      ledger::setting(&Meter::scaling, "scaling", reference::kFeraScalings,
                      "When the rate of a port changes with its C, once: when C fell, in both directions, or never."),
      ledger::setting(&Meter::gamma, "gamma", {0.5, 1.0}, "Part of C that counts while q > Q_eq.",
                      {.name = "fera_gamma"}),
  };
}

ledger::SettingsOf<Meter> datapath_settings() {
  return {
      ledger::setting(&Meter::form, "datapath", reference::kFeraForms,
                      "exact: r f/rho in double precision. dividing: the same in fixed point. divisor_free: "
                      "r (1 + f - rho) in fixed point."),
      ledger::setting(&Meter::division, "division", reference::kFeraDivisions,
                      "dividing: a divider that makes a bit a cycle, or a table of 64 reciprocals with straight lines "
                      "between them."),
      ledger::setting(
          &Meter::rounding, "rounding", reference::kFeraRoundings,
          "Fixed point: how f, rho or 1/rho and rates are rounded. dividing: with floor the queue is lower by "
          "up to 3 Q_eq 2^-(fraction_bits + 1)/k, once for each of three numbers. divisor_free: f and rho "
          "lose the same, and it stays."),
      ledger::setting(&Meter::least_step, "least_step", {0.0, 1.0},
                      "divisor_free: no rate becomes less than so many times itself in T.",
                      {.name = "fera_least_step"}),
      ledger::setting(&Meter::most_step, "most_step", {1.0, 3.0}, "And none more.", {.name = "fera_most_step"}),
      ledger::setting(&Meter::rate_bits, "rate_bits", {8, 40},
                      "Fixed point: width of a rate, in units of 2^-(rate_bits - 1) C."),
      ledger::setting(&Meter::fraction_bits, "fraction_bits", {4, 24},
                      "Fixed point: bits below one of f, rho and 1/rho."),
      ledger::setting(&Meter::arrived_bits, "arrived_bits", {0, 48},
                      "Width of A, which counts at least C T and a frame; 0: what all ports can send in T."),
      ledger::setting(&Meter::overflow, "overflow", reference::kFeraOverflows,
                      "What A does beyond its width. wraps: an overload looks like an idle port."),
  };
}

}  // namespace

ledger::SettingsOf<FeraConfig> fera_settings() {
  using Config = FeraConfig;
  ledger::SettingsOf<Config> all = {
      ledger::class_set(&Config::classes, "classes",
                        "Classes whose bytes a port counts, in A and in q, and whose tags it lowers.",
                        {.name = "fera_classes"}),
      ledger::setting(&Config::phase, "phase", kFeraPhases,
                      "When the intervals of a port begin: at a time that is drawn for it, or all at time 0."),
  };
  for (auto part : {interval_settings(), queue_settings(), enhancement_settings(), datapath_settings()}) {
    auto of_meter = ledger::within(&Config::meter, part);
    all.insert(all.end(), of_meter.begin(), of_meter.end());
  }
  return all;
}

ledger::SettingsOf<FeraEdgeConfig> fera_edge_settings() {
  using Config = FeraEdgeConfig;
  return {
      ledger::setting(&Config::at, "at", kFeraEdgePlaces,
                      "Ports at which the switch does for others what FERA wants of hosts: it tags their flows, holds "
                      "them to the rates that come back, and answers tags. hosts: those to hosts. outside: those to "
                      "switches with another detector, too."),
      ledger::setting(&Config::tag_interval, "tag_interval", {1_us, 1000_ms},
                      "tau, from one tag of a flow to the next; at most congestion.fera.interval."),
      ledger::setting(&Config::burst, "burst", {64_B, kMostEdgeBurst},
                      "What a flow may send at once beyond its rate: the size of its token bucket, at least "
                      "switch.max_frame."),
      ledger::setting(&Config::flows, "flows", {1, kMostEdgeFlows},
                      "Slots of a port: flows from outside, each a pair of stations and a class. What has no slot is "
                      "held to no rate."),
  };
}

namespace {

std::vector<DetectorTable> fera_tables() {
  return {{"congestion.fera", "FERA's meter of each port: FERA, chapters 5 and 7.",
           ledger::within(&CongestionConfig::fera, fera_settings())},
          {"congestion.fera_edge", "The edge of a FERA region: what hosts that know nothing of it would do.",
           ledger::within(&CongestionConfig::fera_edge, fera_edge_settings())}};
}

std::optional<Bytes> target_of_meter(const CongestionConfig& config, ClassId c) {
  return (config.fera.classes & mask_of(c)) != 0 ? std::optional(config.fera.meter.q_eq) : std::nullopt;
}

}  // namespace

const DetectorCard& fera_card() {
  static constexpr DetectorCard kCard{.traits = {.reads_tags = true},
                                      .tables = fera_tables,
                                      .check = check_fera,
                                      .target = target_of_meter,
                                      .make = make_detector<Fera>,
                                      .declare = declare_fera,
                                      .declare_shared = declare_fera_unit};
  return kCard;
}

}  // namespace weir::congestion
