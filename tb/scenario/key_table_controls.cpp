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
          "Alpha before the first notification, which cuts the rate by half of it; default: 1; flows with `tcd`: 1.2 "
          "(TCD, SIGCOMM '21, section 5.2.1). Widespread simulators start at 0.5."),
      key("traffic.dcqcn", "g", kReal, {.initial = "0.00390625", .lowest = "0.000001", .highest = "1"},
          "Weight of the newest in alpha: 1/256."),
      key("traffic.dcqcn", "alpha_timer", kTime, {.initial = "55us", .lowest = "1ns", .highest = kLongestTime},
          "K: without a notification for so long, alpha falls."),
      key("traffic.dcqcn", "increase_timer", kTime, {.initial = "55us", .lowest = "1ns", .highest = kLongestTime},
          "The rate rises each time it expires."),
      key("traffic.dcqcn", "byte_counter", kBytes, {.initial = "10MB", .lowest = "64B", .highest = "1000GB"},
          "The rate rises each time so many frame bytes have been sent."),
      key("traffic.dcqcn", "fast_recovery", kInteger, {.initial = "5", .lowest = "1", .highest = "1000"},
          "F: expiries of the timer or fills of the counter before the target rate rises, too."),
      key("traffic.dcqcn", "r_ai", kRate, {.initial = "40Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the additive increase."),
      key("traffic.dcqcn", "r_hai", kRate, {.initial = "50Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the hyper increase. Not in the paper. Its authors' simulator has 5Mbps for r_ai beside 50Mbps for "
          "this in the code, and ships 40Mbps beside 200Mbps; the defaults here are the paper's r_ai and the code's "
          "step."),
      key("traffic.dcqcn", "least_rate", kRate, {.initial = "1Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "No cut goes below. Not in the paper."),
  };
}

std::vector<KeySpec> timely_keys() {
  using enum KeyKind;
  return {
      key("traffic.timely", "segment", kBytes, {.initial = "16KB", .lowest = "64B", .highest = "1GB"},
          "Frame bytes that go at line rate, and are acknowledged together; the packet that reaches it is the last."),
      key("traffic.timely", "t_low", kTime, {.initial = "50us", .lowest = "1ns", .highest = kLongestTime},
          "A round trip below it raises the rate, whatever its gradient."),
      key("traffic.timely", "t_high", kTime, {.initial = "500us", .lowest = "1ns", .highest = kLongestTime},
          "A round trip above it lowers the rate, whatever its gradient. At least `t_low`."),
      key("traffic.timely", "least_round_trip", kTime, {.initial = "20us", .lowest = "1ns", .highest = kLongestTime},
          "minRTT: what differences of round trips are divided by."),
      key("traffic.timely", "weight", kReal, {.initial = "0.875", .lowest = "0.000001", .highest = "1"},
          "Of the newest difference. Not in the paper; the default is that of ECN or Delay, CoNEXT '16."),
      key("traffic.timely", "delta", kRate, {.initial = "10Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "Step of the additive increase."),
      key("traffic.timely", "beta", kReal, {.lowest = "0", .highest = "10"},
          "Of the multiplicative decrease; default: 0.8; flows with `tcd`: 1.6 (TCD, SIGCOMM '21, section 5.2.3)."),
      key("traffic.timely", "least_factor", kReal, {.initial = "0.5", .lowest = "0.000001", .highest = "1"},
          "No step multiplies the rate by less. Not in the paper."),
      key("traffic.timely", "scaled_steps", kBoolean, {.initial = "false"},
          "An answer that comes t < `least_round_trip` after the one before makes t / `least_round_trip` of its step. "
          "Not in the paper, but in code made of it."),
      key("traffic.timely", "hai_after", kInteger, {.initial = "5", .lowest = "1", .highest = "1000000"},
          "So many answers in a row with a gradient not above 0 begin the hyperactive increase."),
      key("traffic.timely", "hai_factor", kInteger, {.initial = "5", .lowest = "1", .highest = "1000000"},
          "In which a step is so many times `delta`."),
      key("traffic.timely", "initial_rate", kRate, {.lowest = "1bps", .highest = "10Tbps"},
          "With which a flow starts, at most that of its host's cable; default: that."),
      key("traffic.timely", "least_rate", kRate, {.initial = "10Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "No step goes below. Not in the paper."),
  };
}

std::vector<KeySpec> ib_cc_keys() {
  using enum KeyKind;
  return {
      key("traffic.ib_cc", "cct", kWord, {.initial = "quadratic", .words = {"quadratic", "linear", "file"}},
          "The congestion control table: entry i is the delay behind a packet in times of its own, slope x i^2, "
          "slope x i, or as the file says."),
      key("traffic.ib_cc", "slope", kReal, {.lowest = "0.000001", .highest = "1000"},
          "quadratic, linear; default: 0.001, 0.1."),
      key("traffic.ib_cc", "file", kFile, {},
          "file: CSV with the columns multiplier (0..16383) and shift (0..3), a row an entry, the first of which is "
          "entry 0; relative to the scenario file."),
      key("traffic.ib_cc", "limit", kInteger, {.initial = "127", .lowest = "1", .highest = "65535"},
          "CCTI_Limit: the highest entry."),
      key("traffic.ib_cc", "increase", kInteger, {.lowest = "1", .highest = "255"},
          "CCTI_Increase: entries up with each BECN; default: 1; flows with `tcd`: 2 (TCD, SIGCOMM '21, section "
          "5.2.2)."),
      key("traffic.ib_cc", "timer", kTime, {.initial = "153.6us", .lowest = "1ns", .highest = kLongestTime},
          "CCTI_Timer, after which it is an entry down: 150 units of 1.024 us."),
  };
}

std::vector<KeySpec> bcn_keys() {
  using enum KeyKind;
  return {
      key("traffic.bcn", "g_d", kReal, {.initial = "0.00026", .lowest = "0.000000001", .highest = "1"},
          "G_d: an index e below 0 multiplies the rate by 1 + G_d e, with e in units of `unit_d`."),
      key("traffic.bcn", "unit_d", kBytes, {.initial = "64B", .lowest = "1B", .highest = "10KB"},
          "Of the thesis' G_d: a frame of 1500 B is 23.4 of its units."),
      key("traffic.bcn", "g_i", kReal, {.initial = "4", .lowest = "0.000001", .highest = "1000000"},
          "G_i: an index e above 0 raises the rate by G_i e R_u, with e in units of `unit_i`. Not in the thesis."),
      key("traffic.bcn", "unit_i", kBytes, {.initial = "1500B", .lowest = "1B", .highest = "10KB"}, "Of G_i."),
      key("traffic.bcn", "r_u", kRate, {.initial = "8Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "R_u. Not in the thesis."),
      key("traffic.bcn", "least_factor", kReal, {.initial = "0.5", .lowest = "0.000001", .highest = "1"},
          "No cut multiplies the rate by less. Not in the thesis."),
      key("traffic.bcn", "least_rate", kRate, {.initial = "1Mbps", .lowest = "1bps", .highest = "10Tbps"},
          "No cut goes below. Not in the thesis."),
  };
}

std::vector<KeySpec> fera_keys() {
  using enum KeyKind;
  return {
      key("traffic.fera", "interval", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "T, from one measurement of a switch to the next; default: `congestion.fera.interval`, or 1 ms."),
      key("traffic.fera", "tag_interval", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "tau, from one rate tag of a flow to the next; default: T / 4. The thesis has T, which works only in a lucky "
          "phase."),
      key("traffic.fera", "n0", kInteger, {.lowest = "1", .highest = "1000000"},
          "N_0: a flow starts at the rate of its host's cable / N_0, and falls back to it; default: "
          "`congestion.fera.n0`, or 20."),
      key("traffic.fera", "idle_from", kWord, {.initial = "due", .words = {"due", "departure", "never"}},
          "From when `idle_after` counts: from when the next packet might have gone, from the last departure, as in "
          "the "
          "thesis, or a flow that sends nothing keeps its rate."),
      key("traffic.fera", "idle_after", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "After so long a flow that has sent nothing falls back; default: 2 T."),
      key("traffic.fera", "silence", kWord, {.initial = "lower", .words = {"lower", "keep"}},
          "lower: where no tag returns, the flow falls back if that is slower. keep: it goes on, as in the thesis."),
      key("traffic.fera", "silent_after", kTime, {.lowest = "1ns", .highest = kLongestTime},
          "So long after a tag behind which none has returned; default: 2 T."),
      key("traffic.fera", "tag_share", kReal, {.initial = "1.0", .lowest = "0.0001", .highest = "1"},
          "Tags take no more than this part of the rate: below about 64 B / tau over it they are further apart. 1.0: "
          "no "
          "limit."),
  };
}

std::vector<KeySpec> tcp_keys() {
  using enum KeyKind;
  return {
      key("traffic.tcp", "window_segments", kInteger, {.initial = "44", .lowest = "1", .highest = "32767"},
          "The receiver's window, in segments of `frame_length`; at most 65535 B of payload, because windows are not "
          "scaled."),
      key("traffic.tcp", "initial_window", kInteger, {.initial = "1", .lowest = "1", .highest = "65535"},
          "Segments: the congestion window at the start, and after a pause longer than the timeout."),
      key("traffic.tcp", "initial_timeout", kTime, {.initial = "1s", .lowest = "1ns", .highest = kLongestTime},
          "Retransmission timeout before the first round trip, but at least and at most as the next two say."),
      key("traffic.tcp", "least_timeout", kTime, {.initial = "1ms", .lowest = "1ns", .highest = kLongestTime},
          "No timeout is shorter. RFC 6298 has 1 s."),
      key("traffic.tcp", "longest_timeout", kTime, {.initial = "60s", .lowest = "1ns", .highest = kLongestTime},
          "No timeout is longer, however often it has doubled. At least `least_timeout`."),
      key("traffic.tcp", "limited_transmit", kBoolean, {.initial = "true"},
          "RFC 3042: the first two duplicate acknowledgements send a new segment each."),
      key("traffic.tcp", "overhead", kTime, {.initial = "0ps", .highest = "1s"},
          "An acknowledgement opens the window after a time drawn from so long, as that of a host would. Without, "
          "senders "
          "fall into step with the queue that is full."),
      key("traffic.tcp", "acknowledge_every", kInteger, {.initial = "1", .lowest = "1", .highest = "65535"},
          "Of segments in order the receiver acknowledges every n-th at once. RFC 5681 allows 2."),
      key("traffic.tcp", "acknowledge_after", kTime, {.initial = "500us", .lowest = "1ns", .highest = kLongestTime},
          "The others wait no longer."),
      key("traffic.tcp", "start_within", kTime, {.initial = "0ps", .highest = kLongestTime},
          "Each connection begins at a time drawn from so long after its flow's `start`."),
      key("traffic.tcp", "fresh", kBoolean, {.initial = "true"},
          "A transaction begins with window, threshold and timeout as a new connection does; false: with those of the "
          "one before."),
  };
}

}  // namespace

std::vector<TableSpec> control_tables() {
  return {
      {"traffic.dcqcn", "Flows with `control = \"dcqcn\"`. Defaults: DCQCN, SIGCOMM '15, where nothing else is said."},
      {"traffic.timely",
       "Flows with `control = \"timely\"`. Defaults: TIMELY, SIGCOMM '15, where nothing else is said."},
      {"traffic.ib_cc",
       "Flows with `control = \"ib_cc\"`: InfiniBand Architecture, volume 1, annex A10, which leaves all values to who "
       "runs the network."},
      {"traffic.bcn", "Flows with `control = \"bcn\"`: FERA, section 6.2, behind switches with that detector."},
      {"traffic.fera",
       "Flows with `control = \"fera\"`: the regulator of Forward Explicit Rate Advertising (Jiang, Washington "
       "University), whose meters are in the switches."},
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
