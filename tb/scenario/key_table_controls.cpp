// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/key_table_controls.h"

#include <array>
#include <iterator>

namespace weir::scenario {

namespace {

std::vector<KeySpec> dcqcn_keys() {
  using enum KeyKind;
  return {
      key("traffic.dcqcn", "initial_alpha", kReal, {.lowest = "0", .highest = "2"},
          "Alpha before the first notification; that notification cuts the rate by the part alpha / 2. Default: 1; "
          "flows with `tcd`: 1.2 (TCD, SIGCOMM '21, section 5.2.1). Widespread simulators start at 0.5."),
      key("traffic.dcqcn", "g", kReal, {.initial = "0.00390625", .lowest = "0.000001", .highest = "1"},
          "Weight of the newest value in alpha: 1/256."),
      key("traffic.dcqcn", "alpha_timer", kTime, {.initial = "55us", .lowest = "1ns", .highest = kLongestTime},
          "K: time without a notification after which alpha falls."),
      key("traffic.dcqcn", "increase_timer", kTime, {.initial = "55us", .lowest = "1ns", .highest = kLongestTime},
          "Period of the timer that raises the rate."),
      key("traffic.dcqcn", "byte_counter", kBytes, {.initial = "10MB", .lowest = "64B", .highest = "1000GB"},
          "Frame bytes sent after which the rate rises."),
      key("traffic.dcqcn", "fast_recovery", kInteger, {.initial = "5", .lowest = "1", .highest = "1000"},
          "F: expiries of the timer, or fills of the byte counter, before the target rate rises, too."),
      key("traffic.dcqcn", "r_ai", kRate, {.initial = "40Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the additive increase."),
      key("traffic.dcqcn", "r_hai", kRate, {.initial = "50Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the hyper increase. Not in the paper. Its authors' simulator has 5Mbps (`r_ai`) and 50Mbps "
          "(`r_hai`) in the code, 40Mbps and 200Mbps in its settings; the defaults here are the paper's `r_ai` and the "
          "code's `r_hai`."),
      key("traffic.dcqcn", "least_rate", kRate, {.initial = "1Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Least rate after a cut. Not in the paper."),
  };
}

std::vector<KeySpec> timely_keys() {
  using enum KeyKind;
  return {
      key("traffic.timely", "segment", kBytes, {.initial = "16KB", .lowest = "64B", .highest = "1GB"},
          "Frame bytes that are sent at line rate and acknowledged together; the packet that reaches this number ends "
          "the segment."),
      key("traffic.timely", "t_low", kTime, {.initial = "50us", .lowest = "1ns", .highest = kLongestTime},
          "Round trip below which the rate rises, whatever the gradient."),
      key("traffic.timely", "t_high", kTime, {.initial = "500us", .lowest = "1ns", .highest = kLongestTime},
          "Round trip above which the rate falls, whatever the gradient. At least `t_low`."),
      key("traffic.timely", "least_round_trip", kTime, {.initial = "20us", .lowest = "1ns", .highest = kLongestTime},
          "minRTT: divisor of the differences of round trips."),
      key("traffic.timely", "weight", kReal, {.initial = "0.875", .lowest = "0.000001", .highest = "1"},
          "Weight of the newest difference of round trips. Not in the paper; the default is that of ECN or Delay, "
          "CoNEXT '16."),
      key("traffic.timely", "delta", kRate, {.initial = "10Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the additive increase."),
      key("traffic.timely", "beta", kReal, {.lowest = "0", .highest = "10"},
          "Beta of the multiplicative decrease; default: 0.8; flows with `tcd`: 1.6 (TCD, SIGCOMM '21, section "
          "5.2.3)."),
      key("traffic.timely", "least_factor", kReal, {.initial = "0.5", .lowest = "0.000001", .highest = "1"},
          "Least factor by which a step multiplies the rate. Not in the paper."),
      key("traffic.timely", "scaled_steps", kBoolean, {.initial = "false"},
          "Whether an answer that comes t < `least_round_trip` after the previous answer makes only t / "
          "`least_round_trip` of its step. Not in the paper, but in implementations of TIMELY."),
      key("traffic.timely", "hai_after", kInteger, {.initial = "5", .lowest = "1", .highest = "1000000"},
          "Answers in a row with a gradient not above 0 that begin the hyperactive increase."),
      key("traffic.timely", "hai_factor", kInteger, {.initial = "5", .lowest = "1", .highest = "1000000"},
          "Step of the hyperactive increase, in units of `delta`."),
      key("traffic.timely", "initial_rate", kRate, {.lowest = "1bps", .highest = "10Tbps"},
          "Rate at which a flow starts; at most, and by default, the rate of its host's cable."),
      key("traffic.timely", "least_rate", kRate, {.initial = "10Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Least rate after a step. Not in the paper."),
  };
}

std::vector<KeySpec> ib_cc_keys() {
  using enum KeyKind;
  return {
      key("traffic.ib_cc", "cct", kWord, {.initial = "quadratic", .words = {"quadratic", "linear", "file"}},
          "Congestion control table. Entry i is the delay behind a packet, in units of the packet's transmission time: "
          "slope x i^2, slope x i, or as `file` says."),
      key("traffic.ib_cc", "slope", kReal, {.lowest = "0.000001", .highest = "1000"},
          "quadratic, linear: slope of the table; default: 0.001, 0.1."),
      key("traffic.ib_cc", "file", kFile, {},
          "file: CSV with the columns multiplier (0..16383) and shift (0..3), one row for each entry from entry 0; "
          "relative to the scenario file."),
      key("traffic.ib_cc", "limit", kInteger, {.initial = "127", .lowest = "1", .highest = "65535"},
          "CCTI_Limit: highest entry of the table."),
      key("traffic.ib_cc", "increase", kInteger, {.lowest = "1", .highest = "255"},
          "CCTI_Increase: entries by which each BECN raises the index; default: 1; flows with `tcd`: 2 (TCD, SIGCOMM "
          "'21, section 5.2.2)."),
      key("traffic.ib_cc", "timer", kTime, {.initial = "153.6us", .lowest = "1ns", .highest = kLongestTime},
          "CCTI_Timer: time after which the index falls by an entry; default: 150 units of 1.024 us."),
  };
}

std::vector<KeySpec> bcn_keys() {
  using enum KeyKind;
  return {
      key("traffic.bcn", "g_d", kReal, {.initial = "0.00026", .lowest = "0.000000001", .highest = "1"},
          "G_d: an index e below 0 multiplies the rate by 1 + G_d e, with e in units of `unit_d`."),
      key("traffic.bcn", "unit_d", kBytes, {.initial = "64B", .lowest = "1B", .highest = "10KB"},
          "Unit of e at the thesis' G_d; a frame of 1500 B is 23.4 units."),
      key("traffic.bcn", "g_i", kReal, {.initial = "4", .lowest = "0.000001", .highest = "1000000"},
          "G_i: an index e above 0 raises the rate by G_i e R_u, with e in units of `unit_i`. Not in the thesis."),
      key("traffic.bcn", "unit_i", kBytes, {.initial = "1500B", .lowest = "1B", .highest = "10KB"},
          "Unit of e at G_i."),
      key("traffic.bcn", "r_u", kRate, {.initial = "8Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "R_u: unit of the increase of the rate. Not in the thesis."),
      key("traffic.bcn", "least_factor", kReal, {.initial = "0.5", .lowest = "0.000001", .highest = "1"},
          "Least factor by which a cut multiplies the rate. Not in the thesis."),
      key("traffic.bcn", "least_rate", kRate, {.initial = "1Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Least rate after a cut. Not in the thesis."),
  };
}

std::vector<KeySpec> fera_keys() {
  using enum KeyKind;
  return {
      key("traffic.fera", "interval", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "T: time between two measurements of a switch; default: `congestion.fera.interval`, or 1 ms."),
      key("traffic.fera", "tag_interval", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "tau: time between two rate tags of a flow; default: T / 4. The thesis has T, which works only in some "
          "phases of tags and measurements."),
      key("traffic.fera", "n0", kInteger, {.lowest = "1", .highest = "1000000"},
          "N_0: a flow starts at the rate of its host's cable / N_0, and falls back to this rate; default: "
          "`congestion.fera.n0`, or 20."),
      key("traffic.fera", "idle_from", kWord, {.initial = "due", .words = {"due", "departure", "never"}},
          "Time from which `idle_after` counts. due: the time at which the rate allowed the next packet. departure: "
          "the last departure, as in the thesis. never: an idle flow keeps its rate."),
      key("traffic.fera", "idle_after", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "Time without a packet after which a flow falls back to the rate at which it started; default: 2 T."),
      key("traffic.fera", "silence", kWord, {.initial = "lower", .words = {"lower", "keep"}},
          "What a flow does when no tag returns. lower: it falls back to the rate at which it started, if its rate is "
          "higher. keep: it keeps its rate, as in the thesis."),
      key("traffic.fera", "silent_after", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "Time without a returned tag, from the first tag sent after the last return, until `silence` acts; default: "
          "2 T."),
      key("traffic.fera", "tag_share", kReal, {.initial = "1.0", .lowest = "0.0001", .highest = "1"},
          "Largest part of the flow's rate that tags take: at rates below about 64 B / (tau x `tag_share`) tags are "
          "further apart than tau. 1.0: no limit."),
  };
}

std::vector<KeySpec> tcp_keys() {
  using enum KeyKind;
  return {
      key("traffic.tcp", "window_segments", kInteger, {.initial = "44", .lowest = "1", .highest = "32767"},
          "The receiver's window, in segments of `frame_length`; at most 65535 B of payload, because windows are not "
          "scaled."),
      key("traffic.tcp", "initial_window", kInteger, {.initial = "1", .lowest = "1", .highest = "65535"},
          "Congestion window at the start, and after a pause longer than the timeout, in segments."),
      key("traffic.tcp", "initial_timeout", kTime, {.initial = "1s", .lowest = "1ns", .highest = kLongestTime},
          "Retransmission timeout before the first round trip, within `least_timeout` and `longest_timeout`."),
      key("traffic.tcp", "least_timeout", kTime, {.initial = "1ms", .lowest = "1ns", .highest = kLongestTime},
          "Shortest timeout. RFC 6298 has 1 s."),
      key("traffic.tcp", "longest_timeout", kTime, {.initial = "60s", .lowest = "1ns", .highest = kLongestTime},
          "Longest timeout, however often it has doubled. At least `least_timeout`."),
      key("traffic.tcp", "limited_transmit", kBoolean, {.initial = "true"},
          "RFC 3042: whether each of the first two duplicate acknowledgements sends a new segment."),
      key("traffic.tcp", "overhead", kTime, {.initial = "0ps", .highest = "1s"},
          "Longest processing time of the host, drawn evenly, from an acknowledgement until the connection sends. With "
          "0ps senders fall into step with a full queue."),
      key("traffic.tcp", "acknowledge_every", kInteger, {.initial = "1", .lowest = "1", .highest = "65535"},
          "n: of the segments that arrive in order the receiver acknowledges every n-th at once. RFC 5681 allows n = "
          "2."),
      key("traffic.tcp", "acknowledge_after", kTime, {.initial = "500us", .lowest = "1ns", .highest = kLongestTime},
          "Longest time that the acknowledgement of another segment in order is delayed."),
      key("traffic.tcp", "start_within", kTime, {.initial = "0ps", .highest = kLongestTime},
          "Longest time, drawn evenly, from the flow's `start` to the beginning of each connection."),
      key("traffic.tcp", "fresh", kBoolean, {.initial = "true"},
          "Whether a transaction begins with the window, threshold and timeout of a new connection; false: with those "
          "at the end of the previous transaction."),
  };
}

}  // namespace

std::vector<TableSpec> control_tables() {
  return {
      {"traffic.dcqcn",
       "Flows with `control = \"dcqcn\"`. Defaults are those of DCQCN, SIGCOMM '15, unless a key says otherwise."},
      {"traffic.timely",
       "Flows with `control = \"timely\"`. Defaults are those of TIMELY, SIGCOMM '15, unless a key says otherwise."},
      {"traffic.ib_cc",
       "Flows with `control = \"ib_cc\"`: InfiniBand Architecture, volume 1, annex A10, which leaves all values to the "
       "operator of the network."},
      {"traffic.bcn",
       "Flows with `control = \"bcn\"`: FERA, section 6.2; for switches with `congestion.detector = \"bcn\"`."},
      {"traffic.fera",
       "Flows with `control = \"fera\"`: the regulator of Forward Explicit Rate Advertising (Jiang, Washington "
       "University); its meters are in the switches."},
      {"traffic.tcp",
       "Flows with `framing = \"tcp\"`: NewReno without SACK (RFC 5681, RFC 6582, RFC 6298) on connections that are "
       "open from the start."},
  };
}

std::vector<KeySpec> control_keys() {
  std::vector<KeySpec> keys;
  for (std::vector<KeySpec>& part :
       std::array{dcqcn_keys(), timely_keys(), ib_cc_keys(), bcn_keys(), fera_keys(), tcp_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace weir::scenario
