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
                      "T: time from one rate of a port to the next; at least the time of a frame, and better at least "
                      "3 N L/C for N flows with frames of L bytes.",
                      {.name = "fera_interval"}),
      ledger::setting(&Meter::n0, "n0", {1, 1'000'000}, "N_0: the first rate of a port is C/N_0.",
                      {.name = "fera_initial_rate"}),
      ledger::setting(&Meter::n_max, "n_max", {1, 1'000'000},
                      "The least rate of a port is C/n_max: more than n_max flows overload the port for ever.",
                      {.name = "fera_least_rate"}),
      ledger::setting(&Meter::clock, "clock", reference::kFeraClocks,
                      "What the meter's clock does while the queue of its port makes peers pause (`egress_pfc`, "
                      "`egress_pause`). stands: it stands still. runs: it runs on; PAUSE then holds the input at C, "
                      "and the meter takes C for the rate that flows want."),
      ledger::setting(&Meter::least_clock, "least_clock", {0.0, 1.0},
                      "clock = \"stands\": part of T that counts at least, however long the clock stood.",
                      {.name = "fera_least_clock"}),
      ledger::setting(&Meter::takes_off_time, "takes_off_time",
                      "Whether the time in which the port itself was paused is left out of T in C T; for pauses much "
                      "shorter than T."),
  };
}

ledger::SettingsOf<Meter> queue_settings() {
  return {
      ledger::setting(&Meter::q_eq, "q_eq", {1_B, 1000_MB}, "Q_eq: target of the queue, bytes that wait at the port.",
                      {.name = "fera_q_eq"}),
      ledger::setting(&Meter::queue_control, "queue_control", reference::kFeraQueueControls,
                      "f(q): part of C that flows are told to fill. linear: 1 - k (q - Q_eq)/Q_eq. hyperbolic: b "
                      "Q_eq/((b - 1) q + Q_eq) up to Q_eq, above it with a in place of b. multistage: linear, with a "
                      "slope that grows by k at 2 Q_eq, 3 Q_eq, ..."),
      ledger::setting(&Meter::k, "k", {0.000001, 1.0}, "linear: k; multistage: k of the first stage.",
                      {.name = "fera_gain"}),
      ledger::setting(&Meter::stages, "stages", {1, 8},
                      "multistage: number of stages; the slope of the last stage continues.", {.name = "fera_stages"}),
      ledger::setting(&Meter::a, "a", {1.0, 2.0}, "hyperbolic: a, above Q_eq.", {.name = "fera_a"}),
      ledger::setting(&Meter::b, "b", {1.0, 2.0}, "hyperbolic: b, up to Q_eq.", {.name = "fera_b"}),
      ledger::setting(&Meter::c, "c", {0.0, 1.0}, "Least value of f(q), whatever q and the function.",
                      {.name = "fera_c"}),
  };
}

ledger::SettingsOf<Meter> enhancement_settings() {
  return {
      ledger::setting(
          &Meter::lambda, "lambda", {0.0001, 1.0},
          "Weight of the new rate in its moving average with the rate before the present one; 1: no average.",
          {.name = "fera_lambda"}),
      ledger::setting(&Meter::delta, "delta", {0.0, 1.0},
                      "Limited increase: part of C by which a rate may rise in T at first; 0: no limit.",
                      {.name = "fera_delta"}),
      ledger::setting(&Meter::eta, "eta", {1.0001, 64.0},
                      "Limited increase: factor by which the limit grows in each T with q below Q_eq, and shrinks with "
                      "q above Q_sc.",
                      {.name = "fera_eta"}),
      ledger::setting(&Meter::q_sc, "q_sc", {1_B, 1000_MB},
                      "Limited increase: Q_sc, bytes that wait at the port; not a threshold of flow control.",
                      {.name = "fera_q_sc"}),
      ledger::setting(&Meter::scaling, "scaling", reference::kFeraScalings,
                      "Whether the rate of a port is scaled, once, by a change of the port's C. never: it is not. "
                      "fell: only if C fell. both: if C fell or rose."),
      ledger::setting(&Meter::gamma, "gamma", {0.5, 1.0}, "gamma: part of C that counts as capacity while q > Q_eq.",
                      {.name = "fera_gamma"}),
  };
}

ledger::SettingsOf<Meter> datapath_settings() {
  return {
      ledger::setting(&Meter::form, "datapath", reference::kFeraForms,
                      "How the next rate is computed from the rate r. exact: r f/rho in double precision. dividing: r "
                      "f/rho in fixed point. divisor_free: r (1 + f - rho) in fixed point."),
      ledger::setting(&Meter::division, "division", reference::kFeraDivisions,
                      "dividing: how 1/rho is found. bit_serial: a divider of one bit a cycle. table: 64 reciprocals "
                      "with linear interpolation."),
      ledger::setting(&Meter::rounding, "rounding", reference::kFeraRoundings,
                      "Fixed point: how f, rho or 1/rho, and rates are rounded. With floor, dividing lowers the queue "
                      "by up to 3 Q_eq 2^-(fraction_bits + 1)/k, a third for each of three numbers; divisor_free does "
                      "not, because f and rho lose the same."),
      ledger::setting(&Meter::least_step, "least_step", {0.0, 1.0},
                      "divisor_free: least factor by which a rate changes in T.", {.name = "fera_least_step"}),
      ledger::setting(&Meter::most_step, "most_step", {1.0, 3.0},
                      "divisor_free: largest factor by which a rate changes in T.", {.name = "fera_most_step"}),
      ledger::setting(&Meter::rate_bits, "rate_bits", {8, 40},
                      "Fixed point: width of a rate, in units of 2^-(rate_bits - 1) C."),
      ledger::setting(&Meter::fraction_bits, "fraction_bits", {4, 24},
                      "Fixed point: fraction bits of f, rho and 1/rho."),
      ledger::setting(&Meter::arrived_bits, "arrived_bits", {0, 48},
                      "Width of A, the counter of arrived bytes, which must hold C T and a frame; 0: wide enough for "
                      "what all ports can send in T."),
      ledger::setting(&Meter::overflow, "overflow", reference::kFeraOverflows,
                      "What A does beyond its largest value. saturates: A stays there. wraps: A begins at 0 again, so "
                      "that an overload may look like an idle port."),
  };
}

}  // namespace

ledger::SettingsOf<FeraConfig> fera_settings() {
  using Config = FeraConfig;
  ledger::SettingsOf<Config> all = {
      ledger::class_set(&Config::classes, "classes",
                        "Classes whose bytes a port counts in A (arrived) and q (waiting), and in whose tags the port "
                        "lowers the rate.",
                        {.name = "fera_classes"}),
      ledger::setting(
          &Config::phase, "phase", kFeraPhases,
          "When the first interval of a port begins. random: at a time drawn for the port. aligned: at time 0."),
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
                      "Ports at which the switch acts for the devices behind the port: it adds tags to their flows, "
                      "holds the flows to the rates that come back, and answers tags. hosts: ports to hosts. outside: "
                      "also ports to switches without `fera`."),
      ledger::setting(&Config::tag_interval, "tag_interval", {1_us, 1000_ms},
                      "tau: time from one tag of a flow to the next; at most congestion.fera.interval."),
      ledger::setting(&Config::burst, "burst", {64_B, kMostEdgeBurst},
                      "Size of a flow's token bucket: bytes that the flow may send at once beyond its rate; at least "
                      "switch.max_frame."),
      ledger::setting(&Config::flows, "flows", {1, kMostEdgeFlows},
                      "Slots of a port, one for each flow from outside; a flow is a pair of stations and a class. A "
                      "flow without a slot is not limited."),
  };
}

namespace {

std::vector<DetectorTable> fera_tables() {
  return {{"congestion.fera", "The meter that FERA has at each port: FERA, chapters 5 and 7.",
           ledger::within(&CongestionConfig::fera, fera_settings())},
          {"congestion.fera_edge", "The edge of a FERA region, where switches act for hosts that know nothing of FERA.",
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
